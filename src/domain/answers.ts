/**
 * The one validator of answers, for Excel, API and screens alike (product.md §5). An answer's canonical value: TEXT and
 * LONG_TEXT a string, INTEGER, DECIMAL and RATING a number, DATE 'YYYY-MM-DD', TIME 'HH:MM', DATETIME an ISO moment with its
 * offset, SINGLE the code of an option, MULTIPLE the codes, RANK all codes, the best first, YES_NO 'yes' or 'no', PHONE
 * E.164, GEOPOINT a point, ADMIN_UNIT and SITE the code of one, IMAGE, AUDIO, FILE and SIGNATURE a stored file. A NOTE has
 * none, and an unanswered question is absent.
 */
import { type Answerable, checkAnswer, checkText, takesText } from './answer-check.ts'
import type { Answers } from './answer-values.ts'
import { valueOf } from './expression-values.ts'
import { fill } from './filling.ts'
import { type Plan, planOf, type PlannedQuestion } from './filling-plan.ts'
import type { Problem, ProblemCode } from './problems.ts'
import type { AnswerOption, Question, SurveyContent } from './survey.ts'

export type { Answers, AnswerValue, GeoPoint } from './answer-values.ts'
export { otherKey } from './answer-values.ts'
export { checkText, isOnEarth, optionOf } from './answer-check.ts'

export interface AnswerProblem extends Problem {
  /** The key in the answers. */
  key: string
  /** The question's code; empty for a key that belongs to no question. */
  question: string
}

/** Whether the question takes a free text beside its options. */
export function takesOther(question: Question): boolean {
  return question.answers.some((option) => option.isOther)
}

/** What a survey asks of its answers, made once for all of them. */
interface Asked {
  /** Of all answers, those to "other" included. */
  keys: ReadonlySet<string>
  questions: readonly AskedQuestion[]
}

interface AskedQuestion extends PlannedQuestion, Answerable {}

const askedBy = new WeakMap<Plan, Asked>()

function askedOf(plan: Plan): Asked {
  const known = askedBy.get(plan)
  if (known) return known
  const questions = plan.questions.map((planned) => ({
    ...planned,
    options: new Map<unknown, AnswerOption>(planned.question.answers.map((option) => [option.code, option])),
  }))
  const asked = { questions, keys: new Set(questions.flatMap((each) => [each.key, each.otherKey])) }
  askedBy.set(plan, asked)
  return asked
}

const noKeys: ReadonlySet<string> = new Set()

export interface AnswerOptions {
  /** YYYY-MM-DD: `today()` of expressions. */
  today: string
  /** Keys of answers that the caller was given but cannot read: they have their problem already, and are not missing. */
  unread?: ReadonlySet<string>
}

export interface CheckedAnswers {
  problems: AnswerProblem[]
  /** Without problems the answers to store: those given, with the calculated ones. */
  answers: Answers
}

/** Everything that is wrong with the answers, in the order of the questions. */
export function answerProblems(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  options: AnswerOptions,
): AnswerProblem[] {
  return checkAnswers(content, given, options).problems
}

export function checkAnswers(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  { today, unread = noKeys }: AnswerOptions,
): CheckedAnswers {
  const plan = planOf(content)
  const { questions, keys } = askedOf(plan)
  const { asked, answers } = fill(content, given, { today })
  // An answer that rules or conditions look at, and that is wrong, does not say which other questions are asked.
  const isClear = plan.isPlain || !questions.some((each) => each.decides && isUnclear(each, given, unread))
  const answerTo = (id: number) => valueOf(plan.questions[plan.places.ofQuestion.get(id) ?? -1]?.type, answers[id])
  const problems: AnswerProblem[] = []
  for (const each of questions) {
    const { question, key, calculation, constraint } = each
    const isSure = isClear || each.isAlwaysAsked
    const value = calculation ? answers[key] : given[key]
    const other = given[each.otherKey]
    const add = (at: string, found: Problem) => problems.push({ key: at, question: question.code, ...found })
    if (isSure && !asked.has(question.id)) {
      if (!calculation && value !== undefined) add(key, { code: 'NOT_ASKED' })
      if (other !== undefined) add(each.otherKey, { code: 'NOT_ASKED' })
      continue
    }
    const isUnread = unread.has(key)
    let found = value === undefined ? missing(each, isUnread || !isSure) : checkAnswer(each, value)
    if (!found && constraint && value !== undefined && isClear && constraint({ today, answerTo }) !== true)
      found = { code: 'CONSTRAINT' }
    if (found) add(key, withMessage(found, question))
    if (other === undefined) continue
    // An answer that is wrong or unread does not say whether its "other" is chosen.
    const isLoose = !found && !isUnread && !takesText(each, value)
    const foundOther: Problem | undefined = isLoose ? { code: 'OTHER_NOT_CHOSEN' } : checkText(other, undefined)
    if (foundOther) add(each.otherKey, foundOther)
  }
  for (const key of Object.keys(given)) {
    if (!keys.has(key)) problems.push({ key, question: '', code: 'UNKNOWN_QUESTION' })
  }
  return { problems, answers }
}

function missing({ question, calculation }: AskedQuestion, isExcused: boolean): Problem | undefined {
  const isNeeded = question.required && !calculation && question.type !== 'NOTE'
  return isNeeded && !isExcused ? { code: 'REQUIRED' } : undefined
}

const boundCodes: readonly ProblemCode[] = ['TOO_SMALL', 'TOO_BIG', 'TOO_LONG', 'PATTERN', 'CONSTRAINT']

/** The survey's own words for an answer that breaks one of its bounds. */
function withMessage(found: Problem, { validation: { message } }: Question): Problem {
  return message && boundCodes.includes(found.code) ? { ...found, said: message } : found
}

function isUnclear(asked: AskedQuestion, given: Readonly<Record<string, unknown>>, unread: ReadonlySet<string>) {
  const value = given[asked.key]
  return unread.has(asked.key) || (!asked.calculation && value !== undefined && checkAnswer(asked, value) !== undefined)
}
