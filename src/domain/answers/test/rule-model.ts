/** What a skip rule says of an answer, written out in the plainest way: tests hold its condition against it. */
import { valueOf } from '../../expressions/expression-values.ts'
import { traitsOf } from '../../surveys/question-types.ts'
import { comparedWith } from '../rule-conditions.ts'
import type { Question, SkipRule } from '../../surveys/survey.ts'

export function modelOf(rule: SkipRule, question: Question): (answer: unknown) => boolean {
  const type = traitsOf(question.type).answer
  const sorted = (value: unknown) => {
    if (type === 'number') return Number(value)
    return type === 'datetime' ? Date.parse(String(value)) : String(value)
  }
  const words = comparedWith(rule, question).map(sorted)
  const [word] = words
  return (given) => {
    const answer = valueOf(type, given)
    if (rule.operator === 'EMPTY') return answer === undefined
    if (answer === undefined) return false
    if (rule.operator === 'ANSWERED') return true
    if (word === undefined) return false
    if (Array.isArray(answer)) return words.some((code) => answer.includes(String(code)))
    const own = sorted(answer)
    switch (rule.operator) {
      case 'EQ':
        return own === word
      case 'NE':
        return own !== word
      case 'IN':
        return words.includes(own)
      case 'LT':
        return own < word
      case 'LE':
        return own <= word
      case 'GT':
        return own > word
      case 'GE':
        return own >= word
      case 'CONTAINS':
        return String(own).includes(String(word))
    }
  }
}
