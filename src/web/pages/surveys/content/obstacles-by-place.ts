import type { RuleProblem } from '#domain/survey-problems.ts'

/** Problems of publishing by the section or question that has them; `''` holds those of the survey itself. */
export function byPlace(problems: readonly RuleProblem[]): ReadonlyMap<string, readonly RuleProblem[]> {
  return Map.groupBy(problems, ({ path }) => /^sections\[\d+\](\.questions\[\d+\])?/.exec(path)?.[0] ?? '')
}
