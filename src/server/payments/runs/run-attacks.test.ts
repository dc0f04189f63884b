/** What callers of HTTP may not do with runs: too many at once as one whole, halts by others, and ways around a run's rules. */
import { expect } from 'vitest'
import { floats } from '#contract/floats.ts'
import { jobs } from '#contract/jobs.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { maxAtOnce, payments } from '#contract/payments.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { runActions } from '#domain/money/payment-run.ts'
import { anonymous } from '../../http/context.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import type { Caller } from '../../test/caller.ts'
import { type PaymentsApp, type Person, test } from '../../test/with-payments.ts'
import { queueRun, stepRuns } from './runs.ts'

const statusOf = { initiate: 'ELIGIBLE', approve: 'INITIATED', authorize: 'APPROVED', reject: 'INITIATED' } as const
type Step = keyof typeof statusOf

/** A run of one payment that waits for a worker. */
async function waitingRun({ given, services }: PaymentsApp, person: Person, step: Step, currency = 'MZN') {
  const owed = await given.payments({ status: statusOf[step], currency })
  const { id: chosen } = (await person.call(paymentSelections.make, { body: { step, ids: owed.ids } })).data
  const actor = { ...anonymous, id: person.id, permissions: new Set([`payments.${step}`]) }
  const id = await services.database.db
    .transaction()
    .execute((db) =>
      queueRun({ db, actor, audit: () => undefined, address: '::1', services }, { id: chosen, step }, { name: null }),
    )
  return { ...owed, id }
}

test('all or none of more than 5,000 is refused at each door, and nothing of it stays', async ({ app }) => {
  const { maker, sql } = app
  const { ids, surveyId, responseIds } = await app.given.payments({ count: maxAtOnce + 1, amountMinor: 100 })
  const refusal = { status: 400, errors: [{ path: 'atomic', code: 'TOO_MANY' }] }
  const bodies = [{ ids }, { surveyIds: [surveyId] }, { locationIds: responseIds }, { ids, dryRun: true }]
  for (const body of bodies)
    await expect(maker.call(payments.bulkInitiate, { body: { ...body, atomic: true } })).rejects.toMatchObject(refusal)
  const { id } = (await maker.call(paymentSelections.make, { body: { step: 'initiate', ids } })).data
  for (const dryRun of [true, false])
    await expect(
      maker.call(paymentSelections.start, { params: { id }, body: { atomic: true, dryRun } }),
    ).rejects.toMatchObject(refusal)
  const { rows } = await sql.owner.query(
    `select (select count(*)::int from payable where survey_id = $1 and status <> 'ELIGIBLE') as moved,
         (select count(*)::int from job) as jobs, (select count(*)::int from payment_run) as runs,
         (select count(*)::int from payment_selection where survey_ids = array[$1::bigint]) as selections`,
    [surveyId],
  )
  expect(rows).toEqual([{ moved: 0, jobs: 0, runs: 0, selections: 1 }])
}, 60_000)

test('only people who may take the step halt a run, and only its maker lets it go on', async ({ app }) => {
  const { maker, given, as, sql } = app
  const { id, surveyId } = await waitingRun(app, maker, 'authorize')
  const state = async () => (await maker.call(paymentRuns.get, { params: { id } })).data.state
  const act = (person: Caller, action: (typeof runActions)[number], run = id) =>
    person.call(paymentRuns.act, { params: { id: run, action } })
  const staff = async (...permissions: PermissionName[]) => as(await given.admin({ permissions }))
  const attackers: [string, Caller, string][] = [
    ['a stranger', await staff(), 'FORBIDDEN'],
    ['a reader', await staff('payments.read', 'surveys.all'), 'FORBIDDEN'],
    ['who approves', await staff('payments.read', 'payments.approve', 'surveys.all'), 'FORBIDDEN'],
    ['who sees no survey', await staff('payments.read', 'payments.authorize'), 'NOT_FOUND'],
  ]
  for (const [who, attacker, code] of attackers)
    for (const action of runActions) {
      const refused = await act(attacker, action).then(
        () => 'OK',
        (error: { code: string }) => error.code,
      )
      expect([who, action, refused]).toEqual([who, action, code])
    }
  expect(await state()).toBe('WAITING')
  const colleague = await staff('payments.read', 'payments.authorize', 'surveys.all')
  expect((await act(colleague, 'pause')).data).toMatchObject({ state: 'PAUSED' })
  await expect(act(colleague, 'resume')).rejects.toMatchObject({ code: 'RUN_OF_ANOTHER' })
  for (const odd of ['0', '-1', '9007199254740993', '1e3', '00' + String(id), String(surveyId)])
    expect((await maker.raw(paymentRuns.act, { params: { id: odd, action: 'resume' } })).status).toSatisfy(
      (status: number) => status === 400 || status === 404,
    )
  // Without the right, its own maker halts it, and no more.
  await act(maker, 'resume')
  await sql.owner.query(
    `delete from role_permission where role_id = (select role_id from person where id = $1)
         and permission_id = (select id from permission where name = 'payments.authorize')`,
    [maker.id],
  )
  expect((await act(maker, 'pause')).data).toMatchObject({ state: 'PAUSED' })
  await expect(act(maker, 'resume')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the list of jobs is no way around the rules of a run', async ({ app }) => {
  const { approver, sql } = app
  const { id, ids } = await waitingRun(app, approver, 'authorize', 'GHS')
  await approver.call(paymentRuns.act, { params: { id, action: 'pause' } })
  await sql.owner.query(`update session set authenticated_at = now() - interval '16 minutes' where person_id = $1`, [
    approver.id,
  ])
  const refusal = { status: 409, code: 'JOB_STATE' }
  await expect(approver.call(jobs.retry, { params: { id } })).rejects.toMatchObject(refusal)
  await sql.owner.query(`update session set authenticated_at = now() where person_id = $1`, [approver.id])
  await approver.call(paymentRuns.act, { params: { id, action: 'resume' } })
  const worker = givenWorker(app, Object.values(stepRuns))
  expect(await untilState(app, approver, id, 'DONE')).toMatchObject({ failed: 1 })
  await worker.stop()
  await app.given.float({ currency: 'GHS', amountMinor: 50_000 })
  // Its refused payments are chosen again, looked at and started: not just tried again.
  await expect(approver.call(jobs.retryFailures, { params: { id } })).rejects.toMatchObject(refusal)
  expect(await app.stand(ids)).toMatchObject([{ status: 'APPROVED' }])
})

const row = (currency: string) => `phone_number,amount,currency\n+258840300011,5,${JSON.stringify(currency)}`

test('a currency that is none is refused at each door, however it is written', async ({ app }) => {
  const { maker, given, as } = app
  const administrator = as(await given.admin({ permissions: ['roles.grantPayments', 'payments.read'] }))
  const { version } = (await administrator.call(paymentPolicy.get, {})).data
  const { id: locationId } = await given.survey({ amount: '1', currency: 'MZN' })
  const odd = [
    'ZZZ',
    'XXX',
    'MZN ',
    'mz',
    'MZNN',
    '',
    '__proto__',
    'constructor',
    'ＭＺＮ',
    "M'Z",
    '€',
    null,
    5,
    ['MZN'],
    {},
  ]
  const request = { reference: 'R', day: '2026-01-01', note: 'Bank slip' }
  for (const currency of odd) {
    const side = { amount: '1', currency }
    const limits = [{ kind: 'PAYMENT', currency, amount: '1' }]
    const manual = { locationId, phoneNumber: '+258840300001', amount: '1', currency }
    const answers = {
      'top-up': await maker.raw(floats.ask, { body: { ...request, into: side } }),
      withdrawal: await maker.raw(floats.ask, { body: { ...request, from: side } }),
      transfer: await maker.raw(floats.ask, {
        body: { ...request, from: { ...side, currency: 'MZN' }, into: side },
      }),
      policy: await administrator.raw(paymentPolicy.set, { body: { version, limits, reason: 'Test' } }),
      manual: await maker.raw(manualPayments.initiate, { body: manual }),
    }
    for (const [door, { status }] of Object.entries(answers))
      expect([door, currency, status]).toEqual([door, currency, 400])
    if (typeof currency !== 'string' || currency.trim() === '' || currency === 'MZN ') continue
    const upload = maker.call(manualPayments.upload, {
      query: { surveyId: locationId, dryRun: 'true' },
      file: { name: 'p.csv', bytes: Buffer.from(row(currency)) },
    })
    await expect(upload).rejects.toMatchObject({ data: { problems: [{ row: 2, code: 'UNKNOWN_CURRENCY' }] } })
  }
})
