/** What the lists of payments and of transactions have in common. */
import { type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '#domain/errors.ts'
import { unusualCurrencies } from '#domain/money/money.ts'
import type { PaymentActor } from '#domain/money/payment.ts'
import { runStepNames } from '#domain/money/payment-run.ts'
import { maskPhone } from '#domain/people/phone.ts'
import { fixed } from '../db/fixed.ts'
import type { Db } from '../db/pool.ts'
import { type Onlooker, scopeOf, type SurveyScope } from '../scope.ts'
import { paymentActor } from './steps/steps-store.ts'

export interface Viewer {
  permissions: ReadonlySet<string>
}

/** A reader of payments, and the surveys whose payments they see. */
export interface PaymentViewer extends PaymentActor {
  scope: SurveyScope
  /** The payments of the selection that its step would leave out, with the reasons. */
  leftOut?: ReadonlyMap<number, ErrorCode>
}

/** The reader of payments, with the rights they have now. */
export async function viewerOf(db: Db, onlooker: Onlooker): Promise<PaymentViewer> {
  return { ...(await paymentActor(db, onlooker)), scope: await scopeOf(db, onlooker) }
}

/** A phone as this viewer may see it. */
export function shownPhone<Phone extends string | null>(phone: Phone, { permissions }: Viewer): Phone | string {
  return phone === null || permissions.has('payments.viewPhone') ? phone : maskPhone(phone)
}

/** Whether a job `j` is a run of payments. */
export const isRun = fixed(sql`j.kind in (${sql.join(runStepNames.map((step) => sql.lit(`payments.${step}`)))})`)

/** A condition that counts only when the query has the word for it. */
export function when<T>(
  value: T | undefined,
  condition: (value: T) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  return value === undefined ? undefined : condition(value)
}

/** Days in UTC, both included. */
export function withinDays(column: RawBuilder<unknown>, from: string | undefined, to: string | undefined) {
  return [when(from, (day) => sql`${column} >= ${day}::date`), when(to, (day) => sql`${column} < ${day}::date + 1`)]
}

/** The amount of a row of `payable` or `attempt` in whole units of its currency. */
export function wholeUnits(table: string): RawBuilder<unknown> {
  const currency = sql.ref(`${table}.currency`)
  return fixed(sql`${sql.ref(`${table}.amount_minor`)} / (case when ${currency} in (${named(0)}) then 1
    when ${currency} in (${named(3)}) then 1000 else 100 end)::numeric`)
}

function named(digits: number): RawBuilder<unknown> {
  return sql.join(unusualCurrencies(digits).map((currency) => sql.lit(currency)))
}
