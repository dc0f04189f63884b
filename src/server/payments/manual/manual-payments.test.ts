/** A manual payment by its name, as the seed's clients know it: `isNaN(id)` is how they tell it from the others. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { history } from '#contract/history.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

/** Nothing creates manual payments yet. */
async function givenManual({ given, sql }: PaymentsApp): Promise<{ id: number; name: string; surveyId: number }> {
  const name = `MAN-${randomUUID().replaceAll('-', '').toUpperCase()}`
  const { surveyId } = await given.payments({ count: 0 })
  const { rows } = await sql.owner.query<{ id: number }>(
    `with made as (
       insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, facts_hash)
       values ('MANUAL', $1, $2, '+258861990001', 700, 'MZN', 'gsma',
         signed_facts('+258861990001', 700, 'MZN', 'gsma', signed_entry(null, null, null, 'OTHER', null, null))) returning id
     )
     insert into manual_payment (payable_id, survey_id, reason) select id, $2, 'OTHER' from made returning payable_id as id`,
    [name, surveyId],
  )
  return { id: rows[0]?.id ?? 0, name, surveyId }
}

test('a manual payment takes its steps by name, number or survey', async ({ app }) => {
  const { given, maker, approver, authorizer, stand } = app
  const { id, name, surveyId } = await givenManual(app)
  await given.float({ amountMinor: 700 })
  const { data: first } = await maker.call(payments.bulkInitiate, { body: [name, 'MAN-0'] })
  expect(first.results).toMatchObject([
    { id: name, code: 'OK' },
    { id: 'MAN-0', code: 'NOT_FOUND' },
  ])
  const { data: byNumber } = await approver.call(payments.bulkApprove, { body: { ids: [String(id)] } })
  expect(byNumber.results).toMatchObject([{ id, code: 'OK' }])
  const { data: ofSurvey } = await authorizer.call(payments.bulkAuthorize, { body: { surveyIds: [surveyId] } })
  expect(ofSurvey.results).toMatchObject([{ id: name, code: 'OK' }])
  expect(await stand([id])).toMatchObject([{ status: 'PROCESSING' }])
  const { data: transactions } = await maker.call(payments.transactions)
  expect(transactions).toMatchObject([{ paymentId: id }])
})

test('lists and records give out the name as the id, and the number beside it', async ({ app }) => {
  const { maker } = app
  const { id, name, surveyId } = await givenManual(app)
  const given = { id: name, paymentId: id, kind: 'MANUAL', locationId: null, responseIds: [] }
  expect((await maker.call(payments.list, { query: { surveyId } })).data).toMatchObject([given])
  expect((await maker.call(payments.list, { query: { q: name } })).data).toMatchObject([given])
  expect((await maker.call(payments.get, { params: { id: name } })).data).toMatchObject(given)
  expect((await maker.call(payments.get, { params: { id } })).data).toMatchObject(given)
  await expect(maker.call(payments.get, { params: { id: 'MAN-0' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a name and its number are one payment, which the trail keeps by number', async ({ app }) => {
  const { maker, approver, sql } = app
  const { id, name } = await givenManual(app)
  const { data: seen } = await maker.call(payments.get, { params: { id: name } })
  await maker.call(payments.bulkInitiate, { body: [id, name] })
  const old = { ids: [name], versions: { [name]: seen.version } }
  const { data } = await approver.call(payments.bulkApprove, { body: old })
  expect(data).toMatchObject({ requested: 1, results: [{ id: name, code: 'STALE_FACTS' }] })
  for (const subjectId of [id, name]) {
    const params = { subjectType: 'payable', subjectId } as const
    const trail = (await maker.call(history.list, { params })).data
    expect(trail.map(({ action }) => action)).toEqual(['payments.initiate'])
  }
  const refused = await sql.owner.query<{ subject: string }>(
    `select subject_id as subject from audit where action = 'payments.refused' and actor_id = $1`,
    [approver.id],
  )
  expect(refused.rows).toEqual([{ subject: String(id) }])
})

test('a manual payment on the path of the others is sent to its own', async ({ app }) => {
  const { maker, stand } = app
  const { id, name } = await givenManual(app)
  const step = { params: { surveyId: name }, body: { status: 'INITIATED' as const } }
  const refused = { status: 400, code: 'USE_MANUAL_PATH' }
  await expect(maker.call(payments.setStatus, step)).rejects.toMatchObject(refused)
  expect(await stand([id])).toMatchObject([{ status: 'ELIGIBLE' }])
})
