/** What the answers to a question are shown as, all together. */
import { type QuestionType, traitsOf } from '../surveys/question-types.ts'

/** Bars of a histogram. */
export const mostBins = 12

export interface Bin {
  from: number
  to: number
  n: number
}

/** WHOLE: answers to it go in whole steps; a day is one too. */
export type Steps = 'WHOLE' | 'ANY'

export function stepsOf(type: QuestionType): Steps {
  return traitsOf(type).isWhole || traitsOf(type).chart === 'DAYS' ? 'WHOLE' : 'ANY'
}

/** How much one bar of a histogram takes. */
export function binWidth(low: number, high: number, steps: Steps): number {
  return steps === 'WHOLE' ? Math.ceil((high - low + 1) / mostBins) : (high - low || 1) / mostBins
}

/** Bins start at `low`; `counts` has the number of each bin. A bin of whole numbers shows its first and last one. */
export function binsOf(
  { low, high, width }: { low: number; high: number; width: number },
  steps: Steps,
  counts: ReadonlyMap<number, number>,
): Bin[] {
  const count = Math.max(1, Math.min(mostBins, Math.ceil((high - low + (steps === 'WHOLE' ? 1 : 0)) / width)))
  return Array.from({ length: count }, (_, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width - (steps === 'WHOLE' ? 1 : 0),
    n: counts.get(bin) ?? 0,
  }))
}

/** Days in their order without a gap; many days become as many bars as a chart has room for, each named by its first day. */
export function barsOfDays(days: readonly { day: string; n: number }[], mostBars = 90): { day: string; n: number }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const begin = Date.parse(first.day)
  const span = (Date.parse(last.day) - begin) / dayMs + 1
  const width = Math.ceil(span / mostBars)
  const bars = Array.from({ length: Math.ceil(span / width) }, (_, at) => ({ day: dayAt(begin, at * width), n: 0 }))
  for (const { day, n } of days) {
    const bar = bars[Math.floor((Date.parse(day) - begin) / dayMs / width)]
    if (bar) bar.n += n
  }
  return bars
}

const dayMs = 86_400_000

function dayAt(begin: number, days: number): string {
  return new Date(begin + days * dayMs).toISOString().slice(0, 10)
}
