/** What a rule finds wrong, without its text: the edge adds that by code. */
import type { FieldProblem } from './errors.ts'

export interface RuleProblem extends Omit<FieldProblem, 'message'> {
  /** The bound that was missed, for codes such as TOO_FEW; a text where it is an amount of money. */
  limit?: number | string
}

/** The same problems seen from further out: `code` under `sections[0].questions[2]`. */
export function under(parent: string, problems: readonly RuleProblem[]): RuleProblem[] {
  return problems.map((found) => ({ ...found, path: `${parent}.${found.path}` }))
}
