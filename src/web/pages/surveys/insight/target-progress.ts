/** How far a target is, from a crossing. Pure. */
import type { Cross, Group } from '#contract/insight.ts'
import type { Target } from '#domain/surveys/targets.ts'

/** What is crossed for a target. */
export function crossFor({ of, per, question }: Target): { rows: string; by?: string } {
  const fact = per === 'UNIT' ? '@unit' : per === 'COLLECTOR' ? '@collector' : undefined
  if (of === 'ANSWER') return { rows: question ?? '', ...(fact && { by: fact }) }
  return { rows: fact ?? '@status' }
}

export interface Reached {
  /** Undefined: the survey as a whole. */
  group: Group | undefined
  /** Responses, or per cent of those that answer the question. */
  n: number
}

/** The furthest from the goal first; groups without a name are no part of it. */
export function reachedOf({ of, per, option }: Target, { total, rows, columns, counts }: Cross): Reached[] {
  const isWhole = per === 'SURVEY' || per === 'DAY'
  const named = rows.filter(({ kind }) => kind === 'VALUE')
  if (of !== 'ANSWER')
    return isWhole ? [{ group: undefined, n: total }] : byLeast(named.map((group) => ({ group, n: group.n })))
  const chosen = rows.findIndex(({ key }) => key === option)
  const blank = rows.findIndex(({ kind }) => kind === 'BLANK')
  const shares = columns.map((group, at) => {
    const answered = group.n - (counts[blank]?.[at] ?? 0)
    return { group, n: answered === 0 ? 0 : (100 * (counts[chosen]?.[at] ?? 0)) / answered }
  })
  if (isWhole) return [{ group: undefined, n: shares[0]?.n ?? 0 }]
  return byLeast(shares.filter(({ group }) => group.kind === 'VALUE'))
}

function byLeast(reached: Reached[]): Reached[] {
  return reached.sort((a, b) => a.n - b.n)
}
