/** What the key of an answer says: which question, in which repetition, and whether it is the text beside an "other". */
import { answerKey, countKey, otherKey, type Repetition } from './answer-values.ts'
import { maxRepeats, type Question, type Section, type SurveyContent } from '../surveys/survey.ts'

export interface KeyMeaning {
  section: Section
  /** Absent for the number of repetitions. */
  question?: Question
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

type Meant = Pick<KeyMeaning, 'section' | 'question'>

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
  for (const section of content.sections) {
    if (isCountedByHand(section)) byKey.set(countKey(section), { section })
    for (const question of section.questions) {
      byKey.set(answerKey(question), { section, question })
      byCode.set(question.code, question)
    }
  }
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
  if (!named || numbers.length > 1) return undefined
  const { section, question } = named
  if (!question) return rest.length === 0 ? { section, isOther } : undefined
  const [number] = numbers
  if (!section.repeat) return number === undefined ? { section, question, isOther } : undefined
  const repetition = Number(number)
  // Only the key that we would write ourselves: neither `12.01` nor `12.1e1`.
  const own = isOther ? otherKey(question, repetition) : answerKey(question, repetition)
  const isPossible = Number.isInteger(repetition) && repetition >= 1 && repetition <= section.repeat.max
  return isPossible && own === key ? { section, question, repetition, isOther } : undefined
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
