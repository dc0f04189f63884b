/** What the answers to a question are shown as, all together. */
import type { MergedQuestion } from './merged-versions.ts'
import { type ChartKind, type QuestionType, questionTypes, traitsOf } from '../surveys/question-types.ts'

/** Where the answers to one chart are: a code that changed its type gives those of the present type. */
export interface ChartKey {
  question: number
  kind: ChartKind
  type: QuestionType
  key: string
}

export function chartKeys(questions: readonly MergedQuestion[]): ChartKey[] {
  return questions.flatMap(({ question, places }) => {
    const kind = traitsOf(question.type).chart
    const same = places.filter(({ type }) => traitsOf(type).chart === kind)
    return same.map(({ key }) => ({ question: question.id, kind, type: question.type, key }))
  })
}

/** Answers that are read for one set of charts: more would take longer than a reader waits. */
const mostAnswers = 60_000
const leastResponses = 500

/** The number of latest responses that charts read. */
export function chartedResponses(questions: number): number {
  return Math.max(leastResponses, Math.floor(mostAnswers / Math.max(1, questions)))
}

/** Bars of a histogram. */
export const mostBins = 12

export interface Bin {
  from: number
  to: number
  n: number
}

/** Bins start at `low`; `counts` has the number of each bin. A bin of whole numbers shows its first and last one. */
export function binsOf(
  { low, high, width }: { low: number; high: number; width: number },
  steps: 'WHOLE' | 'ANY',
  counts: ReadonlyMap<number, number>,
): Bin[] {
  const count = Math.max(1, Math.min(mostBins, Math.ceil((high - low + (steps === 'WHOLE' ? 1 : 0)) / width)))
  return Array.from({ length: count }, (_, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width - (steps === 'WHOLE' ? 1 : 0),
    n: counts.get(bin) ?? 0,
  }))
}

/** Types whose charts go in whole steps: a day is one too. */
export const wholeSteps = questionTypes.filter((type) => traitsOf(type).isWhole || traitsOf(type).chart === 'DAYS')

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
