/** The type of a calculation is that of what it computes; one may need the type of another. */
import { rosterIds } from '#domain/answers/filling-plan.ts'
import { compileExpression } from '#domain/expressions/expression-types.ts'
import type { Question } from '#domain/surveys/survey.ts'
import type { Made } from './form-parts.ts'
import type { MadeNames } from './made-names.ts'
import { readExpressionCell } from './read-fields.ts'
import type { RowSection } from './read-rows.ts'

const dayTypes: Record<string, Question['type']> = { date: 'DATE', datetime: 'DATETIME', time: 'TIME' }

/** Sets the types in place. */
export function settleTypes(made: readonly Made[], sections: readonly RowSection[], names: MadeNames): void {
  const open = made.filter(({ from }) => from.type === undefined)
  const byRow = new Map(made.map(({ from, question }) => [from.row, question]))
  const around = rosterIds(sections.map(({ depth }, id) => ({ id, repeat: depth > 0 ? { max: 1, depth } : null })))
  const rosters = new Map(
    sections.flatMap(({ questions }, index) => questions.map(({ row }) => [byRow.get(row), around[index]] as const)),
  )
  const byCode = new Map(made.map(({ question }) => [question.code, question]))
  const named = (code: string) => {
    const question = byCode.get(code)
    return question && { ...question, rosters: rosters.get(question) }
  }
  for (let round = 0; round < 5 && open.length > 0; round += 1) {
    let changed = false
    for (const { from, question } of open) {
      const source = readExpressionCell(
        from.row.cells,
        'calculation',
        names.seenFrom(undefined, from.path),
        () => undefined,
      )
      const scope = { question: named, rosters: rosters.get(question) }
      const computes = source === null ? undefined : compileExpression(source, scope, undefined).type
      const type = computes === 'number' ? 'DECIMAL' : (dayTypes[computes ?? ''] ?? 'TEXT')
      changed ||= type !== question.type
      question.type = type
    }
    if (!changed) return
  }
}
