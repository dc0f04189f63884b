/** Who was paid before the house began: a confirmed list holds payments to its phones until another person lifts the hold. */
import { expect } from 'vitest'
import { desk } from '#contract/desk.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { paidBefore } from '#contract/paid-before.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const head = 'phone_number,amount,currency,paid_on,reference,recipient_name,reason\n'
const listOf = (...lines: string[]) => ({ name: 'before.csv', bytes: Buffer.from(`${head}${lines.join('\n')}\n`) })

const rowOf = async ({ maker }: PaymentsApp, id: number) =>
  (await maker.call(payments.get, { params: { id: String(id) } })).data

async function kept(
  { maker, approver }: PaymentsApp,
  query: Record<string, string | number>,
  file: ReturnType<typeof listOf>,
) {
  const { data } = await maker.call(paidBefore.keep, { query, file })
  await approver.call(paidBefore.decide, { params: { id: data.id ?? 0 }, body: { decision: 'CONFIRMED' } })
}

test('A list is looked at by line, kept once, and confirmed by another person', async ({ app }) => {
  const { given, maker, approver } = app
  const { ids, surveyId } = await given.payments()
  const { phone } = await rowOf(app, ids[0] ?? 0)
  const bad = listOf(`${phone},5,MZN,2026-01-02`, 'x,1.234,MZN,2999-01-01', `${phone},2,MZN,2999-01-01`)
  await expect(maker.call(paidBefore.keep, { query: { surveyId, dryRun: 'true' }, file: bad })).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
    data: {
      problems: [
        { row: 3, code: 'BAD_PHONE' },
        { row: 4, code: 'IN_FUTURE' },
      ],
    },
  })
  const file = listOf(`${phone},5.00,MZN,2026-01-02,R-1,Ana,Visit`, '+258879990001,7,MZN,2026-01-03')
  const looked = (await maker.call(paidBefore.keep, { query: { surveyId, dryRun: 'true' }, file })).data
  expect(looked).toMatchObject({ id: null, rows: 2, held: 1, repeated: false, total: [{ amount: '12.00' }] })
  await expect(maker.call(paidBefore.keep, { file })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  const { data } = await maker.call(paidBefore.keep, { query: { surveyId }, file })
  const params = { id: data.id ?? 0 }
  expect((await maker.call(paidBefore.keep, { query: { surveyId }, file })).data).toEqual({ ...data, repeated: true })
  expect((await rowOf(app, ids[0] ?? 0)).hold).toBeNull()
  expect((await approver.call(desk.list, { query: { kind: 'LIST_TO_CONFIRM' } })).list).toMatchObject([
    { next: 'CONFIRM' },
  ])
  const decide = { params, body: { decision: 'CONFIRMED' } } as const
  await expect(maker.call(paidBefore.decide, decide)).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  expect((await approver.call(paidBefore.decide, decide)).data).toMatchObject({ status: 'CONFIRMED', lines: 2 })
  await expect(approver.call(paidBefore.decide, decide)).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
  expect((await rowOf(app, ids[0] ?? 0)).hold).toBe('ALREADY_PAID')
  const reader = app.as(await given.admin({ permissions: ['payments.read'] }))
  expect((await reader.call(paidBefore.list)).list).toEqual([])
})

test('A held payment goes on when a person who signs none of its steps lifts the hold', async ({ app }) => {
  const { given, maker, approver, authorizer } = app
  const { ids, surveyId } = await given.payments()
  const [id = 0] = ids
  const { phone } = await rowOf(app, id)
  await given.float({ amountMinor: 50_000 })
  await kept(app, { surveyId }, listOf(`${phone},5,MZN,2026-01-02,R-9`))
  const initiate = async (caller: Pick<typeof maker, 'call'> = maker) =>
    (await caller.call(payments.bulkInitiate, { body: [id] })).data.results.map(({ code }) => code)
  expect(await initiate()).toEqual(['ALREADY_PAID'])
  const [row] = (await authorizer.call(desk.list, { query: { kind: 'ALREADY_PAID', paymentId: String(id) } })).list
  expect(row).toMatchObject({
    key: String(id),
    paymentId: id,
    details: { row: 2, reference: 'R-9', list: 'before.csv' },
  })
  await maker.call(desk.close, { body: { kind: 'ALREADY_PAID', key: String(id), reason: 'Another month.' } })
  expect(await initiate()).toEqual(['SELF_ACTION'])
  const other = app.as(await given.admin({ permissions: ['payments.read', 'payments.initiate', 'surveys.all'] }))
  expect(await initiate(other)).toEqual(['OK'])
  await approver.call(payments.bulkApprove, { body: [id] })
  expect((await authorizer.call(payments.bulkAuthorize, { body: [id] })).data.succeeded).toBe(1)
})

test('A payment by hand to a phone of a list of its cost code waits for the lift', async ({ app }) => {
  const { given, maker, authorizer, sql } = app
  const { surveyId } = await given.payments()
  await sql.owner.query(`update survey set cost_code = 'C-7' where id = $1`, [surveyId])
  const phone = '+258879990007'
  await kept(app, { costCode: 'C-7' }, listOf(`${phone},5,MZN,2026-01-02`))
  const entry = { body: { locationId: surveyId, phoneNumber: phone, amount: '5' } }
  const { data: made } = await maker.call(manualPayments.initiate, entry)
  expect(made).toMatchObject({ status: 'ELIGIBLE', hold: 'ALREADY_PAID' })
  const { paymentId } = made
  await authorizer.call(desk.close, {
    body: { kind: 'ALREADY_PAID', key: String(paymentId), reason: 'A new visit.' },
  })
  expect((await maker.call(payments.bulkInitiate, { body: [paymentId] })).data.succeeded).toBe(1)
  expect(
    (await authorizer.call(desk.list, { query: { paymentId: String(paymentId), state: 'CLOSED' } })).list,
  ).toHaveLength(1)
})
