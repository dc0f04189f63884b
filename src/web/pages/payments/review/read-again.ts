/** The payments of a review as they are at this moment. */
import { type PaymentRow, payments } from '#contract/payments.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ask } from '../../../api/query.ts'
import { collectPayments } from '../collect-payments.ts'
import type { Pick } from '../review-state.ts'

/** Fewer are read one by one. */
const worthPages = 8

/** Those that exist, in no order. Throws `ApiError`. */
export async function readAgain(picks: readonly Pick[], signal: AbortSignal): Promise<PaymentRow[]> {
  const ids = new Set(picks.map(({ id }) => id))
  const found = picks.length > worthPages ? await readPages(picks, signal) : []
  for (const { paymentId } of found) ids.delete(paymentId)
  return [...found, ...(await readEach([...ids], signal))]
}

/** Most of them stand on the first pages of their statuses; changed or very old ones do not. */
async function readPages(picks: readonly Pick[], signal: AbortSignal): Promise<PaymentRow[]> {
  const ids = new Set(picks.map(({ id }) => id))
  const status = [...new Set(picks.map((pick) => pick.status))].join(',')
  const { rows } = await collectPayments({ status }, undefined, signal)
  return rows.filter(({ paymentId }) => ids.has(paymentId))
}

async function readEach(ids: readonly number[], signal: AbortSignal): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = []
  // A few at a time: browsers and servers queue anything more.
  for (let start = 0; start < ids.length; start += worthPages) {
    const some = await Promise.all(ids.slice(start, start + worthPages).map((id) => readOne(id, signal)))
    rows.push(...some.filter((row) => row !== undefined))
  }
  return rows
}

async function readOne(id: number, signal: AbortSignal): Promise<PaymentRow | undefined> {
  try {
    return (await ask(payments.get, { params: { id }, signal })).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
