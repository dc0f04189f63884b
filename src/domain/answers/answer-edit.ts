/** Changes of stored answers (product.md §5): the one validator decides, and what other answers lose by it is named. */
import { meaningOf } from './answer-keys.ts'
import { type Answers, type AnswerProblem, type AnswerValue, checkAnswers } from './answers.ts'
import { isComputed, type Question, type SurveyContent } from '../surveys/survey.ts'
import { canonicalJson } from '../surveys/survey-content.ts'

/** IRRELEVANT: another answer made the question one that is not asked. CALCULATED: it follows from other answers. */
export const changeSources = ['EDIT', 'REVERT', 'IRRELEVANT', 'CALCULATED'] as const
type ChangeSource = (typeof changeSources)[number]

/** Null: not answered. */
export type GivenAnswer = AnswerValue | null

export interface AnswerChange {
  key: string
  before: GivenAnswer
  after: GivenAnswer
  source: ChangeSource
}

export interface EditedAnswers {
  problems: AnswerProblem[]
  /** Keys of answers that go, as their questions are asked no more. */
  irrelevant: string[]
  /** Without problems: the answers to store, and how they differ from those before. */
  answers: Answers
  changes: AnswerChange[]
}

/** The question of a key in the answers. */
export function questionOfKey(content: SurveyContent, key: string): Question | undefined {
  return meaningOf(content, key)?.question
}

const gone: readonly AnswerProblem['code'][] = ['NOT_ASKED', 'OTHER_NOT_CHOSEN']

interface EditOptions {
  /** YYYY-MM-DD: the day of the interview. */
  today: string
  source: ChangeSource
}

export function editAnswers(
  content: SurveyContent,
  before: Answers,
  given: ReadonlyMap<string, GivenAnswer>,
  { today, source }: EditOptions,
): EditedAnswers {
  const meant = new Map([...given].filter(([key, value]) => !isSame(before[key] ?? null, value)))
  const wanted: Answers = { ...before }
  for (const [key, value] of meant) {
    if (value === null) delete wanted[key]
    else wanted[key] = value
  }
  const first = checkAnswers(content, wanted, { today })
  const irrelevant = first.problems
    .filter(({ key, code }) => gone.includes(code) && !meant.has(key))
    .map(({ key }) => key)
  for (const key of irrelevant) delete wanted[key]
  const { problems, answers } = irrelevant.length > 0 ? checkAnswers(content, wanted, { today }) : first
  const unasked = [...meant.keys()].filter((key) => isCalculated(content, key))
  const all = [...problems, ...unasked.map((key) => calculatedProblem(content, key))]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(answers)])]
  const sourceOf = (key: string): ChangeSource => {
    if (meant.has(key)) return source
    return isCalculated(content, key) ? 'CALCULATED' : 'IRRELEVANT'
  }
  const changes = keys
    .map((key) => ({ key, before: before[key] ?? null, after: answers[key] ?? null, source: sourceOf(key) }))
    .filter((change) => !isSame(change.before, change.after))
  return { problems: all, irrelevant, answers, changes }
}

/** Where all answers come together, what is missing is cleared. What follows from other answers is not for the sender to say. */
export function wholeAnswers(
  content: SurveyContent,
  before: Answers,
  sent: ReadonlyMap<string, GivenAnswer>,
): Map<string, GivenAnswer> {
  const blank = Object.keys(before).map((key): [string, GivenAnswer] => [key, null])
  return new Map([...blank, ...sent].filter(([key]) => !isCalculated(content, key)))
}

function calculatedProblem(content: SurveyContent, key: string): AnswerProblem {
  return { key, question: questionOfKey(content, key)?.code ?? '', code: 'NOT_ASKED' }
}

function isCalculated(content: SurveyContent, key: string): boolean {
  const meaning = meaningOf(content, key)
  return Boolean(meaning?.question && isComputed(meaning.question) && !meaning.isOther)
}

function isSame(one: GivenAnswer, other: GivenAnswer): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
