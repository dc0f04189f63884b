/** The ways off the straight path, over HTTP: a stuck payment gets on, and no person alone moves money. */
import { expect } from 'vitest'
import { paymentWayCalls as ways } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { erasures } from '#contract/erasures.ts'
import { people } from '#contract/people.ts'
import { unclearAfterHours } from '#domain/money/payment-ways.ts'
import { answer, answered, bookSecond, paidAs, refusedWith, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { erasePeople } from '../../erasure/erase.ts'
import { eraseParticipant } from '../../test/erase-participant.ts'

const price = 50_000

async function one({ given }: PaymentsApp, spec: Parameters<typeof given.payments>[0] = {}): Promise<number> {
  const { ids } = await given.payments(spec)
  await given.float({ amountMinor: price })
  return ids[0] ?? 0
}

async function rowOf({ maker }: PaymentsApp, id: number) {
  return (await maker.call(payments.get, { params: { id } })).data
}

function minor({ amount }: { amount: string }): number {
  return Number(amount) * 100
}

/** How the books change from now on: tests share them. */
async function booksFromNow({ authorizer }: PaymentsApp) {
  const read = async () => {
    const { data } = await authorizer.call(payments.balance)
    const { available, reserved, spent } = data[0] ?? {}
    return [available, reserved, spent].map((sum) => (sum ? minor(sum) : 0))
  }
  const before = await read()
  return async () => (await read()).map((now, n) => now - (before[n] ?? 0))
}

/** Failures are looked at again at once. */
/** The failures of these, and of no other test's payments, are looked at again. */
async function dueNow({ sql }: PaymentsApp, ids: readonly number[]): Promise<void> {
  await sql.owner.query(
    `update attempt set next_at = case when payable_id = any($1) then now() else 'infinity' end
     where state = 'FAILED' and next_at < 'infinity'`,
    [ids],
  )
}

async function incidentsOf({ sql }: PaymentsApp, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql.owner.query<{ kind: string }>(
    'select kind from incident where payable_id = any($1) order by array_position($1, payable_id)',
    [ids],
  )
  return rows.map(({ kind }) => kind)
}

/** Gives the participant of a payment another phone, as staff do. */
async function newPhone({ maker, sql }: PaymentsApp, id: number, phone: string): Promise<void> {
  const { rows } = await sql.owner.query<{ id: number; version: number }>(
    'select person.id, person.version from payable p join person on person.id = p.participant_id where p.id = $1',
    [id],
  )
  await maker.call(people.update, { params: { id: rows[0]?.id ?? 0 }, body: { phone } })
}

test('a rejected payment is reopened and paid once, through the whole chain again', async ({ app }) => {
  const { maker, approver } = app
  const id = await one(app)
  await maker.call(payments.bulkInitiate, { body: [id] })
  await approver.call(payments.bulkReject, { body: { ids: [id], reason: 'WRONG_AMOUNT' } })
  await expect(maker.call(ways.reopen, { params: { id }, body: {} })).rejects.toMatchObject({ status: 400 })
  const { data } = await maker.call(ways.reopen, { params: { id }, body: { reasonText: 'The amount was right.' } })
  expect(data).toMatchObject({ status: 'ELIGIBLE', round: 2, reason: null, reasonText: 'The amount was right.' })
  expect(data.steps).toMatchObject([{ step: 'reopen', actorId: maker.id, carried: false }])
  await answered(app, [id], paidAs(price))
  expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESSFUL', allowedActions: [{ action: 'reverse' }] })
})

test('a failed payment is tried again with its signatures, under a new reference', async ({ app }) => {
  const { maker, authorizer, approver } = app
  const id = await one(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  const failed = await rowOf(app, id)
  expect(failed).toMatchObject({ status: 'FAILED', reason: 'requestDeclined' })
  await expect(approver.call(ways.retry, { params: { id }, body: {} })).rejects.toMatchObject({ code: 'SELF_ACTION' })
  const { data } = await maker.call(ways.retry, { params: { id }, body: {} })
  expect(data).toMatchObject({ status: 'APPROVED', round: 2, factsHash: failed.factsHash })
  expect(data.steps.map(({ step, actorId, carried }) => [step, actorId, carried])).toEqual(
    expect.arrayContaining([
      ['initiate', maker.id, true],
      ['approve', approver.id, true],
      ['retry', maker.id, false],
    ]),
  )
  expect((await approver.call(payments.bulkAuthorize, { body: [id] })).data.results).toMatchObject([
    { code: 'SELF_ACTION' },
  ])
  expect((await authorizer.call(payments.bulkAuthorize, { body: [id] })).data.succeeded).toBe(1)
  await answer(app, paidAs(price))
  const { attempts, status } = await rowOf(app, id)
  expect(status).toBe('SUCCESSFUL')
  expect(attempts.map(({ state, attemptNo }) => [attemptNo, state])).toEqual([
    [2, 'SUCCESSFUL'],
    [1, 'FAILED'],
  ])
  expect(attempts[0]?.clientRef).not.toBe(attempts[1]?.clientRef)
})

test('a failed payment is corrected in phone and amount, and signed again by all', async ({ app }) => {
  const { maker } = app
  const id = await one(app)
  await answered(app, [id], refusedWith('identifierError'))
  const correct = (body: object) => maker.call(ways.correct, { params: { id }, body })
  await expect(correct({})).rejects.toMatchObject({ errors: [{ path: 'phone', code: 'REQUIRED' }] })
  await expect(correct({ phone: '12' })).rejects.toMatchObject({ errors: [{ path: 'phone', code: 'BAD_PHONE' }] })
  await expect(correct({ amount: '1.234' })).rejects.toMatchObject({ errors: [{ code: 'CURRENCY_DIGITS' }] })
  await expect(correct({ amount: 0 })).rejects.toMatchObject({ errors: [{ path: 'amount', code: 'NOT_POSITIVE' }] })
  await expect(correct({ amount: '100000.01' })).rejects.toMatchObject({ errors: [{ code: 'AMOUNT_TOO_HIGH' }] })
  const { data } = await correct({ phone: '84 123 4567', amount: '400.00', reasonText: 'A digit was wrong.' })
  expect(data).toMatchObject({ status: 'ELIGIBLE', round: 2, phone: '+258841234567', amount: '400.00' })
  await newPhone(app, id, '+258847654321')
  expect((await rowOf(app, id)).phone).toBe('+258841234567')
  await answered(app, [id], paidAs(40_000, { msisdn: '+258841234567' }))
  expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESSFUL', amount: '400.00' })
})

test('a maker takes their payment back, and only what is not approved yet', async ({ app }) => {
  const { maker, approver } = app
  const id = await one(app)
  await maker.call(payments.bulkInitiate, { body: [id] })
  await expect(approver.call(ways.withdraw, { params: { id }, body: {} })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const { data } = await maker.call(ways.withdraw, { params: { id }, body: { reasonText: 'Too early.' } })
  expect(data).toMatchObject({ status: 'REJECTED', reason: 'WITHDRAWN', reasonText: 'Too early.' })
  const other = await one(app, { status: 'APPROVED' })
  await expect(maker.call(ways.withdraw, { params: { id: other }, body: {} })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'APPROVED' },
  })
})

test('a failed payment is given up with a reason: the float keeps its money', async ({ app }) => {
  const { maker, approver } = app
  const id = await one(app)
  const changes = await booksFromNow(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  const withdraw = (body: object) => maker.call(ways.withdraw, { params: { id }, body })
  await expect(withdraw({})).rejects.toMatchObject({ errors: [{ path: 'reasonText', code: 'REQUIRED' }] })
  const { data } = await withdraw({ reasonText: 'Moved away, no phone.' })
  expect(data).toMatchObject({
    status: 'REJECTED',
    reason: 'WITHDRAWN',
    reasonText: 'Moved away, no phone.',
    round: 1,
  })
  expect(await changes()).toEqual([0, 0, 0])
  const { data: again } = await maker.call(ways.reopen, { params: { id }, body: { reasonText: 'A new phone.' } })
  expect(again).toMatchObject({ status: 'ELIGIBLE', round: 2 })
  const mismatched = await one(app)
  await answered(app, [mismatched], paidAs(1))
  const giveUp = () => maker.call(ways.withdraw, { params: { id: mismatched }, body: { reasonText: 'Gone.' } })
  await expect(giveUp()).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { status: 'PROCESSING' } })
  const body = { outcome: 'NOT_PAID', evidence: 'Their statement has nothing.' }
  for (const who of [approver, app.authorizer]) await who.call(ways.resolve, { params: { id: mismatched }, body })
  expect((await giveUp()).data.status).toBe('REJECTED')
})

test('a queued payment is recalled with its money; one that a worker has is not', async ({ app }) => {
  const { authorizer } = app
  const [id, sent] = [await one(app), await one(app)]
  const changes = await booksFromNow(app)
  await app.letGo([id, sent])
  await app.sql.owner.query(
    `update attempt set state = 'SENDING', fence = 1, sends = 1, sent_at = now() where payable_id = $1`,
    [sent],
  )
  const recall = (which: number) => authorizer.call(ways.recall, { params: { id: which }, body: {} })
  await expect(recall(sent)).rejects.toMatchObject({ code: 'ON_ITS_WAY' })
  expect((await recall(id)).data).toMatchObject({ status: 'APPROVED', round: 2 })
  expect(await changes()).toEqual([-price, price, 0])
  expect((await authorizer.call(payments.bulkAuthorize, { body: [id] })).data.succeeded).toBe(1)
})

test('a payment that the provider paid otherwise is settled by two people who agree', async ({ app }) => {
  const { approver, authorizer, maker } = app
  const id = await one(app)
  await answered(app, [id], paidAs(price * 10))
  expect(await rowOf(app, id)).toMatchObject({ status: 'PROCESSING', reason: 'MISMATCH' })
  const body = { outcome: 'PAID', evidence: 'Their statement of 3 May has 500.00.', document: 'Statement 5/3' }
  const resolve = (who: typeof maker, more = {}) =>
    who.call(ways.resolve, { params: { id }, body: { ...body, ...more } })
  expect((await resolve(approver)).data.status).toBe('PROCESSING')
  await expect(resolve(approver)).rejects.toMatchObject({ code: 'OWN_FINDING' })
  expect((await resolve(authorizer, { outcome: 'NOT_PAID' })).data.status).toBe('PROCESSING')
  expect((await resolve(approver, { outcome: 'NOT_PAID' })).data).toMatchObject({
    status: 'FAILED',
    reason: 'RESOLVED',
  })
  const { findings } = await rowOf(app, id)
  expect(findings.map(({ outcome, actorId, document }) => [outcome, actorId, document])).toEqual([
    ['NOT_PAID', approver.id, 'Statement 5/3'],
    ['NOT_PAID', authorizer.id, 'Statement 5/3'],
    ['PAID', approver.id, 'Statement 5/3'],
  ])
  const other = await one(app)
  await answered(app, [other], paidAs(1))
  for (const who of [authorizer, approver]) await who.call(ways.resolve, { params: { id: other }, body })
  expect(await app.stand([other])).toMatchObject([{ status: 'SUCCESSFUL' }])
})

test('what failed, is unclear or comes back waits for those who can move it on', async ({ app }) => {
  const { maker, approver, authorizer, given, as } = app
  const { ids, surveyId } = await given.payments({ count: 3 })
  const [failed = 0, unclear = 0, paid = 0] = ids
  await given.float({ amountMinor: price * 3 })
  await answered(app, [failed], refusedWith('identifierError'))
  await answered(app, [unclear], paidAs(price * 10))
  await answered(app, [paid], paidAs(price))
  const evidence = 'Their statement of 3 May'
  await approver.call(ways.reverse, { params: { id: paid }, body: { evidence } })
  const payer = async (permission: 'payments.initiate' | 'payments.authorize') =>
    as(await given.admin({ permissions: ['payments.read', 'surveys.all', permission] }))
  const waitingFor = async (who: Pick<typeof maker, 'call'>) => {
    const query = { waitingForMe: 'true', surveyId: String(surveyId) } as const
    return (await who.call(payments.list, { query })).list.map(({ paymentId }) => paymentId).toSorted((a, b) => a - b)
  }
  expect(await waitingFor(await payer('payments.initiate'))).toEqual([failed])
  expect(await waitingFor(await payer('payments.authorize'))).toEqual([unclear, paid])
  expect(await waitingFor(approver)).toEqual([failed, unclear])
  await authorizer.call(ways.resolve, { params: { id: unclear }, body: { evidence, outcome: 'PAID' } })
  expect(await waitingFor(authorizer)).toEqual([failed, paid])
  await authorizer.call(ways.confirmReverse, { params: { id: paid }, body: { evidence, outcome: 'NOT_RECOVERED' } })
  await approver.call(ways.resolve, { params: { id: unclear }, body: { evidence, outcome: 'PAID' } })
  expect(await waitingFor(authorizer)).toEqual([failed])
})

test('an unclear outcome is the provider’s to tell for a day, then people settle it', async ({ app }) => {
  const { approver, authorizer } = app
  const id = await one(app)
  await answered(app, [id], { kind: 'UNKNOWN', reason: 'TIMEOUT' })
  const body = { outcome: 'NOT_PAID', evidence: 'Letter of the provider' }
  const resolve = (who: typeof approver) => who.call(ways.resolve, { params: { id }, body })
  // The database has the same day.
  const sentBefore = (hours: number) =>
    app.sql.owner.query(
      'update attempt set sent_at = now() - make_interval(hours => $2, mins => 10) where payable_id = $1',
      [id, hours],
    )
  await sentBefore(unclearAfterHours - 1)
  await expect(resolve(approver)).rejects.toMatchObject({ code: 'OUTCOME_PENDING' })
  await sentBefore(unclearAfterHours)
  await resolve(approver)
  expect((await resolve(authorizer)).data).toMatchObject({ status: 'FAILED' })
})

test('two people get money back: the float has it, and the response is free', async ({ app }) => {
  const { approver, authorizer } = app
  const id = await one(app)
  const changes = await booksFromNow(app)
  await answered(app, [id], paidAs(price))
  expect(await changes()).toEqual([-price, 0, price])
  const body = { evidence: 'Paid to the wrong person; the provider took it back.' }
  await approver.call(ways.reverse, { params: { id }, body })
  const confirm = (outcome: string) =>
    authorizer.call(ways.confirmReverse, { params: { id }, body: { ...body, outcome } })
  expect((await confirm('NOT_RECOVERED')).data.status).toBe('SUCCESSFUL')
  await authorizer.call(ways.reverse, { params: { id }, body })
  await expect(confirm('RECOVERED')).rejects.toMatchObject({ code: 'OWN_FINDING' })
  const { data } = await app.maker.call(ways.confirmReverse, {
    params: { id },
    body: { ...body, outcome: 'RECOVERED' },
  })
  expect(data.status).toBe('REVERSED')
  expect(await changes()).toEqual([0, 0, 0])
})

test('a phone corrected before the first signature counts; a later change holds', async ({ app }) => {
  const { maker, approver } = app
  const id = await one(app)
  await newPhone(app, id, '+258841110002')
  expect((await rowOf(app, id)).phone).toBe('+258841110002')
  expect((await maker.call(payments.bulkInitiate, { body: [id] })).data.succeeded).toBe(1)
  await newPhone(app, id, '+258841110003')
  expect(await rowOf(app, id)).toMatchObject({
    phone: '+258841110002',
    reason: 'PHONE_CHANGED',
    hold: 'PHONE_CHANGED',
  })
  const approve = () => approver.call(payments.setStatus, { params: { surveyId: id }, body: { status: 'APPROVED' } })
  await expect(approve()).rejects.toMatchObject({ status: 409, code: 'PHONE_CHANGED' })
  const waiting = await approver.call(payments.list, { query: { waitingForMe: 'true', status: 'INITIATED' } })
  expect(waiting.list.map(({ paymentId }) => paymentId)).not.toContain(id)
  expect((await maker.call(payments.list, { query: { reason: 'PHONE_CHANGED' } })).total).toBe(1)
  const { data } = await maker.call(ways.correct, { params: { id }, body: {} })
  expect(data).toMatchObject({ status: 'ELIGIBLE', phone: '+258841110003', round: 2, hold: null })
})

test('a payment without a phone leaves its hold when the participant gets one', async ({ app }) => {
  const id = await one(app, { phones: [null] })
  expect(await rowOf(app, id)).toMatchObject({ hold: 'NO_PHONE', phone: null })
  await newPhone(app, id, '+258841110009')
  expect(await rowOf(app, id)).toMatchObject({ hold: null, phone: '+258841110009' })
  await answered(app, [id], paidAs(price))
  expect(await app.stand([id])).toMatchObject([{ status: 'SUCCESSFUL' }])
})

test('a participant is erased: unsigned payments are cancelled, signed ones come first', async ({ app }) => {
  const { maker } = app
  const [id, signed] = [await one(app), await one(app, { status: 'APPROVED' })]
  const payee = async (of: number) => (await rowOf(app, of)).participant?.id ?? 0
  const ask = { body: { personId: await payee(signed), reason: 'They ask for it' } }
  await expect(maker.call(erasures.ask, ask)).rejects.toMatchObject({
    code: 'ERASURE_PAYMENTS_OPEN',
    data: { payments: 1 },
  })
  await eraseParticipant(app, await payee(id))
  expect(await app.stand([id])).toEqual([{ status: 'CANCELLED', reason: 'ERASED' }])
  await eraseParticipant(app, await payee(signed))
  expect(await app.stand([signed])).toMatchObject([{ status: 'APPROVED' }])
})

test('a failure that the provider pays after all is booked, with an incident', async ({ app }) => {
  const id = await one(app)
  await dueNow(app, [])
  const changes = await booksFromNow(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  const worker = workerOf(app, { status: paidAs(price) })
  await worker.lookBack()
  expect(await app.stand([id])).toMatchObject([{ status: 'FAILED' }])
  await dueNow(app, [id])
  await worker.lookBack()
  expect(await app.stand([id])).toEqual([{ status: 'SUCCESSFUL', reason: 'PAID_LATE' }])
  expect(worker.alarms).toMatchObject([{ paymentId: id, incident: 'PAID_LATE' }])
  expect(await changes()).toEqual([-price, 0, price])
  expect(await incidentsOf(app, [id])).toEqual(['PAID_LATE'])
})

test('an erased payee’s late payment, reopened without a phone, is paid and reversible', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const id = await one(app)
  await dueNow(app, [])
  await answered(app, [id], refusedWith('requestDeclined'))
  const payee = (await rowOf(app, id)).participant?.id ?? 0
  await erasePeople(app.services.database.db, [payee])
  await maker.call(ways.withdraw, { params: { id }, body: { reasonText: 'They are gone.' } })
  await maker.call(ways.reopen, { params: { id }, body: { reasonText: 'We look again.' } })
  expect(await rowOf(app, id)).toMatchObject({ status: 'ELIGIBLE', phone: null })
  await dueNow(app, [id])
  await workerOf(app, { status: paidAs(price) }).lookBack()
  expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESSFUL', reason: 'PAID_LATE', phone: null })
  const body = { evidence: 'The provider took it back.' }
  await approver.call(ways.reverse, { params: { id }, body })
  await authorizer.call(ways.confirmReverse, { params: { id }, body: { ...body, outcome: 'RECOVERED' } })
  expect(await app.stand([id])).toMatchObject([{ status: 'REVERSED' }])
})

test('a second try stops unsent once the first is paid; two payments are an incident', async ({ app }) => {
  const { maker, authorizer } = app
  const [id, twice] = [await one(app), await one(app)]
  await app.given.float({ amountMinor: price })
  await answered(app, [id, twice], refusedWith('requestDeclined'))
  for (const which of [id, twice]) await maker.call(ways.retry, { params: { id: which }, body: {} })
  await authorizer.call(payments.bulkAuthorize, { body: [twice] })
  await answer(app, paidAs(price))
  await authorizer.call(payments.bulkAuthorize, { body: [id] })
  const worker = workerOf(app, { send: paidAs(price), status: paidAs(price) })
  await dueNow(app, [id, twice])
  await worker.lookBack()
  expect(await worker.claim()).toBe(0)
  expect(await rowOf(app, id)).toMatchObject({ status: 'PROCESSING', reason: 'PAID_LATE' })
  await authorizer.call(ways.recall, { params: { id }, body: {} })
  await dueNow(app, [id])
  await worker.lookBack()
  expect(await app.stand([id, twice])).toMatchObject([
    { status: 'SUCCESSFUL', reason: 'PAID_LATE' },
    { status: 'SUCCESSFUL' },
  ])
  expect(await incidentsOf(app, [id, twice])).toEqual(['PAID_LATE', 'PAID_TWICE'])
})

test('money paid twice is booked by two people before any of it is got back', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const id = await one(app)
  await app.given.float({ amountMinor: price })
  await dueNow(app, [])
  const changes = await booksFromNow(app)
  await answered(app, [id], refusedWith('requestDeclined'))
  await maker.call(ways.retry, { params: { id }, body: {} })
  await authorizer.call(payments.bulkAuthorize, { body: [id] })
  await answer(app, paidAs(price))
  await dueNow(app, [id])
  await workerOf(app, { status: paidAs(price) }).lookBack()
  expect(await incidentsOf(app, [id])).toEqual(['PAID_TWICE'])
  expect(await changes()).toEqual([-price, 0, price])
  const body = { evidence: 'They sent one back.', outcome: 'RECOVERED' }
  const getBack = async () => {
    await approver.call(ways.reverse, { params: { id }, body: { evidence: 'Paid twice.' } })
    return (await authorizer.call(ways.confirmReverse, { params: { id }, body })).data
  }
  await expect(getBack()).rejects.toMatchObject({ code: 'PAID_TWICE' })
  await bookSecond(app, id, [maker, approver])
  expect(await changes()).toEqual([-2 * price, 0, price])
  expect((await getBack()).status).toBe('REVERSED')
  expect(await changes()).toEqual([-price, 0, 0])
  const { incidents } = await rowOf(app, id)
  expect(incidents.map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
    ['REVERSED', false],
    ['PAID_TWICE', false],
  ])
})
