/** One person under two names: payments to them are held until another person lifts it, for those two from then on. */
import { expect } from 'vitest'
import { desk } from '#contract/desk.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { makePayables } from './payables.ts'

const holdsOf = async ({ maker }: PaymentsApp, ids: readonly number[]) =>
  await Promise.all(ids.map(async (id) => (await maker.call(payments.get, { params: { id: String(id) } })).data.hold))

/** Payments to `count` participants, and who these are. */
async function owed({ given, sql }: PaymentsApp, count: number) {
  const { ids, surveyId } = await given.payments({ count })
  const { rows } = await sql.owner.query('select participant_id from payable where id = any($1) order by id', [ids])
  return { ids, surveyId, people: rows.map((row) => Number(row.participant_id)) }
}

/** Another payment to the participant, in a survey of its own. */
async function owedNext({ given, sql, services }: PaymentsApp, participant: number): Promise<number> {
  const { surveyId } = await given.payments()
  const { rows } = await sql.owner.query(
    `insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
     values ($1, 1, $2, 'APPROVED', 'API', gen_random_uuid(), now()) returning id`,
    [surveyId, participant],
  )
  const { db } = services.database
  await db.transaction().execute((tx) => makePayables(tx, { surveyId, ids: [rows[0].id] }))
  const { rows: made } = await sql.owner.query('select payable_id from payable_response where response_id = $1', [
    rows[0].id,
  ])
  return Number(made[0].payable_id)
}

const open = async ({ authorizer }: PaymentsApp) =>
  (await authorizer.call(desk.list, { query: { kind: 'SAME_PAYEE', state: 'OPEN' } })).list

test('One phone of two participants holds the later payment; a lift covers this pair', async ({ app }) => {
  const { maker, authorizer, sql } = app
  const { ids, people } = await owed(app, 3)
  const [first = 0, second = 0, third = 0] = ids
  expect(await holdsOf(app, [first, await owedNext(app, people[0] ?? 0)])).toEqual([null, null])
  const share = async (person: number | undefined) =>
    await sql.owner.query('update person set payment_phone = (select phone from person where id = $1) where id = $2', [
      people[0],
      person,
    ])
  await share(people[1])
  expect(await holdsOf(app, ids)).toEqual([null, 'SAME_PAYEE', null])
  const initiate = async (id: number) =>
    (await maker.call(payments.bulkInitiate, { body: [id] })).data.results.map(({ code }) => code)
  expect(await initiate(second)).toEqual(['SAME_PAYEE'])
  const key = `${second}:${first}`
  expect(await open(app)).toMatchObject([{ key, next: 'LIFT', details: { sign: 'PHONE', other: first } }])
  await authorizer.call(desk.close, { body: { kind: 'SAME_PAYEE', key, reason: 'A mother and her son.' } })
  expect(await open(app)).toEqual([])
  const all = await authorizer.call(desk.list, { query: { kind: 'SAME_PAYEE', state: 'CLOSED' } })
  expect(all.list).toMatchObject([{ key }])
  expect(await initiate(second)).toEqual(['OK'])
  // In any survey, and either of the two; a third one on the phone is held again.
  expect(await holdsOf(app, [await owedNext(app, people[1] ?? 0), first])).toEqual([null, null])
  await share(people[2])
  expect(await holdsOf(app, [third])).toEqual(['SAME_PAYEE'])
  expect((await open(app)).map((row) => row.key)).toEqual(
    expect.arrayContaining([`${third}:${first}`, `${third}:${second}`]),
  )
})

test('Who lifted it signs no step, and a payment that is given up holds no other one', async ({ app }) => {
  const { maker, approver, sql } = app
  const { ids, people } = await owed(app, 2)
  const [first = 0, second = 0] = ids
  await sql.owner.query(
    'update person set payment_phone = (select phone from person where id = $1) where id = $2',
    people,
  )
  await approver.call(payments.bulkReject, { body: { ids: [first], reason: 'OTHER' } })
  expect(await holdsOf(app, ids)).toEqual([null, null])
  const next = await owedNext(app, people[0] ?? 0)
  const key = `${next}:${second}`
  await maker.call(desk.close, { body: { kind: 'SAME_PAYEE', key, reason: 'Two people.' } })
  expect((await maker.call(payments.bulkInitiate, { body: [next] })).data.results).toMatchObject([
    { code: 'SELF_ACTION' },
  ])
})

test('The same name and year of birth hold a payment, a name alone does not', async ({ app }) => {
  const { sql } = app
  const { people } = await owed(app, 3)
  await sql.owner.query(`update person set name = 'José Lima' where id = any($1)`, [people])
  const born = async (person: number | undefined, day: string) =>
    await sql.owner.query('update person set birth_date = $1 where id = $2', [day, person])
  await born(people[0], '1990-03-01')
  await born(people[1], '1991-01-01')
  const next = await owedNext(app, people[2] ?? 0)
  expect(await holdsOf(app, [next])).toEqual([null])
  await born(people[2], '1990-12-24')
  await sql.owner.query(`update person set name = 'jose lima' where id = $1`, [people[2]])
  expect(await holdsOf(app, [next, await owedNext(app, people[2] ?? 0)])).toEqual(['SAME_PAYEE', 'SAME_PAYEE'])
  expect((await open(app)).map(({ details }) => details['sign'])).toContain('NAME')
})

test('A device of two people who fill in themselves holds, one of staff does not', async ({ app }) => {
  const { sql } = app
  const { people } = await owed(app, 2)
  const print = async (source: string) => {
    await sql.owner.query(`update form set source = $1 where participant_id = any($2)`, [source, people])
    await sql.owner.query(
      `insert into form_print (survey_id, is_pilot, kind, hash, id)
         select survey_id, false, 2, 77, id from form where participant_id = any($1) on conflict do nothing`,
      [people],
    )
  }
  await print('STAFF')
  expect(await holdsOf(app, [await owedNext(app, people[1] ?? 0)])).toEqual([null])
  await print('SCREEN')
  expect(await holdsOf(app, [await owedNext(app, people[1] ?? 0)])).toEqual(['SAME_PAYEE'])
  expect((await open(app)).map(({ details }) => details['sign'])).toContain('DEVICE')
})

test('By hand, another recipient name on one phone holds; the same or none does not', async ({ app }) => {
  const { given, maker } = app
  const { surveyId } = await given.payments()
  const enter = async (recipientName: string | undefined, amount: string) =>
    (
      await maker.call(manualPayments.initiate, {
        body: { locationId: surveyId, phoneNumber: '+258879990044', amount, recipientName, overrideReason: 'Meant.' },
      })
    ).data.hold
  expect(await enter('Ana Sousa', '5')).toBeNull()
  expect(await enter('ana sousa', '6')).toBeNull()
  expect(await enter(undefined, '7')).toBeNull()
  expect(await enter('Rui Sousa', '8')).toBe('SAME_PAYEE')
})
