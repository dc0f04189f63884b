/** Skip rules as conditions: forms have none, so each question says when no rule passes over it. */
import type { Expression } from '#domain/expressions/expression.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { planOf } from '#domain/answers/filling-plan.ts'
import { comparedWith, inOrder } from '#domain/answers/skip-rules.ts'
import type { Question, SkipRule, SurveyContent } from '#domain/surveys/survey.ts'
import type { FormNames } from './form-names.ts'
import { type Places, toXPath } from './to-xpath.ts'
import { quoted } from './xpath.ts'

const at = 1

/** How an expression, perhaps in a section that repeats, refers to a question or helper: `${name}`, or its path. */
export type ReferenceTo = (name: string, roster: number | undefined) => string

/** A calculation that says whether a question is asked: a rule may look at that. */
interface Helper {
  name: string
  of: Question
}

export interface Passing {
  /** By question id: the condition that no rule passes over it. */
  conditions: ReadonlyMap<number, string>
  /** By the id of the question that they follow. */
  helpers: ReadonlyMap<number, Helper>
}

export function passingOf(content: SurveyContent, names: FormNames, referenceTo: ReferenceTo): Passing {
  const { questions } = planOf(content)
  const helpers = new Map<number, Helper>()
  const conditions = new Map<number, string>()
  // A rule in a section that repeats is about questions of the same repetition.
  const reference = (code: string) => referenceTo(code, names.roster(code))
  const places: Places = { question: names.question, option: names.option, reference, isRepeated: () => false }
  /** Rules of earlier questions that lead beyond a place, by where they lead to. */
  let open: { to: number; holds: string }[] = []
  questions.forEach(({ question, routes, isAlwaysAsked }, index) => {
    open = open.filter(({ to }) => to > index)
    if (open.length > 0) {
      const passed = [...new Set(open.map(({ holds }) => holds))].join(' or ')
      conditions.set(question.id, `not(${passed})`)
    }
    const rules = inOrder(routes.map(({ rule }) => rule))
    const needsHelper = !isAlwaysAsked && rules.some(({ operator }) => operator === 'EMPTY')
    if (needsHelper) helpers.set(question.id, { name: names.free(`asked_${question.code}`), of: question })
    const helper = helpers.get(question.id)
    const asked = helper ? `${referenceTo(helper.name, names.roster(question.code))} = '1'` : undefined
    const tests = rules.map((rule) => ({
      to: routes.find((route) => route.rule === rule)?.to ?? 0,
      test: testOf(rule, question, { places, asked }),
    }))
    tests.forEach(({ to, test }, place) => {
      // Of the rules of one question the first that holds counts.
      const before = tests.slice(0, place).filter((each) => each.to < to)
      const holds = [`(${test})`, ...before.map((each) => `not(${each.test})`)].join(' and ')
      open.push({ to, holds: before.length > 0 ? `(${holds})` : holds })
    })
  })
  return { conditions, helpers }
}

function testOf(rule: SkipRule, question: Question, { places, asked }: { places: Places; asked: string | undefined }) {
  const own: Expression = { kind: 'question', at, code: question.code }
  const answered: Expression = { kind: 'call', at, name: 'answered', of: [own] }
  if (rule.operator === 'EMPTY') {
    const empty = traitsOf(question.type).answer ? `${places.reference(question.code)} = ''` : 'true()'
    return asked ? `${empty} and ${asked}` : empty
  }
  if (rule.operator === 'ANSWERED') return toXPath(answered, places)
  const words = comparedWith(rule, question)
  const tests = words.map((word) => wordTest(rule, { question, own, word, places }))
  return tests.length > 1 ? tests.map((test) => `(${test})`).join(' or ') : (tests[0] ?? 'false()')
}

const operators = { EQ: '=', NE: '!=', IN: '=', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const

function wordTest(
  { operator }: SkipRule,
  { question, own, word, places }: { question: Question; own: Expression; word: string | number; places: Places },
): string {
  const value = valueOf(word, question)
  if (question.type === 'MULTIPLE') return toXPath({ kind: 'call', at, name: 'selected', of: [own, value] }, places)
  if (operator === 'CONTAINS') return `contains(${places.reference(question.code)}, ${quoted(String(word))})`
  if (operator === 'ANSWERED' || operator === 'EMPTY') return 'false()'
  return toXPath({ kind: 'comparison', at, operator: operators[operator], left: own, right: value }, places)
}

function valueOf(word: string | number, { type }: Question): Expression {
  if (traitsOf(type).answer !== 'number') return { kind: 'text', at, value: String(word) }
  const value = Number(word)
  return value < 0 ? { kind: 'minus', at, of: { kind: 'number', at, value: -value } } : { kind: 'number', at, value }
}
