/** What keeps a `payable p` from its next step: the function that the database refuses such a step by. */
import { sql } from 'kysely'
import type { PaymentHold } from '#domain/payment.ts'
import { fixed } from '../db/fixed.ts'

export const holdOf = fixed(sql<PaymentHold | null>`hold_of(p)`)
