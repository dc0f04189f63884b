/** Payments of many pages at once, for what is decided on together. */
import { type PaymentRow, payments } from '#contract/payments.ts'
import { maxPageSize } from '#contract/fields.ts'
import { ask } from '../../api/query.ts'

/** The most that a review lists one by one: what a person can still answer for. */
export const maxListed = 1000

/** The first of the payments that match, up to the limit. Throws `ApiError`. */
export async function collectPayments(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<PaymentRow[]> {
  const found = new Map<number, PaymentRow>()
  for (let page = 1; ; page += 1) {
    const { list, total } = await ask(payments.list, { query: { ...query, page, pageSize: maxPageSize }, signal })
    // A payment that moves between two reads may be met twice.
    for (const row of list) found.set(row.paymentId, row)
    const read = page * maxPageSize
    if (read >= total || read >= maxListed) return [...found.values()]
  }
}
