/** What the key of an answer says: which question, in which repetition, and whether it is the text beside an "other". */
import { answerKey, countKey, otherKey, type Repetition } from './answer-values.ts'
import { inRepetitionOrder, repetitionOf, rostersAround } from './rosters.ts'
import { maxRepeats, type Question, type Section, type SurveyContent } from '../surveys/survey.ts'

export interface KeyMeaning {
  section: Section
  /** Absent for the number of repetitions. */
  question?: Question
  /** Of a number of repetitions: the one that they are in. */
  repetition?: Repetition
  isOther: boolean
}

/** All repetitions from 1 to the number of them. */
export function upTo(count: number): readonly number[] {
  return everyRepetition.slice(0, count)
}

const everyRepetition: readonly number[] = Array.from({ length: maxRepeats }, (_, index) => index + 1)

/** Whether people say by adding to it how often the section repeats. */
export function isCountedByHand({ repeat }: Pick<Section, 'repeat'>): boolean {
  return Boolean(repeat && !repeat.countCode)
}

interface Meant extends Pick<KeyMeaning, 'section' | 'question'> {
  /** What repeats it, the outermost first. */
  rosters: readonly Section[]
}

interface Names {
  /** By the first part of their keys. */
  byKey: ReadonlyMap<string, Meant>
  byCode: ReadonlyMap<string, Question>
}

const namesBy = new WeakMap<SurveyContent, Names>()

function namesOf(content: SurveyContent): Names {
  const known = namesBy.get(content)
  if (known) return known
  const byKey = new Map<string, Meant>()
  const byCode = new Map<string, Question>()
  const around = rostersAround(content.sections)
  content.sections.forEach((section, index) => {
    const rosters = around[index] ?? []
    if (isCountedByHand(section)) byKey.set(countKey(section), { section, rosters: rosters.slice(0, -1) })
    for (const question of section.questions) {
      byKey.set(answerKey(question), { section, question, rosters })
      byCode.set(question.code, question)
    }
  })
  const names = { byKey, byCode }
  namesBy.set(content, names)
  return names
}

/** Undefined for a key that no answer to this content can have. */
export function meaningOf(content: SurveyContent, key: string): KeyMeaning | undefined {
  const [name = '', ...rest] = key.split('.')
  const isOther = rest.at(-1) === 'other'
  const numbers = isOther ? rest.slice(0, -1) : rest
  const named = namesOf(content).byKey.get(name)
  if (!named || numbers.length !== named.rosters.length) return undefined
  const { section, question, rosters } = named
  if (question && rosters.length === 0) return { section, question, isOther }
  const isPossible = rosters.every(({ repeat }, index) => isNumberUpTo(Number(numbers[index]), repeat?.max ?? 0))
  const repetition = repetitionOf(numbers.map(Number))
  if (!question)
    return isPossible && countKey(section, repetition) === key ? { section, repetition, isOther } : undefined
  // Only the key that we would write ourselves: neither `12.01` nor `12.1e1`.
  const own = isOther ? otherKey(question, repetition) : answerKey(question, repetition)
  return isPossible && own === key ? { section, question, repetition, isOther } : undefined
}

function isNumberUpTo(number: number, most: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= most
}

/** The repetitions of a section that have an answer, in their order. */
export function answeredRepetitions(
  content: SurveyContent,
  { id }: Pick<Section, 'id'>,
  answers: Readonly<Record<string, unknown>>,
): Repetition[] {
  const found = Object.keys(answers).flatMap((key) => {
    const { section, question, repetition } = meaningOf(content, key) ?? {}
    return question && section?.id === id && answers[key] !== undefined ? [repetition] : []
  })
  return [...new Set(found)].sort(inRepetitionOrder)
}

/**
 * The key of a question that a caller names by id or code. `age.other` names the text beside its "other"; `age.2` and
 * `age.2.other` name one repetition.
 */
export function keyOfRef(content: SurveyContent, ref: number | string): string {
  const [name = '', ...rest] = String(ref).split('.')
  const { byKey, byCode } = namesOf(content)
  const question = byKey.has(name) ? undefined : byCode.get(name)
  return question ? [question.id, ...rest].join('.') : String(ref)
}

/** As people write a key, with the code instead of the id: `age.2.other`. */
export function refOfKey(content: SurveyContent, key: string): string {
  const [name = '', ...rest] = key.split('.')
  const question = namesOf(content).byKey.get(name)?.question
  return question ? [question.code, ...rest].join('.') : key
}
