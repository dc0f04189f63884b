import type { FieldProblem } from '#domain/problems.ts'

/** Problems of publishing by the section or question that has them; `''` holds those of the survey itself. */
export function byPlace(problems: readonly FieldProblem[]): ReadonlyMap<string, readonly FieldProblem[]> {
  return Map.groupBy(problems, ({ path }) => /^sections\[\d+\](\.questions\[\d+\])?/.exec(path)?.[0] ?? '')
}
