/**
 * The sections of all versions of a survey that repeat, each as a table of its own with a row for each repetition. A
 * section is the same in two versions when a question of it has the same code. A question that repeats in some versions
 * only is in both tables: each has the answers that were given to it there.
 */
import { type Answers, countKey, type Repetition } from './answer-values.ts'
import { inRepetitionOrder, insideOf, repetitionOf, depthOf } from './rosters.ts'
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
  /** From 2: inside of the repetitions of another one. */
  depth: number
}

/** One repetition with its answers, under their keys without it. */
export interface RosterRow {
  repetition: Repetition
  answers: Answers
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
    depth: depthOf(section),
  }))
}

/**
 * The repetitions in order. The response gives the number, or its last answered repetition does; in each repetition around
 * them.
 */
export function repetitionsIn(answers: Answers, { questions, countKeys }: MergedRoster): RosterRow[] {
  const ids = idsOf(questions)
  const counts = new Set(countKeys)
  const found = new Map<Repetition, Answers>()
  const most = new Map<Repetition, number>()
  const upTo = (outer: Repetition, count: number) => {
    for (let number = (most.get(outer) ?? 0) + 1; number <= count; number++) found.set(insideOf(outer, number), {})
    most.set(outer, Math.max(count, most.get(outer) ?? 0))
  }
  for (const [key, value] of Object.entries(answers)) {
    const [id = '', ...rest] = key.split('.')
    const isOther = rest.at(-1) === 'other'
    const numbers = (isOther ? rest.slice(0, -1) : rest).map(Number)
    if (counts.has(id)) upTo(repetitionOf(numbers), Number(value))
    if (!ids.has(id) || numbers.length === 0) continue
    const repetition = repetitionOf(numbers)
    upTo(repetitionOf(numbers.slice(0, -1)), numbers.at(-1) ?? 0)
    const row = found.get(repetition)
    if (row) row[isOther ? `${id}.other` : id] = value
  }
  return [...found]
    .map(([repetition, own]) => ({ repetition, answers: own }))
    .sort((one, other) => inRepetitionOrder(one.repetition, other.repetition))
}

const idsByQuestions = new WeakMap<readonly MergedQuestion[], ReadonlySet<string>>()

function idsOf(questions: readonly MergedQuestion[]): ReadonlySet<string> {
  const known = idsByQuestions.get(questions)
  if (known) return known
  const ids = new Set(questions.flatMap(({ places }) => places.map(({ key }) => key)))
  idsByQuestions.set(questions, ids)
  return ids
}
