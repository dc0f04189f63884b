/** A currency as it comes in. Away from the other shapes, so that pages without money do without the list. */
import * as z from 'zod/mini'
import { isCurrency } from '#domain/money/currencies.ts'
import { saying } from './problems.ts'

export const Currency = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, { abort: true }), z.refine(isCurrency, { params: saying('UNKNOWN_CURRENCY') }))
