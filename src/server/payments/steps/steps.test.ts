/** The way of a payment through its people, by the API. */
import { expect } from 'vitest'
import { history } from '#contract/history.ts'
import { payments } from '#contract/payments.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { test } from '../../test/with-payments.ts'

function set(surveyId: number | string, status: string, surveyData?: object) {
  return { params: { surveyId }, body: { status, surveyData } }
}

function inMeticais(amount: string) {
  return [{ amount, currency: 'MZN' }]
}

test('three people release a payment by status, on the location or on the payment', async ({
  given,
  maker,
  approver,
  authorizer,
  sql,
}) => {
  const { ids, responseIds } = await given.payments()
  const [id = 0] = ids
  const [location = 0] = responseIds
  await given.float({ amountMinor: 50_000 })
  const initiated = await maker.call(payments.setStatus, set(location, 'INITIATED'))
  expect(initiated.data).toMatchObject({ outcome: 'PAYMENT', id, locationId: location, status: 'INITIATED' })
  // The seed's clients send the whole row along.
  await approver.call(payments.setStatus, set(id, 'APPROVED', initiated.data))
  const { data } = await authorizer.call(payments.setStatus, set(location, 'PROCESSING'))
  expect(data).toMatchObject({ status: 'PROCESSING', processingState: 'QUEUED' })
  const steps = 'steps' in data ? data.steps.map(({ step, actorId }) => [step, actorId]) : []
  expect(steps).toEqual([
    ['initiate', maker.id],
    ['approve', approver.id],
    ['authorize', authorizer.id],
  ])
  const trail = await sql.owner.query<{ action: string; actor: number }>(
    `select action, actor_id as actor from audit where subject_type = 'payable' and subject_id = $1 order by id`,
    [String(id)],
  )
  expect(trail.rows).toEqual([
    { action: 'payments.owe', actor: null },
    { action: 'payments.initiate', actor: maker.id },
    { action: 'payments.approve', actor: approver.id },
    { action: 'payments.authorize', actor: authorizer.id },
  ])
})

test('payments that one call changes alike share an audit row, shown in each history', async ({
  given,
  maker,
  sql,
}) => {
  const { ids } = await given.payments({ count: 3 })
  const [first = 0, second = 0, third = 0] = ids
  await maker.call(payments.bulkInitiate, { body: [first, second] })
  await maker.call(payments.bulkInitiate, { body: [third] })
  const historyOf = async (id: number) => {
    const params = { subjectType: 'payable' as const, subjectId: id }
    const { data } = await maker.call(history.list, { params, query: {} })
    return data.map(({ action, before, after }) => ({ action, before, after }))
  }
  const initiated = { action: 'payments.initiate', before: { status: 'ELIGIBLE' }, after: { status: 'INITIATED' } }
  const together = { ...initiated, after: { status: 'INITIATED', count: 2 } }
  const owed = { action: 'payments.owe', before: {}, after: { status: 'ELIGIBLE', count: 3 } }
  expect(await historyOf(first)).toEqual([together, owed])
  expect(await historyOf(second)).toEqual([together, owed])
  expect(await historyOf(third)).toEqual([initiated, owed])
  const { rows } = await sql.owner.query(`select before -> 'ids' as ids from audit where before ? 'ids' order by id`)
  expect(rows).toEqual([{ ids }, { ids: [first, second] }])
})

test('one person on any two steps is refused, and nothing changes', async ({ given, maker, approver, stand }) => {
  const initiated = await given.payments({ status: 'INITIATED', initiatedBy: maker.id })
  const approved = await given.payments({ status: 'APPROVED', initiatedBy: maker.id, approvedBy: approver.id })
  const refused = { status: 403, code: 'SELF_ACTION' }
  await expect(maker.call(payments.setStatus, set(initiated.ids[0] ?? 0, 'APPROVED'))).rejects.toMatchObject(refused)
  for (const person of [maker, approver]) {
    const { data } = await person.call(payments.bulkAuthorize, { body: approved.ids })
    expect(data).toMatchObject({ succeeded: 0, failed: 1, results: [{ ok: false, code: 'SELF_ACTION' }] })
  }
  expect(await stand([...initiated.ids, ...approved.ids])).toMatchObject([
    { status: 'INITIATED' },
    { status: 'APPROVED' },
  ])
})

test('a step on a payment to one’s own phone is refused', async ({ given, maker, sql }) => {
  const { ids } = await given.payments({ phones: ['+258861110000'] })
  await sql.owner.query(`update person set phone = '+258861110000' where id = $1`, [maker.id])
  const refused = { code: 'TO_OWN_PHONE' }
  await expect(maker.call(payments.setStatus, set(ids[0] ?? 0, 'INITIATED'))).rejects.toMatchObject(refused)
  await expect(maker.call(payments.setStatus, set(ids[0] ?? 0, 'REJECTED'))).rejects.toMatchObject(refused)
})

test('each step needs its own right, also where the status names the step', async ({ given, as, stand }) => {
  const rights: PermissionName[] = ['payments.read', 'payments.approve']
  const clerk = as(await given.admin({ permissions: rights }))
  const { ids } = await given.payments()
  await expect(clerk.call(payments.setStatus, set(ids[0] ?? 0, 'INITIATED'))).rejects.toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
  await expect(clerk.call(payments.bulkReject, { body: ids })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await stand(ids)).toMatchObject([{ status: 'ELIGIBLE' }])
})

test('a step on a payment changed meanwhile is refused and answers its present status', async ({
  given,
  maker,
  approver,
}) => {
  const { ids } = await given.payments()
  const [id = 0] = ids
  const { data: seen } = await maker.call(payments.get, { params: { id } })
  await expect(approver.call(payments.setStatus, set(id, 'APPROVED'))).rejects.toMatchObject({
    status: 409,
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'ELIGIBLE' },
  })
  await maker.call(payments.setStatus, set(id, 'INITIATED', seen))
  const stale = { version: seen.version }
  await expect(approver.call(payments.setStatus, set(id, 'APPROVED', stale))).rejects.toMatchObject({
    code: 'STALE_FACTS',
    data: { status: 'INITIATED', version: seen.version + 1 },
  })
  const otherFacts = { factsHash: '0'.repeat(64) }
  await expect(approver.call(payments.setStatus, set(id, 'APPROVED', otherFacts))).rejects.toMatchObject({
    code: 'STALE_FACTS',
  })
  const versions = { [id]: seen.version }
  const { data } = await approver.call(payments.bulkApprove, { body: { ids, versions } })
  expect(data.results).toMatchObject([{ id, code: 'STALE_FACTS', from: 'INITIATED' }])
  await approver.call(payments.setStatus, set(id, 'APPROVED', { factsHash: seen.factsHash }))
})

test.for([
  ['MAN-01J9ZZZZZZZZZZZZZZZZZZZZZZ', 400, 'USE_MANUAL_PATH'],
  ['1e3', 400, 'BAD_ID'],
  ['0', 400, 'BAD_ID'],
  [' ', 400, 'BAD_ID'],
  ['01', 400, 'BAD_ID'],
  ['survey', 400, 'BAD_ID'],
  ['999999999', 404, 'NOT_FOUND'],
] as const)('the id %s is refused', async ([id, status, code], { maker }) => {
  await expect(maker.call(payments.setStatus, set(id, 'INITIATED'))).rejects.toMatchObject({ status, code })
})

test('a survey id means the payments of the survey that wait for the step', async ({
  given,
  maker,
  approver,
  stand,
}) => {
  const { surveyId, ids } = await given.payments({ phones: ['+258861120001', '+258861120002', null] })
  const first = await maker.call(payments.setStatus, set(surveyId, 'INITIATED'))
  expect(first.success).toBe(false)
  expect(first.data).toMatchObject({ outcome: 'BULK', requested: 3, succeeded: 2, failed: 1 })
  expect(await stand(ids)).toMatchObject([{ status: 'INITIATED' }, { status: 'INITIATED' }, { status: 'ELIGIBLE' }])
  const second = await approver.call(payments.bulkApprove, { body: { surveyIds: [surveyId] } })
  expect(second.data).toMatchObject({ requested: 2, succeeded: 2, totalAmount: [{ amount: '1000.00' }] })
  await expect(approver.call(payments.setStatus, set(surveyId, 'APPROVED'))).rejects.toMatchObject({ status: 404 })
})

test('a bulk call says of every id what became of it', async ({ given, maker, authorizer, stand }) => {
  const owed = await given.payments({ phones: ['+258861130001', null] })
  const done = await given.payments({ status: 'INITIATED' })
  const gone = await given.payments({ status: 'APPROVED' })
  const mine = await given.payments({ status: 'INITIATED', initiatedBy: maker.id })
  const body = [...owed.ids, ...done.ids, ...gone.ids, ...mine.responseIds, 999_999_999, 'MAN-1']
  const { success, data } = await maker.call(payments.bulkInitiate, { body })
  expect(success).toBe(false)
  expect(data).toMatchObject({ requested: 7, succeeded: 1, skipped: 3, failed: 3 })
  const codes = new Map(data.results.map(({ id, code }) => [id, code]))
  expect(body.map((id) => codes.get(id))).toEqual([
    'OK',
    'NO_PHONE',
    'ALREADY_DONE',
    'ALREADY_DONE',
    'ALREADY_DONE',
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  const { data: early } = await authorizer.call(payments.bulkAuthorize, { body: done.ids })
  expect(early.results).toMatchObject([{ code: 'ILLEGAL_TRANSITION', from: 'INITIATED' }])
  expect(await stand([...done.ids, ...gone.ids])).toMatchObject([{ status: 'INITIATED' }, { status: 'APPROVED' }])
})

test.for([
  ['no ids', []],
  ['an empty list', { ids: [] }],
  ['two lists', { ids: [1], surveyIds: [2] }],
  ['an unknown field', { ids: [1], everything: true }],
])('a bulk call with %s is not valid', async ([_, body], { maker }) => {
  await expect(maker.call(payments.bulkInitiate, { body })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('a bulk call with something that is no id changes nothing', async ({ given, maker, stand }) => {
  const { ids } = await given.payments()
  for (const wrong of [0, -1, 1.5, '1e3', '', 'MANY']) {
    await expect(maker.call(payments.bulkInitiate, { body: [...ids, wrong] })).rejects.toMatchObject({
      code: 'BAD_ID',
      errors: [{ path: 'ids[1]' }],
    })
  }
  expect(await stand(ids)).toMatchObject([{ status: 'ELIGIBLE' }])
})

test('a selection that is another than the screen showed is refused whole', async ({ given, maker, stand }) => {
  const { surveyId, ids } = await given.payments({ count: 2 })
  const changed = { status: 409, code: 'BATCH_CHANGED', data: { count: 2 } }
  for (const expected of [{ expectedCount: 3 }, { expectedTotal: inMeticais('999.99') }, { expectedTotal: [] }]) {
    const body = { surveyIds: [surveyId], ...expected }
    await expect(maker.call(payments.bulkInitiate, { body })).rejects.toMatchObject(changed)
  }
  expect(await stand(ids)).toMatchObject([{ status: 'ELIGIBLE' }, { status: 'ELIGIBLE' }])
  const body = { surveyIds: [surveyId], expectedCount: 2, expectedTotal: inMeticais('1000') }
  expect((await maker.call(payments.bulkInitiate, { body })).data).toMatchObject({ succeeded: 2 })
})

test('a checker rejects with a reason or as OTHER; a maker takes back as WITHDRAWN', async ({
  given,
  maker,
  approver,
  stand,
}) => {
  const { ids } = await given.payments({ count: 3, status: 'INITIATED', initiatedBy: maker.id })
  const [first = 0, second = 0, third = 0] = ids
  const body = { locationIds: [first], reason: 'WRONG_PHONE', reasonText: 'Somebody else answers there.' }
  await approver.call(payments.bulkReject, { body })
  await maker.call(payments.setStatus, set(second, 'REJECTED', { reason: 'WRONG_AMOUNT' }))
  await approver.call(payments.setStatus, set(third, 'REJECTED'))
  expect(await stand(ids)).toEqual([
    { status: 'REJECTED', reason: 'WRONG_PHONE' },
    { status: 'REJECTED', reason: 'WITHDRAWN' },
    { status: 'REJECTED', reason: 'OTHER' },
  ])
  const { data } = await maker.call(payments.get, { params: { id: first } })
  expect(data).toMatchObject({ reasonText: 'Somebody else answers there.', steps: [{}, { step: 'reject' }] })
  const again = await maker.call(payments.bulkInitiate, { body: ids })
  expect(again.data).toMatchObject({ skipped: 3 })
})

test('a float one unit short pays none of the batch, and the exact float pays all', async ({
  given,
  authorizer,
  stand,
}) => {
  const currency = 'TZS'
  const { ids } = await given.payments({ count: 3, currency, status: 'APPROVED' })
  await given.float({ currency, amountMinor: 149_999 })
  const short = await authorizer.call(payments.bulkAuthorize, { body: ids })
  expect(short.data).toMatchObject({ succeeded: 0, failed: 3, totalAmount: [], batchId: null })
  expect(new Set(short.data.results.map(({ code }) => code))).toEqual(new Set(['INSUFFICIENT_FUNDS']))
  await expect(
    authorizer.call(
      payments.setStatus,
      set((await given.payments({ currency, amountMinor: 149_999 + 1, status: 'APPROVED' })).ids[0] ?? 0, 'PROCESSING'),
    ),
  ).rejects.toMatchObject({ status: 409, code: 'INSUFFICIENT_FUNDS' })
  expect(new Set((await stand(ids)).map(({ status }) => status))).toEqual(new Set(['APPROVED']))
  await given.float({ currency, amountMinor: 1 })
  const exact = await authorizer.call(payments.bulkAuthorize, { body: ids })
  expect(exact.data).toMatchObject({ succeeded: 3, totalAmount: [{ amount: '1500.00', currency }] })
  expect(exact.data.batchId).toBeTypeOf('number')
  const { data } = await authorizer.call(payments.balance)
  expect(data.filter((row) => row.currency === currency)).toMatchObject([
    { available: { amountMinor: 0 }, reserved: { amountMinor: 150_000 }, spent: { amountMinor: 0 } },
  ])
})

test('each currency is paid from its own float, and one that is short waits alone', async ({ given, authorizer }) => {
  const shillings = await given.payments({ currency: 'KES', amountMinor: 700, status: 'APPROVED' })
  const kwacha = await given.payments({ currency: 'ZMW', amountMinor: 900, status: 'APPROVED' })
  await given.float({ currency: 'KES', amountMinor: 1000 })
  const body = [...shillings.ids, ...kwacha.ids]
  const first = (await authorizer.call(payments.bulkAuthorize, { body })).data
  expect(first).toMatchObject({ succeeded: 1, failed: 1, missing: [{ currency: 'ZMW', amount: '9.00' }] })
  expect(first.totalAmount).toMatchObject([{ currency: 'KES', amountMinor: 700 }])
  await given.float({ currency: 'ZMW', amountMinor: 900 })
  const { data } = await authorizer.call(payments.bulkAuthorize, { body })
  expect(data).toMatchObject({ succeeded: 1, skipped: 1, totalAmount: [{ currency: 'ZMW', amountMinor: 900 }] })
})

test('the same request with the same key is done once and answered twice', async ({ given, maker, stand }) => {
  const { ids } = await given.payments({ count: 2 })
  const call = () => maker.call(payments.bulkInitiate, { body: ids, headers: { 'idempotency-key': `k-${ids[0]}` } })
  const answers = await Promise.all([call(), call(), call()])
  for (const { data } of answers) expect(data).toMatchObject({ succeeded: 2, skipped: 0 })
  expect(await stand(ids)).toMatchObject([{ status: 'INITIATED' }, { status: 'INITIATED' }])
})

const codes = ({ data }: { data: { results: { code: string }[] } }) => data.results.map(({ code }) => code)

test('a signed payment stops once its response is taken back or becomes a pilot', async ({
  given,
  maker,
  approver,
  authorizer,
  sql,
  stand,
}) => {
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const initiated = await given.payments({ status: 'INITIATED', count: 2, ...people })
  const approved = await given.payments({ status: 'APPROVED', count: 2, ...people })
  await given.float({ amountMinor: 200_000 })
  for (const { responseIds } of [initiated, approved])
    await sql.app.query(
      `update form set status = case id when $1 then 'REJECTED' else status end, is_pilot = id = $2 where id in ($1, $2)`,
      responseIds,
    )
  const refused = ['RESPONSE_NOT_APPROVED', 'RESPONSE_NOT_APPROVED']
  expect(codes(await approver.call(payments.bulkApprove, { body: initiated.ids }))).toEqual(refused)
  expect(codes(await authorizer.call(payments.bulkAuthorize, { body: approved.ids }))).toEqual(refused)
  expect(await stand([...initiated.ids, ...approved.ids])).toMatchObject(
    ['INITIATED', 'INITIATED', 'APPROVED', 'APPROVED'].map((status) => ({ status })),
  )
})
