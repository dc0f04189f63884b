/** What the database refuses of money in, by SQL as the app's role. */
import { expect } from 'vitest'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const ask = `insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by)
  values ('gsma', 'MZN', 500, gen_random_uuid(), '2026-01-01', 'Attack', $1) returning id`
const confirm = `update funding set status = 'CONFIRMED', decided_by = $2 where id = $1`
const topUp = `insert into transfer (kind, credit_account, debit_account, currency, amount_minor, funding_id)
  select 'topup', f.id, t.id, 'MZN', $2, $1 from account f, account t
  where f.name = 'FUNDER:gsma:MZN' and t.name = 'FLOAT:gsma:MZN'`

type Attack = readonly [text: string, values: readonly unknown[]]

/** The error of the last statement, or of the commit. */
async function refusalOf({ sql }: PaymentsApp, attacks: (id: number) => readonly Attack[], askedBy: number) {
  const client = await sql.app.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(ask, [askedBy])
    for (const [text, values] of attacks(rows[0]?.id ?? 0)) await client.query(text, [...values])
    await client.query('commit')
    return 'accepted'
  } catch (error) {
    await client.query('rollback')
    const { code, message } = error as { code: string; message: string }
    return code === 'CV001' ? message : code
  } finally {
    client.release()
  }
}

test('no SQL of the app tops up a float unless another person confirmed a request', async ({ app }) => {
  const { maker, approver, given, as } = app
  await given.float({ amountMinor: 1 })
  await app.sql.owner.query(`insert into account (kind, provider, currency) values ('SUSPENSE', 'gsma', 'MZN')`)
  const stranger = { ...as(undefined), ...(await given.admin({ permissions: ['payments.read'] })) }
  const attempt = (attacks: (id: number) => readonly Attack[], askedBy = maker.id) => refusalOf(app, attacks, askedBy)
  expect({
    unconfirmed: await attempt((id) => [[topUp, [id, 500]]]),
    byNobody: await attempt(() => [[topUp, [null, 500]]]),
    ownRequest: await attempt((id) => [[confirm, [id, maker.id]]]),
    withoutRight: await attempt((id) => [[confirm, [id, stranger.id]]]),
    askedWithoutRight: await attempt(() => [], stranger.id),
    notBooked: await attempt((id) => [[confirm, [id, approver.id]]]),
    otherAmount: await attempt((id) => [
      [confirm, [id, approver.id]],
      [topUp, [id, 501]],
    ]),
    twice: await attempt((id) => [
      [confirm, [id, approver.id]],
      [topUp, [id, 500]],
      [topUp, [id, 500]],
    ]),
    otherFacts: await attempt((id) => [['update funding set into_minor = 900 where id = $1', [id]]]),
    bornConfirmed: await attempt(() => [
      [ask.replace('asked_by)', 'asked_by, status)').replace('$1)', `$1, 'CONFIRMED')`), [maker.id]],
    ]),
    undecided: await attempt((id) => [
      [`update funding set status = 'REFUSED', decided_by = $2 where id = $1`, [id, approver.id]],
      [confirm, [id, approver.id]],
    ]),
    deleted: await attempt((id) => [['delete from funding where id = $1', [id]]]),
    otherSide: await attempt((id) => [
      [confirm, [id, approver.id]],
      [topUp.replace("'topup'", "'surplus'").replace('FUNDER:', 'SUSPENSE:'), [id, 500]],
    ]),
    feeComesIn: await attempt(() => [
      [ask.replace('asked_by)', 'asked_by, counter)').replace('$1)', `$1, 'FEES')`), [maker.id]],
    ]),
    lawful: await attempt((id) => [
      [confirm, [id, approver.id]],
      [topUp, [id, 500]],
    ]),
  }).toEqual({
    unconfirmed: 'ILLEGAL_TRANSITION',
    byNobody: '23514',
    ownRequest: 'FUNDING_OWN',
    withoutRight: 'FORBIDDEN',
    askedWithoutRight: 'FORBIDDEN',
    notBooked: 'ILLEGAL_TRANSITION',
    otherAmount: 'ILLEGAL_TRANSITION',
    twice: '23505',
    otherFacts: '42501',
    bornConfirmed: 'FUNDING_DECIDED',
    undecided: 'FUNDING_DECIDED',
    deleted: '42501',
    otherSide: 'ILLEGAL_TRANSITION',
    feeComesIn: '23514',
    lawful: 'accepted',
  })
})

test('a request that was confirmed earlier books nothing more', async ({ app }) => {
  const { maker, approver, given, sql } = app
  await given.float({ amountMinor: 1 })
  const { rows } = await sql.owner.query<{ id: number }>(
    `select id from funding where status = 'CONFIRMED' order by id desc limit 1`,
  )
  const again: Attack[] = [[topUp, [rows[0]?.id, 1]]]
  expect(await refusalOf(app, () => again, maker.id)).toMatch(/ILLEGAL_TRANSITION|23505/)
  expect(approver.id).not.toBe(maker.id)
})
