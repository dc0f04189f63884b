/**
 * The sections of all versions of a survey that repeat, each as a table of its own with a row for each repetition. A
 * section is the same in two versions when a question of it has the same code. A question that repeats in some versions
 * only is in both tables: each has the answers that were given to it there.
 */
import type { Answers } from './answer-values.ts'
import { countKey } from './answer-values.ts'
import { type MergedQuestion, mergeQuestions, type NumberedContent, type NumberedQuestion } from './merged-versions.ts'
import { rosterNames } from './roster-names.ts'
import type { Section } from '../surveys/survey.ts'

export interface MergedRoster {
  /** Of its sheet. */
  name: string
  /** As the newest version has it. */
  section: Section
  questions: MergedQuestion[]
  /** The keys of numbers of repetitions, in any version. */
  countKeys: string[]
}

interface Growing {
  section: Section
  questions: NumberedQuestion[]
  countKeys: Set<string>
}

export function mergeRosters(versions: readonly NumberedContent[]): MergedRoster[] {
  const rosters: Growing[] = []
  const homes = new Map<string, Growing>()
  for (const { number, content } of versions.toSorted((a, b) => b.number - a.number)) {
    for (const section of content.sections.filter(({ repeat }) => repeat)) {
      const known = section.questions.flatMap(({ code }) => homes.get(code) ?? [])[0]
      const roster = known ?? { section, questions: [], countKeys: new Set() }
      if (!known) rosters.push(roster)
      roster.countKeys.add(countKey(section))
      for (const question of section.questions) {
        const home = homes.get(question.code) ?? roster
        homes.set(question.code, home)
        home.questions.push({ number, question })
      }
    }
  }
  const names = rosterNames(rosters.map(({ section }) => section))
  return rosters.map(({ section, questions, countKeys }, index) => ({
    name: names[index] ?? '',
    section,
    questions: mergeQuestions(questions),
    countKeys: [...countKeys],
  }))
}

/**
 * The answers of each repetition in order, under their keys without repetitions. The response gives the number, or its
 * last answered repetition does.
 */
export function repetitionsIn(answers: Answers, { questions, countKeys }: MergedRoster): Answers[] {
  const ids = idsOf(questions)
  const found: Answers[] = []
  const upTo = (count: number) => {
    while (found.length < count) found.push({})
  }
  for (const key of countKeys) upTo(Number(answers[key] ?? 0))
  for (const [key, value] of Object.entries(answers)) {
    const [id = '', number = '', ...other] = key.split('.')
    if (number === '' || number === 'other' || !ids.has(id)) continue
    upTo(Number(number))
    const repetition = found[Number(number) - 1]
    if (repetition) repetition[[id, ...other].join('.')] = value
  }
  return found
}

const idsByQuestions = new WeakMap<readonly MergedQuestion[], ReadonlySet<string>>()

function idsOf(questions: readonly MergedQuestion[]): ReadonlySet<string> {
  const known = idsByQuestions.get(questions)
  if (known) return known
  const ids = new Set(questions.flatMap(({ places }) => places.map(({ key }) => key)))
  idsByQuestions.set(questions, ids)
  return ids
}
