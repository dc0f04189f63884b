/** From approved responses to what is owed for them, and back. */
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { test } from '../../test/with-payments.ts'
import { cancelPayables, makePayables } from './payables.ts'

test('only approved, counting responses of paid surveys are owed for, each once', async ({ given, sql, services }) => {
  const { db } = services.database
  const { surveyId, responseIds } = await given.payments({ count: 4 })
  await sql.app.query(
    `insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at, is_pilot)
       select survey_id, 1, participant_id, s.status, 'API', gen_random_uuid(), now(), s.pilot
       from form, (values ('APPROVED', true), ('RECEIVED', false), ('REJECTED', false)) s(status, pilot)
       where survey_id = $1 and id = $2`,
    [surveyId, responseIds[0]],
  )
  const all = await sql.app.query<{ id: number }>('select id from form where survey_id = $1', [surveyId])
  const ids = all.rows.map(({ id }) => id)
  expect(ids).toHaveLength(7)
  expect(await makePayables(db, { surveyId, ids })).toBe(0)
  expect(await cancelPayables(db, { surveyId, ids: responseIds.slice(0, 3) })).toBe(3)
  expect(await makePayables(db, { surveyId, ids })).toBe(3)
  await sql.app.query(`update survey set survey_type = 'FREE' where id = $1`, [surveyId])
  expect(await cancelPayables(db, { surveyId, ids })).toBe(4)
  expect(await makePayables(db, { surveyId, ids })).toBe(0)
})

test('two approvals of one response at the same moment owe for it once', async ({ given, services, sql }) => {
  const { db } = services.database
  const { surveyId, responseIds: ids } = await given.payments({ count: 20 })
  await cancelPayables(db, { surveyId, ids })
  const approve = () => db.transaction().execute((tx) => makePayables(tx, { surveyId, ids }))
  const made = await Promise.allSettled([approve(), approve(), approve()])
  for (const result of made) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ constraint: 'payable_response_live' })
  }
  const { rows } = await sql.app.query<{ n: number }>(
    `select count(*) as n from payable where survey_id = $1 and status = 'ELIGIBLE'`,
    [surveyId],
  )
  expect(rows).toEqual([{ n: 20 }])
})

test('a response with an approved payment holds the call back and is named', async ({
  given,
  services,
  approver,
  stand,
}) => {
  const { db } = services.database
  const { surveyId, responseIds, ids } = await given.payments({ count: 2, status: 'INITIATED' })
  await approver.call(payments.bulkApprove, { body: ids.slice(1) })
  await expect(cancelPayables(db, { surveyId, ids: responseIds })).rejects.toMatchObject({
    code: 'RESPONSE_LOCKED',
    details: { data: { ids: responseIds.slice(1) } },
  })
  expect(await stand(ids)).toMatchObject([{ status: 'INITIATED' }, { status: 'APPROVED' }])
  expect(await cancelPayables(db, { surveyId, ids: responseIds.slice(0, 1) })).toBe(1)
})
