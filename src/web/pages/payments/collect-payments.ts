/** Payments of many pages at once, for what is decided on together. */
import { type PaymentRow, payments } from '#contract/payments.ts'
import { maxPageSize } from '#contract/fields.ts'
import { ask } from '../../api/query.ts'

/** So many payments one review takes: what a person can still answer for, and one call can carry. */
export const maxChosen = 1000

export interface Collected {
  rows: PaymentRow[]
  /** How many more match than one review takes. */
  beyond: number
}

/** The first of what matches, up to the limit. `onRead` hears how many have come. Throws `ApiError`. */
export async function collectPayments(
  query: Readonly<Record<string, string>>,
  onRead: (read: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Collected> {
  const found = new Map<number, PaymentRow>()
  for (let page = 1; ; page += 1) {
    const input = { query: { ...query, page, pageSize: maxPageSize }, signal }
    const { list, total } = await ask(payments.list, input)
    // A payment that moves between two reads may be met twice.
    for (const row of list) found.set(row.paymentId, row)
    onRead(Math.min(found.size, maxChosen))
    const read = page * maxPageSize
    if (read >= total || read >= maxChosen) return { rows: [...found.values()], beyond: Math.max(0, total - maxChosen) }
  }
}
