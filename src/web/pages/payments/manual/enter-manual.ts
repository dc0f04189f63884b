/** Sends a payment that was entered by hand (seed §5). */
import type * as z from 'zod/mini'
import { manualPayments } from '#contract/manual-payments.ts'
import { payments } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { ask, refresh } from '../../../api/query.ts'

export type ManualEntry = NonNullable<z.input<typeof manualPayments.initiate.body>>

/** Without a survey or a visit nothing is sent: false, and a line in the log. A failure is logged and thrown. */
export async function enterManual(entry: ManualEntry, key: string): Promise<PaymentRow | false> {
  if (entry.locationId === undefined) {
    console.error('No survey to enter a payment for')
    return false
  }
  try {
    const { data } = await ask(manualPayments.initiate, { body: entry, idempotencyKey: key })
    await refresh(payments.list)
    return data
  } catch (error) {
    console.error('The payment could not be entered', error)
    throw error
  }
}
