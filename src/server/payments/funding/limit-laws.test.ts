/** One rule in two places: what lets more through waits for a second person. */
import { assert, asyncProperty, constantFrom, integer, record, uniqueArray } from 'fast-check'
import { expect } from 'vitest'
import { type Limit, loosens } from '#domain/money/payment-limits.ts'
import { test } from '../../test/with-payments.ts'

test('the database and the rule agree on which limits let more through', async ({ sql }) => {
  const row = record({
    kind: constantFrom('PAYMENT' as const, 'RUN' as const),
    currency: constantFrom('GHS', 'KES'),
    role: constantFrom(null, 'PAYER', 'INITIATOR'),
    amountMinor: integer({ min: 1, max: 3 }),
  })
  const limits = uniqueArray(row, {
    maxLength: 4,
    selector: (one) => [one.kind, one.currency, one.role].join(' '),
  })
  const client = await sql.owner.connect()
  const written = (version: number, rows: readonly Limit[]) =>
    client.query(
      `insert into payment_limit (version, kind, currency, role, amount_minor)
         select $1, kind, currency, role, "amountMinor" from jsonb_to_recordset($2::jsonb)
           as l(kind text, currency text, role text, "amountMinor" bigint)`,
      [version, JSON.stringify(rows)],
    )
  try {
    await assert(
      asyncProperty(limits, limits, async (before, after) => {
        await client.query(`begin; set local session_replication_role = replica`)
        await client.query(
          `insert into payment_policy (version, changed_by, reason) values (900, 0, 'x'), (901, 0, 'x')`,
        )
        await written(900, before)
        await written(901, after)
        const { rows } = await client.query<{ is: boolean }>('select loosens(901) as is')
        await client.query('rollback')
        expect(rows[0]?.is).toBe(loosens(before, after))
      }),
    )
  } finally {
    client.release()
  }
})
