/** What the key of an answer says: which question, in which repetition, and whether it is the text beside an "other". */
import { answerKey, countKey, otherKey, type Repetition } from './answer-values.ts'
import { maxRepeats, type Question, type Section, type SurveyContent } from './survey.ts'

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

/** By id, made once for a content. */
type Named = ReadonlyMap<string, Pick<KeyMeaning, 'section' | 'question'>>

const namedIn = new WeakMap<SurveyContent, Named>()

function namesOf(content: SurveyContent): Named {
  const known = namedIn.get(content)
  if (known) return known
  const named = new Map<string, Pick<KeyMeaning, 'section' | 'question'>>()
  for (const section of content.sections) {
    if (isCountedByHand(section)) named.set(countKey(section), { section })
    for (const question of section.questions) named.set(answerKey(question), { section, question })
  }
  namedIn.set(content, named)
  return named
}

/** Undefined for a key that no answer to this content can have. */
export function meaningOf(content: SurveyContent, key: string): KeyMeaning | undefined {
  const [name = '', ...rest] = key.split('.')
  const isOther = rest.at(-1) === 'other'
  const numbers = isOther ? rest.slice(0, -1) : rest
  const named = namesOf(content).get(name)
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
