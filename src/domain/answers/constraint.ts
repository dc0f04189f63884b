/** The bounds that a constraint sets, each with what a person is told who broke it: "≥ 15". */
import { type Comparison, type Expression, parseExpression, printExpression } from '../expressions/expression.ts'
import { compileExpression, type ExpressionScope, type Run } from '../expressions/expression-types.ts'
import { shortened } from '../problems.ts'

export interface Bound {
  holds: Run
  /** In signs, which every language reads. */
  words: string
}

/** What `and` joins are bounds of their own: the answer is told which of them it breaks. */
export function boundsOf(constraint: string, scope: ExpressionScope): Bound[] {
  const { expression } = parseExpression(constraint)
  return joinedByAnd(expression).map((part) => ({
    holds: compileExpression(printExpression(part), scope, 'boolean').run,
    words: shortened(wordsOf(part)),
  }))
}

function joinedByAnd(expression: Expression | undefined): Expression[] {
  if (expression?.kind === 'logic' && expression.operator === 'and')
    return [...joinedByAnd(expression.left), ...joinedByAnd(expression.right)]
  return expression ? [expression] : []
}

const signs: Record<Comparison, string> = { '=': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' }

const turned: Record<Comparison, Comparison> = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

function wordsOf(bound: Expression): string {
  if (bound.kind === 'comparison' && bound.left.kind === 'own') return `${signs[bound.operator]} ${plain(bound.right)}`
  if (bound.kind === 'comparison' && bound.right.kind === 'own')
    return `${signs[turned[bound.operator]]} ${plain(bound.left)}`
  return printExpression(bound)
}

function plain(side: Expression): string {
  return side.kind === 'text' ? side.value : printExpression(side)
}
