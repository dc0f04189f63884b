/** A user who releases money has given their password within the last quarter of an hour (quality.md, Security). */
import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import type { PaymentsApp } from '../../test/with-payments.ts'
import { test } from '../../test/with-payments.ts'
import { anonymous } from '../../http/context.ts'
import { queueRun } from '../runs/runs.ts'

type Ids = Awaited<ReturnType<PaymentsApp['given']['payments']>>

const calls: Record<string, (app: Ids, person: PaymentsApp['authorizer'], key: string) => Promise<unknown>> = {
  'the status of a payment': ({ ids }, person) =>
    person.call(payments.setStatus, { params: { surveyId: ids[0] ?? 0 }, body: { status: 'PROCESSING' } }),
  'the status of a location': ({ responseIds }, person) =>
    person.call(payments.setStatus, { params: { surveyId: responseIds[0] ?? 0 }, body: { status: 'PROCESSING' } }),
  'the status of a survey': ({ surveyId }, person) =>
    person.call(payments.setStatus, { params: { surveyId }, body: { status: 'PROCESSING' } }),
  'many at once': ({ ids }, person, key) =>
    person.call(payments.bulkAuthorize, { body: { ids }, headers: { 'idempotency-key': key } }),
  'many as a bare list': ({ ids }, person) => person.call(payments.bulkAuthorize, { body: ids }),
}

test.for(Object.entries(calls))(
  '%s: refused while the password is long ago, done once after it',
  async ([name, authorize], { app }) => {
    const { given, as, sql, stand } = app
    const currency = 'ZAR'
    const owed = await given.payments({ status: 'APPROVED', currency })
    await given.float({ currency, amountMinor: 50_000 })
    const password = 'correct horse battery'
    const staff = await given.admin({ password })
    const person = { ...staff, ...as(staff) }
    const authenticated = (ago: string) =>
      sql.owner.query(`update session set authenticated_at = now() - $2::interval where person_id = $1`, [
        staff.id,
        ago,
      ])
    await authenticated('15 minutes 10 seconds')
    const key = name.replaceAll(' ', '-')
    await expect(authorize(owed, person, key)).rejects.toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    expect(await stand(owed.ids)).toMatchObject([{ status: 'APPROVED' }])
    const trail = await sql.owner.query<{ action: string; code: string }>(
      `select action, after->>'code' as code from audit where actor_id = $1`,
      [staff.id],
    )
    expect(trail.rows).toEqual([{ action: 'payments.refused', code: 'REAUTH_REQUIRED' }])
    await person.call(auth.reauthenticate, { body: { password } })
    await authorize(owed, person, key)
    expect(await stand(owed.ids)).toMatchObject([{ status: 'PROCESSING' }])
    const { rows } = await sql.owner.query<{ n: number }>(
      `select count(*)::int as n from transfer where kind = 'reserve' and payable_id = any($1)`,
      [owed.ids],
    )
    expect(rows).toEqual([{ n: 1 }])
  },
)

test('a repeated answer and the other steps ask for no password', async ({ given, as, sql }) => {
  const currency = 'BWP'
  await given.float({ currency, amountMinor: 50_000 })
  const { ids } = await given.payments({ status: 'APPROVED', currency })
  const staff = await given.admin()
  const authorize = () => as(staff).call(payments.bulkAuthorize, { body: ids, headers: { 'idempotency-key': 'again' } })
  const first = await authorize()
  await sql.owner.query(`update session set authenticated_at = now() - interval '1 hour' where person_id = $1`, [
    staff.id,
  ])
  expect(await authorize()).toEqual(first)
  const fresh = await given.payments({ status: 'INITIATED', currency })
  expect((await as(staff).call(payments.bulkApprove, { body: fresh.ids })).data).toMatchObject({ succeeded: 1 })
})

test('a refusal in a bulk call is on the trail of each payment once, also by the float', async ({
  given,
  maker,
  approver,
  authorizer,
  sql,
}) => {
  const { ids, responseIds } = await given.payments({ count: 3, currency: 'NAD' })
  const [own = 0, waits = 0, last = 0] = ids
  const refusedOn = async (id: number) => {
    const { rows } = await sql.owner.query<{ refusal: string }>(
      `select (after->>'step') || ' ' || (after->>'code') as refusal from audit
         where action = 'payments.refused' and subject_type = 'payable' and subject_id = $1 order by id`,
      [String(id)],
    )
    return rows.map(({ refusal }) => refusal)
  }
  await maker.call(payments.bulkInitiate, { body: [own, last] })
  const headers = { 'idempotency-key': 'bulk-with-refusals' }
  // The second is asked for by its location: the trail names the payment.
  const approve = () => maker.call(payments.bulkApprove, { body: [own, responseIds[1], 987_654_321], headers })
  expect((await approve()).data).toMatchObject({ succeeded: 0, failed: 3 })
  await approve()
  expect(await refusedOn(own)).toEqual(['approve SELF_ACTION'])
  expect(await refusedOn(waits)).toEqual(['approve ILLEGAL_TRANSITION'])
  expect(await refusedOn(987_654_321)).toEqual(['approve NOT_FOUND'])
  await approver.call(payments.bulkApprove, { body: [own, last] })
  await authorizer.call(payments.bulkAuthorize, { body: [own, last] })
  expect(await refusedOn(last)).toEqual(['authorize INSUFFICIENT_FUNDS'])
  expect(await refusedOn(own)).toEqual(['approve SELF_ACTION', 'authorize INSUFFICIENT_FUNDS'])
})

test('what people find about money asks for the password, too', async ({ app }) => {
  const { given, sql, approver } = app
  const { ids } = await given.payments()
  await given.float({ amountMinor: 50_000 })
  await answered(app, ids, paidAs(50_000))
  await sql.owner.query(`update session set authenticated_at = now() - interval '16 minutes' where person_id = $1`, [
    approver.id,
  ])
  const id = ids[0] ?? 0
  const body = { evidence: 'Letter of the provider' }
  const refusal = { status: 403, code: 'REAUTH_REQUIRED' }
  const paid = { ...body, outcome: 'PAID' as const }
  const back = { ...body, outcome: 'RECOVERED' as const }
  await expect(approver.call(ways.reverse, { params: { id }, body })).rejects.toMatchObject(refusal)
  await expect(approver.call(ways.confirmReverse, { params: { id }, body: back })).rejects.toMatchObject(refusal)
  await expect(approver.call(ways.resolve, { params: { id }, body: paid })).rejects.toMatchObject(refusal)
  expect(await app.stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
})

test('a run that authorizes goes on only after the password; others ask for none', async ({ app }) => {
  const { given, sql, authorizer } = app
  const status = { authorize: 'APPROVED', approve: 'INITIATED' } as const
  const actor = { ...anonymous, id: authorizer.id, permissions: new Set(['payments.approve', 'payments.authorize']) }
  for (const step of ['authorize', 'approve'] as const) {
    const { ids } = await given.payments({ status: status[step] })
    const { id: chosen } = (await authorizer.call(paymentSelections.make, { body: { step, ids } })).data
    const starter = { actor, audit: () => undefined, address: '::1', services: app.services }
    const id = await app.services.database.db
      .transaction()
      .execute((db) => queueRun({ ...starter, db }, { id: chosen, step }, { name: null }))
    const act = (action: 'pause' | 'resume') => authorizer.call(paymentRuns.act, { params: { id, action } })
    const authenticated = (ago: string) =>
      sql.owner.query('update session set authenticated_at = now() - $2::interval where person_id = $1', [
        authorizer.id,
        ago,
      ])
    await authenticated('16 minutes')
    await act('pause')
    if (step === 'authorize') {
      await expect(act('resume')).rejects.toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
      await authenticated('1 minute')
    }
    expect((await act('resume')).data).toMatchObject({ state: 'WAITING' })
  }
})
