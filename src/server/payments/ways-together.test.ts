/** A way that payments take together: each as if it were asked for alone, and once when several people ask at once. */
import { expect } from 'vitest'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { payments } from '#contract/payments.ts'
import { answer, paidAs, refusedWith } from '../test/ended-payments.ts'
import { type PaymentsApp, type Person, test } from '../test/with-payments.ts'
import type { SendResult } from './providers/provider.ts'

const price = 50_000
const down = refusedWith('providerUnavailable')

async function failed(app: PaymentsApp, count: number): Promise<number[]> {
  await app.given.float({ amountMinor: 2 * count * price })
  const { ids } = await app.given.payments({ count })
  await app.letGo(ids)
  await answeredAll(app, ids, down)
  expect(new Set((await app.stand(ids)).map(({ status }) => status))).toEqual(new Set(['FAILED']))
  return ids
}

/** A worker takes so many at a time. */
async function answeredAll(app: PaymentsApp, ids: readonly number[], said: SendResult): Promise<void> {
  for (let turn = 0; turn < ids.length; turn += 1) {
    await answer(app, said)
    if ((await app.stand(ids)).every(({ status }) => status !== 'PROCESSING')) return
  }
}

async function person({ given, as }: PaymentsApp): Promise<Person> {
  const staff = await given.admin()
  return { ...staff, ...as(staff) }
}

/** Of each payment: its round, its further attempts, its entries on the trail, and who tried it again. */
async function retriesOf({ sql }: PaymentsApp, ids: readonly number[]) {
  const { rows } = await sql.owner.query<{ round: number; attempts: number; retries: number; trail: number }>(
    `select p.round, (select count(*)::int from attempt a where a.payable_id = p.id) as attempts,
       (select count(*)::int from step s where s.payable_id = p.id and s.step = 'retry') as retries,
       (select count(*)::int from audit where action = 'payments.retry' and subject_type = 'payable'
         and subject_id = p.id::text) as trail
     from unnest($1::bigint[]) with ordinality as asked(id, place) join payable p on p.id = asked.id order by place`,
    [ids],
  )
  return rows
}

async function trailOf({ sql }: PaymentsApp, actorId: number, action: string) {
  const { rows } = await sql.owner.query<{ after: Record<string, unknown>; subject: string | null }>(
    `select after, subject_id as subject from audit where actor_id = $1 and action = $2 order by id`,
    [actorId, action],
  )
  return rows
}

test('each payment that cannot be retried is refused as it is alone, the others pass', async ({ app }) => {
  const { sql, approver } = app
  const ids = await failed(app, 6)
  const [first = 0, moved = 0, stale = 0, done = 0, own = 0, last = 0] = ids
  const other = await person(app)
  await sql.owner.query(
    `update person set phone = '+258841239901' where id = (select participant_id from payable where id = $1)`,
    [moved],
  )
  const { rows } = await sql.owner.query<{ phone: string }>('select msisdn as phone from payable where id = $1', [own])
  await sql.owner.query('update person set phone = $2 where id = $1', [other.id, rows[0]?.phone])
  await app.maker.call(ways.retry, { params: { id: done }, body: {} })
  const asked = [...ids, 987_654_321]
  const body = { ids: asked, versions: { [stale]: 1 }, reasonText: 'The provider was down.' }
  const tried = (await other.call(payments.bulkRetry, { body: { ...body, dryRun: true } })).data
  expect(await retriesOf(app, [first])).toMatchObject([{ round: 1, retries: 0 }])
  const { data } = await other.call(payments.bulkRetry, { body })
  expect(data).toEqual(tried)
  expect(data).toMatchObject({ requested: 7, succeeded: 2, failed: 5, skipped: 0, batchId: null })
  expect(data.totalAmount).toMatchObject([{ amount: '1000.00', currency: 'MZN' }])
  const codes = new Map(data.results.map(({ id, code }) => [Number(id), code]))
  expect(asked.map((id) => codes.get(id))).toEqual([
    'OK',
    'PHONE_CHANGED',
    'STALE_FACTS',
    'ILLEGAL_TRANSITION',
    'TO_OWN_PHONE',
    'OK',
    'NOT_FOUND',
  ])
  for (const id of [moved, done, own, 987_654_321]) {
    const alone = other.call(ways.retry, { params: { id }, body: {} })
    await expect(alone).rejects.toMatchObject({ code: codes.get(id) })
  }
  const results = data.results.filter(({ ok }) => ok)
  expect(results.map(({ from, to }) => [from, to])).toEqual([
    ['FAILED', 'APPROVED'],
    ['FAILED', 'APPROVED'],
  ])
  // A person with another duty in the round keeps that one.
  const byApprover = (await approver.call(payments.bulkRetry, { body: [stale] })).data
  expect(byApprover.results).toMatchObject([{ ok: false, code: 'SELF_ACTION' }])

  expect(await trailOf(app, other.id, 'payments.retryMany')).toMatchObject([{ after: { succeeded: 2, failed: 5 } }])
  const refusals = await trailOf(app, other.id, 'payments.refused')
  expect(refusals).toContainEqual({ subject: String(moved), after: { code: 'PHONE_CHANGED', step: 'retry' } })
  const noted = await trailOf(app, other.id, 'payments.retry')
  expect(noted).toEqual(
    [first, last].map((id) => ({
      subject: String(id),
      after: { status: 'APPROVED', reasonText: 'The provider was down.' },
    })),
  )
  expect(await app.stand([moved, stale, own])).toMatchObject([1, 2, 3].map(() => ({ status: 'FAILED' })))
})

test('each payment keeps its signatures, and no password is asked for, as alone', async ({ app }) => {
  const ids = await failed(app, 2)
  const [alone = 0, together = 0] = ids
  await app.sql.owner.query(`update session set authenticated_at = now() - interval '1 hour' where person_id = $1`, [
    app.maker.id,
  ])
  await app.maker.call(ways.retry, { params: { id: alone }, body: {} })
  const headers = { 'idempotency-key': 'once' }
  const again = () => app.maker.call(payments.bulkRetry, { body: { ids: [together] }, headers })
  const first = await again()
  expect(await again()).toEqual(first)
  const stepsOf = async (id: number) => {
    const { data } = await app.maker.call(payments.get, { params: { id } })
    const steps = data.steps.map(({ step, level, actorId, carried }) => [step, level, actorId, carried])
    return { status: data.status, round: data.round, steps }
  }
  expect(await stepsOf(together)).toEqual(await stepsOf(alone))
  expect(await retriesOf(app, ids)).toEqual(ids.map(() => ({ round: 2, attempts: 1, retries: 1, trail: 1 })))
})

test('a call is refused whole where all or none was asked, or other payments meant', async ({ app }) => {
  const ids = await failed(app, 2)
  const refused = (body: object) => expect(app.maker.call(payments.bulkRetry, { body })).rejects
  await refused({ ids: [...ids, 987_654_321], atomic: true }).toMatchObject({ status: 409, code: 'BATCH_REFUSED' })
  await refused({ ids, expectedCount: 3 }).toMatchObject({ status: 409, code: 'BATCH_CHANGED' })
  await refused({ ids, expectedTotal: [{ amount: '1.00', currency: 'MZN' }] }).toMatchObject({
    code: 'BATCH_CHANGED',
  })
  await refused({ ids: ['x'] }).toMatchObject({ status: 400, code: 'BAD_ID' })
  await refused({ ids: [] }).toMatchObject({ status: 400 })
  expect(await retriesOf(app, ids)).toEqual(ids.map(() => ({ round: 1, attempts: 1, retries: 0, trail: 0 })))
})

test('people who try the same failed payments again at once: each is sent once more', async ({ app }) => {
  const { maker, authorizer } = app
  const ids = await failed(app, 45)
  const others = [await person(app), await person(app)]
  const orders = [ids, ids.toReversed(), [...ids.slice(20), ...ids.slice(0, 20)]]
  const together = [maker, ...others].map(async (who, n) => who.call(payments.bulkRetry, { body: orders[n] ?? ids }))
  const alone = ids.slice(0, 10).map(async (id) => {
    try {
      await maker.call(ways.retry, { params: { id }, body: {} })
      return 1
    } catch (error) {
      expect(error).toMatchObject({ code: 'ILLEGAL_TRANSITION' })
      return 0
    }
  })
  const [answers, single] = await Promise.all([Promise.all(together), Promise.all(alone)])
  const taken = answers.reduce((sum, { data }) => sum + data.succeeded, 0)
  expect(taken + single.reduce<number>((sum, n) => sum + n, 0)).toBe(ids.length)
  const refusals = answers.flatMap(({ data }) => data.results.filter(({ ok }) => !ok).map(({ code }) => code))
  expect(new Set(refusals)).toEqual(new Set(['ILLEGAL_TRANSITION']))
  expect(await retriesOf(app, ids)).toEqual(ids.map(() => ({ round: 2, attempts: 1, retries: 1, trail: 1 })))

  const authorized = await Promise.all([1, 2].map(() => authorizer.call(payments.bulkAuthorize, { body: ids })))
  expect(authorized.map(({ data }) => data.succeeded).sort((a, b) => a - b)).toEqual([0, ids.length])
  await answeredAll(app, ids, paidAs(price))
  expect(new Set((await app.stand(ids)).map((row) => row.status))).toEqual(new Set(['SUCCESSFUL']))
  expect(await retriesOf(app, ids)).toEqual(ids.map(() => ({ round: 2, attempts: 2, retries: 1, trail: 1 })))
  const { rows } = await app.sql.owner.query<{ n: number }>(
    `select count(*)::int as n from transfer where kind = 'settle' and payable_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ n: ids.length }])
})

test('failed payments are given up together, with a reason; others stay where they are', async ({ app }) => {
  const { maker } = app
  const ids = await failed(app, 2)
  const { ids: fresh } = await app.given.payments()
  const asked = [...ids, ...fresh]
  await expect(maker.call(payments.bulkWithdraw, { body: { ids: asked } })).rejects.toMatchObject({ status: 400 })
  const { data } = await maker.call(payments.bulkWithdraw, { body: { ids: asked, reasonText: 'Wrong numbers.' } })
  expect(data).toMatchObject({ requested: 3, succeeded: 2, failed: 1 })
  expect(data.results.find(({ ok }) => !ok)).toMatchObject({ id: fresh[0], code: 'ILLEGAL_TRANSITION' })
  expect(await app.stand(asked)).toMatchObject([
    { status: 'REJECTED', reason: 'WITHDRAWN' },
    { status: 'REJECTED', reason: 'WITHDRAWN' },
    { status: 'ELIGIBLE' },
  ])
  expect(await trailOf(app, maker.id, 'payments.withdraw')).toHaveLength(2)
})

test('rejected payments reopen together, each to its payee’s new phone, and pay once', async ({ app }) => {
  const { maker, approver, sql } = app
  const { ids } = await app.given.payments({ count: 3 })
  const [kept = 0, moved = 0, returned = 0] = ids
  await app.given.float({ amountMinor: 3 * price })
  await maker.call(payments.bulkInitiate, { body: ids })
  await approver.call(payments.bulkReject, { body: { ids, reason: 'WRONG_AMOUNT' } })
  const phone = '+258841239902'
  await sql.owner.query(`update person set phone = $2 where id = (select participant_id from payable where id = $1)`, [
    moved,
    phone,
  ])
  await sql.owner.query(
    `update form set status = 'HAS_ISSUES' where (survey_id, id) =
         (select survey_id, response_id from payable_response where payable_id = $1)`,
    [returned],
  )
  const phoneOf = async (id: number) => (await maker.call(payments.get, { params: { id } })).data.phone
  const before = await phoneOf(kept)
  const { data } = await maker.call(payments.bulkReopen, { body: { ids, reasonText: 'The amount was right.' } })
  expect(data.results.map(({ id, code }) => [id, code])).toEqual([
    [kept, 'OK'],
    [moved, 'OK'],
    [returned, 'RESPONSE_NOT_APPROVED'],
  ])
  expect(await app.stand([kept, moved])).toMatchObject([{ status: 'ELIGIBLE' }, { status: 'ELIGIBLE' }])
  expect([await phoneOf(kept), await phoneOf(moved)]).toEqual([before, phone])
  await app.letGo([kept, moved])
  await answeredAll(app, [kept, moved], paidAs(price))
  expect(await app.stand(ids)).toMatchObject([
    { status: 'SUCCESSFUL' },
    { status: 'SUCCESSFUL' },
    { status: 'REJECTED' },
  ])
})

test('1,001 rejected payments reopen in one call, and its run is found', async ({ app }) => {
  const { maker, approver } = app
  const { ids, surveyId } = await app.given.payments({ count: 1001, status: 'INITIATED' })
  await approver.call(payments.bulkReject, { body: { ids, reason: 'WRONG_AMOUNT' } })
  const { data } = await maker.call(payments.bulkReopen, { body: { ids, reasonText: 'The amount was right.' } })
  expect(data).toMatchObject({ succeeded: 1001, failed: 0, results: [] })
  const { list } = await maker.call(paymentRuns.list, { query: { step: 'reopen', startedBy: String(maker.id) } })
  expect(list).toMatchObject([{ step: 'reopen', state: 'DONE', total: 1001, succeeded: 1001, source: { by: 'IDS' } }])
  const filter = { surveyId: String(surveyId) }
  const again = (await maker.call(paymentSelections.make, { body: { step: 'reopen', filter } })).data
  expect(again).toMatchObject({ count: 0 })
}, 60_000)

test('what failed of a run is retried together, and giving it up needs a reason', async ({ app }) => {
  const { maker } = app
  const ids = await failed(app, 3)
  const { list } = await maker.call(paymentRuns.list, { query: { step: 'authorize', state: 'DONE' } })
  const filter = { runId: String(list[0]?.id), status: 'FAILED' }
  const choose = async (step: 'retry' | 'withdraw') =>
    (await maker.call(paymentSelections.make, { body: { step, filter } })).data
  const chosen = await choose('retry')
  expect(chosen).toMatchObject({ count: 3, willing: { count: 3 }, source: { by: 'FILTER' } })
  expect(chosen.next).toMatchObject([{ step: 'authorize', count: 3 }])
  const start = (id: number, body: object) => maker.call(paymentSelections.start, { params: { id }, body })
  const { id } = await choose('withdraw')
  await expect(start(id, {})).rejects.toMatchObject({ status: 400, errors: [{ path: 'reasonText' }] })
  const { data } = await start(chosen.id, { name: 'Once more' })
  expect(data).toMatchObject({ succeeded: 3, isUnderWay: false })
  const run = (await app.approver.call(paymentRuns.get, { params: { id: data.runId ?? 0 } })).data
  expect(run).toMatchObject({ name: 'Once more', step: 'retry', succeeded: 3 })
  expect(await start(id, { reasonText: 'Given up.' })).toMatchObject({
    data: { succeeded: 0, failures: [{ code: 'ILLEGAL_TRANSITION', count: 3 }] },
  })
  expect(new Set((await app.stand(ids)).map(({ status }) => status))).toEqual(new Set(['APPROVED']))
})

test('payments are corrected together, each to the phone that its participant has now', async ({ app }) => {
  const { maker, sql } = app
  const { ids, surveyId } = await app.given.payments({ count: 3, status: 'INITIATED' })
  const [kept = 0, moved = 0, later = 0] = ids
  const phone = '+258841239903'
  const give = (id: number, to: string) =>
    sql.owner.query(`update person set phone = $2 where id = (select participant_id from payable where id = $1)`, [
      id,
      to,
    ])
  await give(moved, phone)
  const make = async (body: object) =>
    (await maker.call(paymentSelections.make, { body: { step: 'correct', ...body } })).data
  expect(await make({ filter: { surveyId: String(surveyId) } })).toMatchObject({ count: 1, willing: { count: 1 } })
  const chosen = await make({ ids })
  expect(chosen).toMatchObject({ willing: { count: 1 }, refused: [{ code: 'PHONE_UNCHANGED', count: 2 }] })
  expect(chosen.next).toMatchObject([{ step: 'initiate', count: 1 }])
  await give(later, '+258841239904')
  const { data } = await maker.call(paymentSelections.start, { params: { id: chosen.id }, body: {} })
  expect(data).toMatchObject({ succeeded: 2, failed: 1 })
  const stand = async (id: number) => (await maker.call(payments.get, { params: { id } })).data
  expect(await stand(moved)).toMatchObject({ status: 'ELIGIBLE', phone, round: 2, steps: [{ step: 'correct' }] })
  expect(await app.stand([kept, later])).toMatchObject([{ status: 'INITIATED' }, { status: 'ELIGIBLE' }])
})
