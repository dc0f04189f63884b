/** The days that the dashboard counts. */
import { mostDays, usualDays } from '#contract/dashboard.ts'
import { daysAfter, daysFrom } from '#domain/text/calendar.ts'
import { problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'

export interface Span {
  from: string
  to: string
  today: string
}

/** Up to today and 30 days long, unless the words say otherwise. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Span {
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? daysAfter(last, 1 - usualDays) ?? last
  if (first > last) throw new AppError('VALIDATION_FAILED', { errors: [problem('to', 'END_BEFORE_START')] })
  return { from: daysFrom(first, last) < mostDays ? first : (daysAfter(last, 1 - mostDays) ?? first), to: last, today }
}
