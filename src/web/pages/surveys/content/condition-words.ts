/** Conditions in words: "Sex is Female and Age is at least 15". What has no plain words stays as it is written. Pure. */
import { type Comparison, type Expression, parseExpression } from '#domain/expressions/expression.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Question, SkipOperator } from '#domain/surveys/survey.ts'
import type { Text } from '../../../i18n/text.ts'

export interface ConditionScope {
  questions: ReadonlyMap<string, Pick<Question, 'text' | 'answers' | 'type'>>
  /** Whose answer `.` is. */
  own?: Pick<Question, 'text' | 'answers' | 'type'> | undefined
  language: string
  t: Text
}

const begin = '\u2068'
const end = '\u2069'
const longest = 60

/** Marked as of a direction of its own, which also sets it apart from the words around it. */
export function nameMarked(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return begin + (line.length > longest ? `${line.slice(0, longest - 1)}…` : line) + end
}

export function namesApart(text: string): { text: string; name: boolean }[] {
  return text.split(new RegExp(`[${begin}${end}]`, 'u')).map((part, index) => ({ text: part, name: index % 2 === 1 }))
}

/** Undefined: there are no plain words for it. */
export function conditionWords(source: string, scope: ConditionScope): string | undefined {
  const { expression } = parseExpression(source)
  return expression && wordsOf(expression, scope)
}

const operators: Record<Comparison, SkipOperator> = {
  '=': 'EQ',
  '!=': 'NE',
  '<': 'LT',
  '<=': 'LE',
  '>': 'GT',
  '>=': 'GE',
}
const flipped: Record<Comparison, Comparison> = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

const opposites: Partial<Record<Comparison, Comparison>> = { '=': '!=', '!=': '=' }

/** `isNot`: the opposite of a choice, of an answer or of a comparison; anything else in `not(…)` stays as it is. */
function wordsOf(expression: Expression, scope: ConditionScope, isNot = false): string | undefined {
  const { t } = scope
  if (expression.kind === 'comparison') {
    const { left, right } = expression
    const operator = isNot ? opposites[expression.operator] : expression.operator
    return operator && (compared(left, operator, right, scope) ?? compared(right, flipped[operator], left, scope))
  }
  if (expression.kind === 'logic' && !isNot) {
    const [left, right] = [expression.left, expression.right].map((side) => {
      const words = wordsOf(side, scope)
      return words && side.kind === 'logic' && side.operator !== expression.operator ? `(${words})` : words
    })
    return left && right && t(`surveys.words.${expression.operator}`, { left, right })
  }
  if (expression.kind !== 'call') return undefined
  const [of, choice] = expression.of
  if (!of) return undefined
  if (expression.name === 'not' && !isNot) return wordsOf(of, scope, true)
  if (expression.name === 'answered') return tested(of, t(`surveys.words.${isNot ? 'missing' : 'answered'}`), scope)
  const value = expression.name === 'selected' && choice && valueOf(choice, of, scope)
  return value ? tested(of, t(`surveys.words.${isNot ? 'includesNot' : 'includes'}`, { value }), scope) : undefined
}

function compared(of: Expression, operator: Comparison, to: Expression, scope: ConditionScope): string | undefined {
  const value = valueOf(to, of, scope)
  return value && tested(of, scope.t(`skips.when.${operators[operator]}`, { value }), scope)
}

function tested(of: Expression, test: string, { questions, language, t }: ConditionScope): string | undefined {
  if (of.kind === 'own') return t('surveys.words.test', { question: t('surveys.words.own'), test })
  const question = of.kind === 'question' ? questions.get(of.code) : undefined
  return question && t('surveys.words.test', { question: nameMarked(plainIn(question.text, language)), test })
}

/** A number, a text, the label of an option, or the name of another question. */
function valueOf(value: Expression, of: Expression, scope: ConditionScope): string | undefined {
  const { questions, own, language, t } = scope
  if (value.kind === 'number') return nameMarked(String(value.value))
  if (value.kind === 'minus' && value.of.kind === 'number') return nameMarked(String(-value.of.value))
  if (value.kind === 'call') return value.name === 'today' ? t('surveys.words.today') : undefined
  if (value.kind === 'question') {
    const other = questions.get(value.code)
    return other && nameMarked(plainIn(other.text, language))
  }
  if (value.kind !== 'text' || value.value === '') return undefined
  const asked = of.kind === 'own' ? own : of.kind === 'question' ? questions.get(of.code) : undefined
  if (asked?.type === 'YES_NO' && (value.value === 'yes' || value.value === 'no'))
    return nameMarked(t(`skips.value.${value.value}`))
  const option = asked?.answers.find(({ code }) => code === value.value)
  return nameMarked(option ? plainIn(option.text, language) : value.value)
}
