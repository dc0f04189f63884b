/** Runs that people make: chosen by filter, by number or from a file, looked at, tried out, started, halted, told of. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { maxAtOnce, payments } from '#contract/payments.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { answered, paidAs, refusedWith } from '../../test/ended-payments.ts'
import { type PaymentsApp, type Person, test } from '../../test/with-payments.ts'
import { stepRuns } from './runs.ts'

const kinds = Object.values(stepRuns)

async function held({ sql: { owner } }: PaymentsApp): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select coalesce(sum(debits - credits), 0)::int as n from account where kind = 'HELD'`,
  )
  return rows[0]?.n ?? 0
}

async function select(person: Person, body: Parameters<typeof chosenBody>[0]) {
  return (await person.call(paymentSelections.make, { body: chosenBody(body) })).data
}
function chosenBody(body: { step: 'initiate' | 'approve' | 'authorize' | 'reject' } & Record<string, unknown>) {
  return body
}

function start(person: Person, id: number, body: Record<string, unknown> = {}) {
  return person.call(paymentSelections.start, { params: { id }, body })
}

const inSurvey = (surveyId: number) => ({ filter: { surveyId: String(surveyId) } })

test('a filter freezes its payments: a later one is not in the run', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 3, amountMinor: 777 })
  const filter = { amount: '7.77..7.77' }
  const chosen = await select(app.maker, { step: 'initiate', filter })
  expect(chosen).toMatchObject({
    count: 3,
    totalAmount: [{ amount: '23.31', currency: 'MZN' }],
    willing: { count: 3, totalAmount: [{ amount: '23.31' }] },
    refused: [],
    source: { by: 'FILTER', filter },
  })
  expect(chosen.next).toMatchObject([{ step: 'approve', count: 3 }])
  const later = await app.given.payments({ count: 1, amountMinor: 777 })
  const { data } = await start(app.maker, chosen.id, { name: 'March' })
  expect(data).toMatchObject({ total: 3, succeeded: 3, failed: 0, isUnderWay: false })
  expect((await app.stand([...ids, ...later.ids])).map(({ status }) => status)).toEqual([
    'INITIATED',
    'INITIATED',
    'INITIATED',
    'ELIGIBLE',
  ])
  const run = (await app.approver.call(paymentRuns.get, { params: { id: data.runId ?? 0 } })).data
  expect(run).toMatchObject({ name: 'March', state: 'DONE', total: 3, succeeded: 3, startedBy: { id: app.maker.id } })
  const { total, statusCounts } = await app.approver.call(payments.list, { query: { runId: String(run.id) } })
  expect([total, statusCounts.INITIATED]).toEqual([3, 3])
  const next = await select(app.approver, { step: 'approve', filter: { runId: String(run.id) } })
  expect(next).toMatchObject({ count: 3, source: { by: 'FILTER', filter: { runId: String(run.id) } } })
  const named = await app.approver.call(paymentRuns.list, { query: { q: 'marc' } })
  expect(named.list.map(({ id }) => id)).toEqual([run.id])
})

test('a review counts what the step leaves out by reason, and the run refuses the same', async ({ app }) => {
  const { ids, surveyId } = await app.given.payments({
    count: 4,
    phones: ['+258841000001', '+258841000002', null, '+258841000003'],
  })
  const filter = inSurvey(surveyId)
  await app.maker.call(payments.bulkInitiate, { body: { ids: ids.slice(0, 1) } })
  const own = await select(app.maker, { step: 'approve', ...filter })
  expect(own).toMatchObject({
    count: 1,
    willing: { count: 0 },
    refused: [{ code: 'SELF_ACTION', count: 1, sample: [ids[0]] }],
  })
  const phone = '+258841000002'
  await app.maker.call(paymentWayCalls.correct, { params: { id: ids[3] ?? 0 }, body: { phone } })
  const rest = await select(app.maker, { step: 'initiate', ...filter })
  expect(rest).toMatchObject({
    count: 3,
    willing: { count: 1 },
    refused: [
      { code: 'SAME_PAYEE', count: 1, sample: [ids[3]] },
      { code: 'NO_PHONE', count: 1, sample: [ids[2]] },
    ],
    samePhone: { count: 1, sample: [ids[1], ids[3]] },
  })
  const { data } = await start(app.maker, rest.id)
  expect(data).toMatchObject({ total: 3, succeeded: 1, failed: 2 })
  expect(data.failures.map(({ code }) => code).toSorted()).toEqual(['NO_PHONE', 'SAME_PAYEE'])
})

test('a payment that changed after it was chosen is refused alone', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2 })
  const chosen = await select(app.maker, { step: 'initiate', ids })
  await app.sql.owner.query(
    `update person set phone = '+258847654321' where id = (select participant_id from payable where id = $1)`,
    [ids[0]],
  )
  const { data: now } = await app.maker.call(paymentSelections.get, { params: { id: chosen.id } })
  expect(now).toMatchObject({ willing: { count: 1 }, refused: [{ code: 'STALE_FACTS', count: 1 }] })
  const { data } = await start(app.maker, chosen.id)
  expect(data).toMatchObject({ succeeded: 1, failures: [{ code: 'STALE_FACTS', count: 1 }] })
})

test('the review warns of a missing or short float before authorization, refuses none', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, amountMinor: 500, currency: 'BWP' })
  const none = await app.given.payments({ amountMinor: 500, currency: 'SZL' })
  await app.given.float({ amountMinor: 700, currency: 'BWP' })
  const all = [...ids, ...none.ids]
  const lacks = [
    { kind: 'SHORT', provider: 'gsma', currency: 'BWP', amount: '3.00' },
    { kind: 'NO_FLOAT', provider: 'gsma', currency: 'SZL', amount: '5.00' },
  ]
  const chosen = await select(app.maker, { step: 'initiate', ids: all })
  expect(chosen).toMatchObject({
    willing: { count: 3 },
    missing: [],
    lacks: expect.arrayContaining(lacks.map((lack) => expect.objectContaining(lack))),
  })
  expect((await start(app.maker, chosen.id)).data.succeeded).toBe(3)
  expect((await select(app.approver, { step: 'approve', ids: all })).lacks).toHaveLength(2)
  expect((await select(app.approver, { step: 'reject', ids: all })).lacks).toEqual([])
})

test('a trial tells what would happen and leaves everything as it is', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 3, status: 'APPROVED', amountMinor: 500, currency: 'ZAR' })
  const kes = await app.given.payments({ count: 2, status: 'APPROVED', amountMinor: 500, currency: 'KES' })
  await app.given.float({ amountMinor: 1500, currency: 'ZAR' })
  await app.given.float({ amountMinor: 700, currency: 'KES' })
  const chosen = await select(app.authorizer, { step: 'authorize', ids: [...ids, ...kes.ids] })
  expect(chosen.missing).toMatchObject([{ currency: 'KES', amount: '3.00' }])
  const would = {
    succeeded: 3,
    failed: 2,
    failures: [{ code: 'INSUFFICIENT_FUNDS', count: 2 }],
    missing: [{ currency: 'KES', amount: '3.00' }],
  }
  const tried = (await start(app.authorizer, chosen.id, { dryRun: true })).data
  expect(tried).toMatchObject({ ...would, isTrial: true, runId: null })
  const all = [...ids, ...kes.ids]
  expect(new Set((await app.stand(all)).map(({ status }) => status))).toEqual(new Set(['APPROVED']))
  const done = (await start(app.authorizer, chosen.id)).data
  expect(done).toMatchObject({ ...would, isTrial: false })
  expect((await app.stand(all)).filter(({ status }) => status === 'PROCESSING')).toHaveLength(3)
  expect(await held(app)).toBe(0)
})

test('all or none: one payment that cannot take the step keeps back all of them', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, phones: ['+258841000011', null] })
  const refused = { status: 409, code: 'BATCH_REFUSED' }
  const chosen = await select(app.maker, { step: 'initiate', ids })
  await expect(start(app.maker, chosen.id, { atomic: true })).rejects.toMatchObject(refused)
  await expect(app.maker.call(payments.bulkInitiate, { body: { ids, atomic: true } })).rejects.toMatchObject({
    ...refused,
    data: { succeeded: 1, failed: 1 },
  })
  expect((await app.stand(ids)).map(({ status }) => status)).toEqual(['ELIGIBLE', 'ELIGIBLE'])
  expect((await app.maker.call(payments.bulkInitiate, { body: { ids, dryRun: true } })).data).toMatchObject({
    succeeded: 1,
    failed: 1,
  })
  expect((await app.stand(ids)).map(({ status }) => status)).toEqual(['ELIGIBLE', 'ELIGIBLE'])
  const { data } = await start(app.maker, chosen.id)
  expect(data).toMatchObject({ succeeded: 1, failed: 1 })
  await expect(start(app.maker, chosen.id)).rejects.toMatchObject({ status: 409, code: 'ALREADY_DONE' })
})

test('a bulk call with one short float authorizes other currencies and names the gap', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, status: 'APPROVED', amountMinor: 500 })
  const kes = await app.given.payments({ count: 1, status: 'APPROVED', amountMinor: 500, currency: 'GHS' })
  await app.given.float({ amountMinor: 1000 })
  const review = await select(app.authorizer, { step: 'authorize', ids: [...ids, ...kes.ids] })
  expect(review).toMatchObject({
    count: 3,
    willing: { count: 2, totalAmount: [{ amount: '10.00', currency: 'MZN' }] },
    refused: [{ code: 'INSUFFICIENT_FUNDS', count: 1, sample: kes.ids }],
    missing: [{ currency: 'GHS', amount: '5.00' }],
  })
  const { data } = await app.authorizer.call(payments.bulkAuthorize, { body: { ids: [...ids, ...kes.ids] } })
  expect(data).toMatchObject({ succeeded: 2, failed: 1, missing: [{ currency: 'GHS', amount: '5.00' }] })
  expect(data.results.filter(({ ok }) => !ok)).toMatchObject([{ id: kes.ids[0], code: 'INSUFFICIENT_FUNDS' }])
})

test('a call on two payments is a run that a colleague finds, on one it is none', async ({ app }) => {
  const { ids, surveyId } = await app.given.payments({ count: 3, status: 'APPROVED', amountMinor: 500 })
  await app.given.float({ amountMinor: 1500 })
  const [single = 0, ...both] = ids
  const versions = { [both[0] ?? 0]: 99 }
  const { data } = await app.authorizer.call(payments.bulkAuthorize, { body: { ids: both, versions } })
  expect(data).toMatchObject({ succeeded: 1, failed: 1, batchId: expect.any(Number) })
  expect(data.results).toMatchObject([
    { code: 'STALE_FACTS', from: 'APPROVED' },
    { code: 'OK', to: 'PROCESSING' },
  ])
  await app.authorizer.call(payments.bulkAuthorize, { body: [single] })
  await app.authorizer.call(payments.bulkAuthorize, { body: { ids: both, dryRun: true } })
  const runs = await app.approver.call(paymentRuns.list, { query: { startedBy: String(app.authorizer.id) } })
  expect(runs.list).toMatchObject([
    { step: 'authorize', state: 'DONE', total: 2, succeeded: 1, failures: [{ code: 'STALE_FACTS', count: 1 }] },
  ])
  const body = { status: 'REJECTED' as const }
  await app.approver.call(payments.setStatus, { params: { surveyId }, body })
  expect(await held(app)).toBe(0)
})

function csv(...lines: string[]) {
  return { name: 'pay.csv', bytes: Buffer.from(lines.join('\r\n')), type: 'text/csv' }
}

test('a file chooses payments by number, and names each row that takes no part', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 3, phones: ['+258841000021', null, '+258841000022'] })
  const lines = ['id,amount', `${ids[0]},5`, `${ids[1]},5`, '987654321,5', 'abc,5', `${ids[0]},5`, `${ids[2]},5`]
  const { data } = await app.maker.call(paymentSelections.upload, {
    query: { step: 'initiate' },
    file: csv(...lines),
  })
  expect(data).toMatchObject({
    count: 3,
    willing: { count: 2 },
    source: { by: 'FILE', name: 'pay.csv' },
    rowCount: 4,
    rows: [
      { row: 3, ref: String(ids[1]), code: 'NO_PHONE' },
      { row: 4, ref: '987654321', code: 'NOT_FOUND' },
      { row: 5, ref: 'abc', code: 'BAD_ID' },
      { row: 6, ref: String(ids[0]), code: 'REPEATED' },
    ],
  })
  await expect(
    app.maker.call(paymentSelections.upload, { query: { step: 'initiate' }, file: csv('amount', '5') }),
  ).rejects.toMatchObject({ code: 'WORKBOOK_ROWS_INVALID' })
})

test('what failed gets new phones from a file, looked at first, and can be paid', async ({ app }) => {
  const phones = ['+258841000031', '+258841000032', '+258841000033']
  const { ids } = await app.given.payments({ count: 3, phones })
  const [moved, same, broken] = ids
  await app.given.float({ amountMinor: 1_000_000 })
  await answered(app, ids, refusedWith('requestDeclined'))
  const lines = ['Id;Phone', `${moved};84 100 0099`, `${same};${phones[1]}`, `${broken};12`]
  const { data } = await app.maker.call(paymentSelections.upload, { query: { step: 'correct' }, file: csv(...lines) })
  expect(data).toMatchObject({
    count: 1,
    willing: { count: 1 },
    rows: [
      { row: 3, ref: String(same), code: 'PHONE_UNCHANGED' },
      { row: 4, ref: String(broken), code: 'BAD_PHONE' },
    ],
  })
  expect((await app.stand(ids)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED'])
  await app.maker.call(paymentSelections.start, { params: { id: data.id }, body: {} })
  expect((await app.stand(ids)).map(({ status }) => status)).toEqual(['ELIGIBLE', 'FAILED', 'FAILED'])
  const row = await app.maker.call(payments.get, { params: { id: moved ?? 0 } })
  expect(row.data.phone).toBe('+258841000099')
  await answered(app, [moved ?? 0], paidAs(50_000))
  expect(await app.stand([moved ?? 0])).toMatchObject([{ status: 'SUCCESSFUL' }])
})

test('a large run is tried, pauses and gives its money back, resumes, and is stopped', async ({ app }) => {
  const currency = 'TZS'
  const { ids } = await app.given.payments({ count: maxAtOnce + 1, status: 'APPROVED', amountMinor: 100, currency })
  await app.given.float({ amountMinor: 1000, currency })
  const worker = givenWorker(app, kinds)
  const { data: trial } = await app.authorizer.call(payments.bulkAuthorize, { body: { ids, dryRun: true } })
  await untilState(app, app.authorizer, trial.jobId ?? 0, 'DONE', 60_000)
  const { data: tried } = await app.maker.call(paymentRuns.get, { params: { id: trial.jobId ?? 0 } })
  expect(tried).toMatchObject({ isTrial: true, failed: ids.length, missing: [{ currency, amount: '4991.00' }] })
  expect((await app.stand(ids)).every(({ status }) => status === 'APPROVED')).toBe(true)
  await worker.stop()

  await app.given.float({ amountMinor: (ids.length - 10) * 100, currency })
  const chosen = await select(app.authorizer, { step: 'authorize', ids })
  const { data } = await start(app.authorizer, chosen.id)
  expect(data).toMatchObject({ isUnderWay: true, total: ids.length })
  const id = data.runId ?? 0
  const act = (person: Person, action: 'pause' | 'resume' | 'stop') =>
    person.call(paymentRuns.act, { params: { id, action } })
  expect((await act(app.approver, 'pause')).data).toMatchObject({ state: 'PAUSED' })
  await expect(act(app.approver, 'resume')).rejects.toMatchObject({ status: 403, code: 'RUN_OF_ANOTHER' })
  await act(app.authorizer, 'resume')
  const next = givenWorker(app, kinds)
  const look = async () => (await app.maker.call(paymentRuns.get, { params: { id } })).data
  await expect.poll(async () => (await look()).done, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
  const stopped = (await act(app.authorizer, 'stop')).data
  expect(stopped).toMatchObject({ state: 'STOPPED', succeeded: stopped.done })
  expect(stopped.done).toBeLessThan(ids.length)
  expect(await held(app)).toBe(0)
  await expect(act(app.authorizer, 'resume')).rejects.toMatchObject({ status: 409, code: 'JOB_STATE' })
  const reopen = `update job set state = 'WAITING', finished_at = null, expires_at = null where id = $1`
  await expect(app.sql.app.query(reopen, [id])).rejects.toMatchObject({ message: 'JOB_STATE' })
  await next.stop()
  const follow = await select(app.authorizer, { step: 'authorize', runId: id })
  expect(follow).toMatchObject({ count: ids.length - stopped.done, source: { by: 'RUN', runId: id } })
  const { bytes } = await app.maker.raw(paymentRuns.file, { params: { id }, query: { lang: 'en' } })
  const lines = bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(ids.length + 1)
  expect(lines.filter((line) => line.includes(',Not done,'))).toHaveLength(ids.length - stopped.done)
}, 120_000)

test('a run opens for colleagues who see its surveys, for no caller without the right', async ({ app }) => {
  const { given, as } = app
  const mine = await given.payments({ count: 1 })
  const other = await given.payments({ count: 1 })
  const chosen = await select(app.maker, { step: 'initiate', ids: [...mine.ids, ...other.ids] })
  await expect(app.approver.call(paymentSelections.get, { params: { id: chosen.id } })).rejects.toMatchObject({
    status: 404,
  })
  const { data } = await start(app.maker, chosen.id)
  const id = data.runId ?? 0
  const stranger = as(await given.admin({ permissions: [] }))
  await expect(stranger.call(paymentRuns.get, { params: { id } })).rejects.toMatchObject({ status: 403 })
  const reader = await given.admin({ permissions: ['payments.read'] })
  const see = () => as(reader).call(paymentRuns.get, { params: { id } })
  await expect(see()).rejects.toMatchObject({ status: 404 })
  const grant = (surveyId: number) =>
    app.sql.owner.query(
      `insert into access_grant (survey_id, subject_type, subject_id, access_right) values ($1, 'USER', $2, 'VIEW')`,
      [surveyId, reader.id],
    )
  await grant(mine.surveyId)
  await expect(see()).rejects.toMatchObject({ status: 403, code: 'GRANT_TOO_NARROW' })
  expect((await as(reader).call(paymentRuns.list, {})).data).toEqual([])
  await grant(other.surveyId)
  expect((await see()).data).toMatchObject({ id, total: 2 })
  await expect(as(reader).call(paymentRuns.rename, { params: { id }, body: { name: 'x' } })).rejects.toMatchObject({
    status: 403,
  })
  const named = await app.maker.call(paymentRuns.rename, { params: { id }, body: { name: 'April' } })
  expect(named.data).toMatchObject({ name: 'April' })
  const listed = (
    await app.maker.call(paymentRuns.list, {
      query: { step: 'initiate', state: 'DONE', startedBy: String(app.maker.id) },
    })
  ).data
  expect(listed.map((run) => run.name)).toContain('April')
  expect(
    (await app.maker.call(paymentRuns.list, { query: { state: 'PAUSED', startedBy: String(app.maker.id) } })).data,
  ).toEqual([])
})

test('what a run left is chosen again only from surveys that its maker still sees', async ({ app }) => {
  const { given, as, sql: databases } = app
  const kept = await given.payments({ count: 1 })
  const lost = await given.payments({ count: 1 })
  const account = await given.admin({ permissions: ['payments.read', 'payments.approve'] })
  await databases.owner.query(
    `insert into access_grant (survey_id, subject_type, subject_id, access_right)
        select unnest($1::bigint[]), 'USER', $2, 'VIEW'`,
    [[kept.surveyId, lost.surveyId], account.id],
  )
  const maker = as(account)
  const make = (body: Record<string, unknown>) =>
    maker.call(paymentSelections.make, { body: chosenBody({ step: 'approve', ...body }) })
  const { id } = (await make({ ids: [...kept.ids, ...lost.ids] })).data
  const { data } = await maker.call(paymentSelections.start, { params: { id }, body: {} })
  expect(data).toMatchObject({ total: 2, failed: 2 })
  await databases.owner.query('delete from access_grant where survey_id = $1', [lost.surveyId])
  expect((await make({ runId: data.runId })).data).toMatchObject({ count: 1 })
})

test('a filter by a word that names a person keeps no word of it', async ({ app }) => {
  const { surveyId } = await app.given.payments({ count: 1 })
  const chosen = await select(app.maker, { step: 'initiate', filter: { surveyId: String(surveyId), q: 'Payee' } })
  expect(chosen.source).toEqual({ by: 'FILTER', filter: { surveyId: String(surveyId), q: '…' } })
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from payment_selection where source::text like '%Payee%'`.execute(
    app.services.database.db,
  )
  expect(rows[0]?.n).toBe(0)
})
