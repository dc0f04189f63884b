/** A person who loses a survey sees no sums of it any more: neither in what they chose, nor in the runs they started. */
import { expect } from 'vitest'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { anonymous } from '../../http/context.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { queueRun, stepRuns } from '../runs/runs.ts'

const price = 50_000

/** Two surveys with a payment each, and a person who was granted both. */
async function given({ given, as, sql }: PaymentsApp, currency: string, step: PermissionName) {
  const status = step === 'payments.authorize' ? 'APPROVED' : 'INITIATED'
  const kept = await given.payments({ status, currency })
  const lost = await given.payments({ status, currency })
  const account = await given.admin({ permissions: ['payments.read', step] })
  await sql.owner.query(
    `insert into access_grant (survey_id, subject_type, subject_id, access_right)
      select unnest($1::bigint[]), 'USER', $2, 'VIEW'`,
    [[kept.surveyId, lost.surveyId], account.id],
  )
  const lose = () => sql.owner.query('delete from access_grant where survey_id = $1', [lost.surveyId])
  const actor = { ...anonymous, id: account.id, permissions: new Set([step]) }
  return { ids: [...kept.ids, ...lost.ids], person: as(account), account, actor, lose }
}

test('a selection closes when its maker loses a survey, and is made again without it', async ({ app }) => {
  const { ids, person, lose } = await given(app, 'LSL', 'payments.approve')
  const make = () => person.call(paymentSelections.make, { body: { step: 'approve', ids } })
  const { id } = (await make()).data
  await lose()
  const narrow = { status: 403, code: 'GRANT_TOO_NARROW' }
  await expect(person.call(paymentSelections.get, { params: { id } })).rejects.toMatchObject(narrow)
  for (const dryRun of [true, false])
    await expect(person.call(paymentSelections.start, { params: { id }, body: { dryRun } })).rejects.toMatchObject(
      narrow,
    )
  expect((await make()).data).toMatchObject({ count: 1, totalAmount: [{ amount: '500.00', currency: 'LSL' }] })
})

test('a run of a survey that its maker lost tells them how far it is, and no sum', async ({ app }) => {
  const { ids, person, lose } = await given(app, 'SZL', 'payments.approve')
  const { id: selection } = (await person.call(paymentSelections.make, { body: { step: 'approve', ids } })).data
  const id = (await person.call(paymentSelections.start, { params: { id: selection }, body: {} })).data.runId ?? 0
  const get = async () => (await person.call(paymentRuns.get, { params: { id } })).data
  expect(await get()).toMatchObject({ succeeded: 2, totalAmount: [{ amount: '1000.00' }] })
  await lose()
  expect(await get()).toMatchObject({ succeeded: 2, totalAmount: [], missing: [] })
  expect((await person.call(paymentRuns.list, {})).data).toMatchObject([{ id, totalAmount: [] }])
  await expect(person.raw(paymentRuns.file, { params: { id } })).resolves.toMatchObject({ status: 403 })
  expect((await app.maker.call(paymentRuns.get, { params: { id } })).data.totalAmount).toHaveLength(1)
})

test('an authorization asks the float only for payments that its maker sees', async ({ app }) => {
  const { ids, person, account, actor, lose } = await given(app, 'MWK', 'payments.authorize')
  await app.given.float({ currency: 'MWK', amountMinor: price })
  const { id } = (await person.call(paymentSelections.make, { body: { step: 'authorize', ids } })).data
  const run = await app.services.database.db
    .transaction()
    .execute((db) =>
      queueRun(
        { db, actor, audit: () => undefined, address: '::1', services: app.services },
        { id, step: 'authorize' },
        { name: null },
      ),
    )
  await lose()
  givenWorker(app, Object.values(stepRuns))
  await untilState(app, account, run, 'DONE')
  expect(await app.stand(ids)).toMatchObject([{ status: 'PROCESSING' }, { status: 'APPROVED' }])
  const told = (await app.maker.call(paymentRuns.get, { params: { id: run } })).data
  expect(told).toMatchObject({ failures: [{ code: 'NOT_FOUND', count: 1 }], missing: [] })
})
