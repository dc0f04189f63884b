/** The repetitions of a section in what was entered: how many, how each is called, and how one comes or goes. Pure. */
import { answeredRepetitions, upTo } from '#domain/answers/answer-keys.ts'
import { answerKey, type Answers, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { insideOf, isInside, lastNumber, numbersOf, outerAt, rostersOf } from '#domain/answers/rosters.ts'
import { type Question, questionsOf, type Section, type SurveyContent } from '#domain/surveys/survey.ts'
import { type FormAnswers, plainText } from './given.ts'

/** The question whose answer says how often a section repeats; undefined where people add repetitions by hand. */
export function countingQuestion(content: SurveyContent, { repeat }: Section): Question | undefined {
  return repeat?.countCode ? questionsOf(content).find(({ code }) => code === repeat.countCode) : undefined
}

/** The first text that is given in it, as a member's name. */
export function nameIn({ questions }: Section, repetition: Repetition, given: FormAnswers): string {
  const texts = questions.filter(({ type }) => type === 'TEXT').map((each) => given[answerKey(each, repetition)])
  return texts.map(plainText).find((text) => text.trim() !== '') ?? ''
}

/** The repetitions that stored answers have: as many as their number says, and each that has an answer. */
export function storedRepetitions(content: SurveyContent, section: Section, answers: Answers): readonly Repetition[] {
  const outer = rostersOf(content, section).at(-2)
  const counting = countingQuestion(content, section)
  const home = content.sections.find(({ questions }) => questions.some((each) => each === counting))
  const max = section.repeat?.max ?? 0
  const answered = answeredRepetitions(content, section, answers)
  return (outer ? storedRepetitions(content, outer, answers) : [undefined]).flatMap((each) => {
    const depth = home ? rostersOf(content, home).length : 0
    const said = answers[counting ? answerKey(counting, outerAt(each, depth)) : countKey(section, each)]
    const count = typeof said === 'number' ? Math.min(said, max) : 0
    const last = answered.findLast((one) => isInside(one, each))
    return upTo(Math.max(count, lastNumber(last) ?? 0)).map((number) => insideOf(each, number))
  })
}

/** The entries of one repetition and of those inside of it, by the keys that they would have without it. */
export type Entries = FormAnswers

export function entriesOf(
  content: SurveyContent,
  section: Section,
  repetition: Repetition,
  given: FormAnswers,
): Entries {
  const ids = idsInside(content, section)
  const numbers = numbersOf(repetition).map(String)
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      const [id = '', ...rest] = key.split('.')
      const isIn = ids.has(id) && numbers.every((number, depth) => rest[depth] === number)
      return isIn && value !== undefined ? [[[id, ...rest.slice(numbers.length)].join('.'), value]] : []
    }),
  )
}

/** What keys in its repetitions begin with. */
function idsInside(content: SurveyContent, { id }: Section): ReadonlySet<string> {
  const inside = content.sections.filter((each) => rostersOf(content, each).some((roster) => roster.id === id))
  const counts = inside.filter((each) => each.id !== id).map((each) => countKey(each))
  return new Set([...counts, ...inside.flatMap(({ questions }) => questions.map((each) => answerKey(each)))])
}

/** A section in one of the repetitions around it; of a section that repeats on its own there is none. */
export interface RosterAt {
  content: SurveyContent
  section: Section
  outer: Repetition
}

function allEntries({ content, section, outer }: RosterAt, given: FormAnswers): Entries[] {
  const { [countKey(section, outer)]: count } = given
  return upTo(typeof count === 'number' ? count : 0).map((number) =>
    entriesOf(content, section, insideOf(outer, number), given),
  )
}

/** Puts other repetitions in the place of those that there are. */
function withEntries(
  { content, section, outer }: RosterAt,
  given: FormAnswers,
  repetitions: readonly Entries[],
): FormAnswers {
  const ids = idsInside(content, section)
  const numbers = numbersOf(outer).map(String)
  const kept = Object.entries(given).filter(([key]) => {
    const [id = '', ...rest] = key.split('.')
    return !ids.has(id) || !numbers.every((number, depth) => rest[depth] === number)
  })
  const put = repetitions.flatMap((entries, index) =>
    Object.entries(entries).map(([plain, value]) => {
      const [id = '', ...rest] = plain.split('.')
      return [[id, String(insideOf(outer, index + 1)), ...rest].join('.'), value] as const
    }),
  )
  return { ...Object.fromEntries([...kept, ...put]), [countKey(section, outer)]: repetitions.length }
}

/** One more behind the last, or again at its place: later ones move down. */
export function withRepetition(of: RosterAt, given: FormAnswers, at?: number, entries: Entries = {}): FormAnswers {
  const all = allEntries(of, given)
  return withEntries(of, given, all.toSpliced(at === undefined ? all.length : at - 1, 0, entries))
}

/** Without the one of a number: later ones move up. */
export function withoutRepetition(of: RosterAt, given: FormAnswers, number: number): FormAnswers {
  return withEntries(of, given, allEntries(of, given).toSpliced(number - 1, 1))
}
