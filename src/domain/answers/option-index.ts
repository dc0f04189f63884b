/** Which of very many options a filter offers, without a look at each: `column('district') = district` finds them by an index. */
import { compileTree, type ExpressionScope, type Run } from '../expressions/expression-types.ts'
import { type Expression, parseExpression } from '../expressions/expression.ts'
import { own } from '../own.ts'
import { having } from '../surveys/list-table.ts'
import type { AnswerOption } from '../surveys/survey.ts'

/** What every option that is offered has in a column. */
export interface OptionKey {
  column: string
  value: Run
}

export function optionKeyOf(source: string, scope: ExpressionScope): OptionKey | undefined {
  const { expression } = parseExpression(source)
  const sides = conjuncts(expression).flatMap((part): [Expression, Expression][] =>
    part.kind === 'comparison' && part.operator === '='
      ? [
          [part.left, part.right],
          [part.right, part.left],
        ]
      : [],
  )
  for (const [column, other] of sides) {
    const [name] = column.kind === 'call' && column.name === 'column' ? column.of : []
    if (name?.kind !== 'text') continue
    // Outside of a filter there are no columns: what names one is no key.
    const { problems, type, run } = compileTree(other, { ...scope, own: undefined }, undefined)
    if (problems.length === 0 && type === 'text') return { column: name.value, value: run }
  }
  return undefined
}

function conjuncts(expression: Expression | undefined): Expression[] {
  if (expression?.kind !== 'logic' || expression.operator !== 'and') return expression ? [expression] : []
  return [...conjuncts(expression.left), ...conjuncts(expression.right)]
}

/** `name` is the code of an option that has no column of that name. */
export function columnOf(option: AnswerOption | undefined, name: string): string | undefined {
  return own(option?.columns ?? {}, name) ?? (name === 'name' ? option?.code : undefined)
}

export function optionsHaving(options: readonly AnswerOption[], column: string, value: string) {
  return having(options, { column, value, cell: (option) => columnOf(option, column) })
}
