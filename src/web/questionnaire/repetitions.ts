/** The repetitions of a section in what was entered: how many, how each is called, and how one comes or goes. Pure. */
import { upTo } from '#domain/answers/answer-keys.ts'
import { answerKey, type Answers, countKey, otherKey, type Repetition } from '#domain/answers/answer-values.ts'
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
export function storedRepetitions(content: SurveyContent, section: Section, answers: Answers): readonly number[] {
  const counting = countingQuestion(content, section)
  const said = answers[counting ? answerKey(counting) : countKey(section)]
  const max = section.repeat?.max ?? 0
  const answered = upTo(max).filter((repetition) =>
    section.questions.some((each) => answers[answerKey(each, repetition)] !== undefined),
  )
  const count = typeof said === 'number' ? Math.min(said, max) : 0
  return upTo(Math.max(count, answered.at(-1) ?? 0))
}

/** The entries of one repetition, by the keys that they would have without one. */
export type Entries = FormAnswers

export function entriesOf({ questions }: Section, repetition: number, given: FormAnswers): Entries {
  const keys = questions.flatMap((each) => [
    [answerKey(each), answerKey(each, repetition)] as const,
    [otherKey(each), otherKey(each, repetition)] as const,
  ])
  return Object.fromEntries(
    keys.filter(([, key]) => given[key] !== undefined).map(([plain, key]) => [plain, given[key]]),
  )
}

function countedByHand(section: Section, given: FormAnswers): number {
  const { [countKey(section)]: count } = given
  return typeof count === 'number' ? count : 0
}

function allEntries(section: Section, given: FormAnswers): Entries[] {
  return upTo(countedByHand(section, given)).map((repetition) => entriesOf(section, repetition, given))
}

/** Puts other repetitions in the place of those that there are. */
function withEntries(section: Section, given: FormAnswers, repetitions: readonly Entries[]): FormAnswers {
  const old = upTo(countedByHand(section, given)).flatMap((repetition) =>
    section.questions.flatMap((each) => [answerKey(each, repetition), otherKey(each, repetition)]),
  )
  const gone = new Set(old)
  const kept = Object.entries(given).filter(([key]) => !gone.has(key))
  const put = repetitions.flatMap((entries, index) =>
    section.questions.flatMap((each) => [
      [answerKey(each, index + 1), entries[answerKey(each)]] as const,
      [otherKey(each, index + 1), entries[otherKey(each)]] as const,
    ]),
  )
  const there = put.filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries([...kept, ...there]), [countKey(section)]: repetitions.length }
}

/** One more behind the last, or again at its place: later ones move down. */
export function withRepetition(section: Section, given: FormAnswers, at?: number, entries: Entries = {}): FormAnswers {
  const all = allEntries(section, given)
  return withEntries(section, given, all.toSpliced(at === undefined ? all.length : at - 1, 0, entries))
}

/** Without one: later ones move up. */
export function withoutRepetition(section: Section, given: FormAnswers, repetition: number): FormAnswers {
  return withEntries(section, given, allEntries(section, given).toSpliced(repetition - 1, 1))
}
