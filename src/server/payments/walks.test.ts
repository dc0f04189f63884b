/**
 * Random walks: people and the provider act in any order on a few payments, and the server must agree with a model
 * (payment-model.ts). `npm run test:walk -- --seeds N` walks longer and prints what was met. Many walks must meet all there is.
 */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { size, wayNames } from '../test/payment-acts.ts'
import { Model } from '../test/payment-model.ts'
import { anyWalk } from '../test/payment-walk.ts'
import { type PaymentsApp, test } from '../test/with-payments.ts'

/** Each lawful change of status, as the database has it, and what does not show there. */
async function allThereIs({ sql }: PaymentsApp): Promise<string[]> {
  const { rows } = await sql.owner.query<{ move: string }>(
    `select concat_ws(' ', from_status, to_status, coalesce(step, '-')) as move from payable_move
     order by from_status, to_status, step`,
  )
  return [
    ...rows.map(({ move }) => move),
    ...wayNames.map((way) => `(${way})`),
    '(paid twice)',
    '(second is booked)',
    '(next try)',
  ]
}

const walks = process.env['WALKS'] === undefined ? undefined : Number(process.env['WALKS'])
const numRuns = walks ?? 10
/** Fewer may miss something by chance. */
const enoughForAll = 2000
const float = 3

test(
  'random acts of people and provider leave the payments where a simple model says',
  async ({ app }) => {
    const fourth = await app.given.admin()
    const people = [app.maker, app.approver, app.authorizer, { ...fourth, ...app.as(fourth) }]
    const visits = new Map<string, number>()
    const began = performance.now()
    let walk = 0
    const property = fc.asyncProperty(anyWalk, async (acts) => {
      walk += 1
      if (walks !== undefined && walk % 500 === 0) console.log(`${walk} of ${walks} walks`)
      // A currency of its own per walk, so that each has its own float.
      const currency = [walk / 676, walk / 26, walk]
        .map((n) => String.fromCodePoint(65 + (Math.floor(n) % 26)))
        .join('')
      // What earlier walks left on its way is no part of this one.
      await app.sql.owner.query(`update attempt set next_at = 'infinity'
        where state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'FAILED') and next_at < 'infinity'`)
      // Long walks outlast the time in which a password counts as just given.
      await app.sql.owner.query(`update session set authenticated_at = now(), expires_at = now() + interval '1 hour'`)
      const owed = await app.given.payments({ count: size, amountMinor: 100, currency })
      await app.given.float({ currency, amountMinor: float * 100 + 99 })
      const model = new Model(size, float, visits)
      await fc.asyncModelRun(() => ({ model, real: { ...app, ...owed, people, currency } }), acts)
      const stand = await app.stand(owed.ids)
      expect(stand.map(({ status }) => status)).toEqual(model.payments.map(({ status }) => status))
      const { rows } = await app.sql.owner.query<{ n: number }>(
        `select (debits - credits)::int as n from account where name = 'FLOAT:gsma:' || $1`,
        [currency],
      )
      expect(rows[0]?.n).toBe(model.float * 100 + 99)
    })
    await fc.assert(property, { numRuns })
    if (walks === undefined) return
    const all = await allThereIs(app)
    for (const what of all) console.log(`${String(visits.get(what) ?? 0).padStart(7)}  ${what}`)
    const seconds = (performance.now() - began) / 1000
    console.log(
      `${numRuns} walks in ${seconds.toFixed(0)} s, ${(numRuns / seconds).toFixed(1)} a second: 0 differences`,
    )
    if (numRuns >= enoughForAll) expect(all.filter((what) => !visits.has(what))).toEqual([])
    expect([...visits.keys()].filter((what) => !all.includes(what))).toEqual([])
  },
  numRuns * 10_000,
)
