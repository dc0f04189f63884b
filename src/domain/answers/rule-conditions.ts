/**
 * Skip rules as conditions on the answer to their question, with the place to which they lead: the one place that knows
 * what a rule means. Server, page and forms go by these.
 */
import type { Comparison, Expression } from '../expressions/expression.ts'
import { compileTree } from '../expressions/expression-types.ts'
import { valueOf } from '../expressions/expression-values.ts'
import { Budget } from '../budget.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { destinationOf, inOrder, type Places, repeatProblems } from './skip-rules.ts'
import type { Question, SkipOperator, SkipRule } from '../surveys/survey.ts'

/** Where the survey goes on when the condition holds. */
export interface Route {
  /** The id of its rule. */
  rule: number
  priority: number
  to: number
  condition: Expression
  /** Whether the condition holds of an answer; one that does not fit the question is blank. */
  holds: (answer: unknown) => boolean
  /** What the condition compares the answer with. */
  words: readonly (string | number)[]
}

/** By the place of their question, in the order in which they are asked. Rules that lead nowhere or back are left out. */
export function routesOf(skips: readonly SkipRule[], places: Places): ReadonlyMap<number, readonly Route[]> {
  const found = inOrder(skips).flatMap((rule) => {
    const from = places.ofQuestion.get(rule.fromQuestionId)
    const question = places.questions[from ?? -1]
    const to = destinationOf(rule, places)
    if (from === undefined || !question || to === undefined || to <= from) return []
    // A rule that breaks up repetitions keeps the survey from being published; until then it does not count.
    return repeatProblems(rule, from, places).length > 0 ? [] : [{ from, ...routeOf(rule, question, to) }]
  })
  return Map.groupBy(found, ({ from }) => from)
}

export function routeOf(rule: SkipRule, question: Question, to: number): Route {
  const words = comparedWith(rule, question)
  const condition = conditionOf(rule.operator, question, words)
  const { run } = compileTree(condition, { question: () => question }, 'boolean')
  const { answer: type } = traitsOf(question.type)
  const holds = (answer: unknown) => {
    const value = valueOf(type, answer)
    return run({ answerTo: () => value, answersTo: () => [], today: '', now: '', budget: new Budget() }) === true
  }
  return { rule: rule.id, priority: rule.priority, to, condition, holds, words }
}

/** What a rule compares with: one value, a list for IN, the code of its option; nothing when that is gone. */
export function comparedWith({ value, answerId }: SkipRule, question: Question): (string | number)[] {
  if (answerId === null) return value === null ? [] : [value].flat()
  const option = question.answers.find(({ id }) => id === answerId)
  return option ? [option.code] : []
}

const at = 1
const comparisons: Partial<Record<SkipOperator, Comparison>> = { NE: '!=', LT: '<', LE: '<=', GT: '>', GE: '>=' }

function conditionOf(
  operator: SkipOperator,
  { code, type }: Question,
  words: readonly (string | number)[],
): Expression {
  const { answer } = traitsOf(type)
  if (!answer) return { kind: 'boolean', at, value: operator === 'EMPTY' }
  const own: Expression = { kind: 'question', at, code }
  const answered = call('answered', own)
  if (operator === 'ANSWERED') return answered
  if (operator === 'EMPTY') return call('not', answered)
  const tests = words.map((word): Expression => {
    const right = literal(answer === 'number' ? Number(word) : String(word))
    if (answer === 'choices') return call('selected', own, right)
    if (operator === 'CONTAINS') return call('contains', own, right)
    return { kind: 'comparison', at, operator: comparisons[operator] ?? '=', left: own, right }
  })
  return anyOf(tests)
}

function call(name: string, ...of: Expression[]): Expression {
  return { kind: 'call', at, name, of }
}

function literal(value: string | number): Expression {
  if (typeof value === 'string') return { kind: 'text', at, value }
  return value < 0 ? { kind: 'minus', at, of: literal(-value) } : { kind: 'number', at, value }
}

/** Split in halves, so that a long list nests few brackets. */
function anyOf(tests: readonly Expression[]): Expression {
  const [first = { kind: 'boolean', at, value: false }] = tests
  if (tests.length < 2) return first
  const half = tests.length >> 1
  return { kind: 'logic', at, operator: 'or', left: anyOf(tests.slice(0, half)), right: anyOf(tests.slice(half)) }
}
