import { beforeAll, expect } from 'vitest'
import { unitTree } from '#contract/administrative-units.ts'
import { auth } from '#contract/auth.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { tasks } from '#contract/tasks.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { questionTypes } from '#domain/surveys/survey.ts'
import { brokenInvariants } from '../payments/books/invariants.ts'
import { paymentProviders } from '#contract/payment-providers.ts'
import { gsmaProvider } from '../payments/providers/gsma.ts'
import { simulatorAccountId } from '../payments/simulator/disbursement.ts'
import { startSimulator } from '../payments/simulator/server.ts'
import { startPaymentWorker } from '../payments/worker/worker.ts'
import type { Settings } from '../settings.ts'
import { caller } from '../test/caller.ts'
import { appOfTheFile, ownerUrlOf, test, type TestApp } from '../test/with-app.ts'
import { mozambique } from './content/mozambique.ts'
import { type Demo, loadDemo } from './load.ts'

/** The surveys of the demo open around this moment, which intake compares with its own clock. */
const now = new Date()
const password = 'the first password'
const counted = [
  'administrative_unit',
  'person',
  'company',
  'category',
  'survey',
  'question',
  'answer',
  'form',
  'payable',
  'audit',
  'file',
]

let demo: Demo | undefined
beforeAll(async () => {
  demo = await load(await appOfTheFile(), { demoPassword: password })
})

function load(app: TestApp, changes: Partial<Settings>): Promise<Demo | undefined> {
  const { services } = app
  return loadDemo({ ...services, settings: { ...services.settings, ...changes } }, ownerUrlOf(app), now)
}

async function signedIn({ server }: TestApp, username: string, secret = password) {
  const { AccessToken } = await caller(server, undefined).call(auth.login, { body: { username, password: secret } })
  return caller(server, AccessToken)
}

async function rowCounts({ sql }: TestApp): Promise<Record<string, number>> {
  const columns = counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')
  const { rows } = await sql.owner.query<Record<string, number>>(`select ${columns}`)
  return rows[0] ?? {}
}

test('every duty has a user who can sign in, and each is told that this is a demo', async ({ app }) => {
  expect(demo?.staff.map(({ username }) => username)).toEqual([
    'admin',
    'manager',
    'reviewer',
    'initiator',
    'approver',
    'authorizer',
    'authorizer-2',
    'auditor',
  ])
  for (const { username, role } of demo?.staff ?? []) {
    const me = await (await signedIn(app, username)).call(auth.user)
    expect([me.user.user.role, me.demo]).toEqual([role, true])
  }
})

test('one survey is paid with every type of question, one free, one a faulty draft', async ({ app }) => {
  const manager = await signedIn(app, 'manager')
  const { list } = await manager.call(surveys.list, { query: { sort: 'title' } })
  const found = list.map(({ surveyType, status, responseCount }) => [surveyType, status, responseCount])
  expect(found).toEqual([
    ['PAID', 'PUBLISHED', 240],
    ['PAID', 'DRAFT', 0],
    ['FREE', 'PUBLISHED', 72],
  ])
  const idOf = (wanted: string) => list.find((row) => row.surveyType === 'PAID' && row.status === wanted)?.id ?? 0
  const { data } = await manager.call(surveys.get, { params: { id: idOf('PUBLISHED') } })
  const asked = data.sections.flatMap(({ questions }) => questions)
  expect(new Set(asked.map(({ type }) => type))).toEqual(
    // What apps record is asked of no person.
    new Set(questionTypes.filter((type) => !traitsOf(type).isRecorded)),
  )
  for (const { text } of asked) expect(Object.keys(text)).toEqual(expect.arrayContaining(['en', 'pt-br', 'zh']))
  const draft = { params: { surveyId: idOf('DRAFT') } }
  await expect(manager.call(surveys.publish, draft)).rejects.toMatchObject({ code: 'SURVEY_NOT_READY' })
})

test('responses have every status of a review, payments every status before the worker', async ({ app }) => {
  const { statusCounts } = await (await signedIn(app, 'manager')).call(responses.list)
  expect(statusCounts).toEqual({
    RECEIVED: 50,
    IN_REVIEW: 18,
    HAS_ISSUES: 15,
    EDITED: 0,
    APPROVED: 208,
    REJECTED: 21,
  })
  const { statusCounts: visits } = await (await signedIn(app, 'manager')).call(tasks.list, { query: { status: '0' } })
  expect(visits[0]).toBe(12)
  const { statusCounts: paid } = await (await signedIn(app, 'auditor')).call(payments.list)
  expect(paid).toMatchObject({
    ELIGIBLE: 30,
    INITIATED: 23,
    APPROVED: 19,
    PROCESSING: 79,
    REJECTED: 8,
    CANCELLED: 4,
  })
  expect(await brokenInvariants(app.services.database.db)).toEqual([])
})

test('each district has its border, for maps of districts and shares', async ({ app }) => {
  const { level, borders } = (await (await signedIn(app, 'manager')).call(unitTree.borders)).data
  expect([level, borders.length]).toEqual([2, mozambique().filter(([code]) => code.length === 6).length])
})

test('a second start loads nothing; it changes the staff password only when one is set', async ({ app }) => {
  const before = await rowCounts(app)
  expect(await load(app, { demoPassword: undefined })).toMatchObject({ password: { kind: 'EARLIER' } })
  expect(await rowCounts(app)).toEqual(before)
  const auditor = await signedIn(app, 'auditor')
  expect(await load(app, { demoPassword: 'the second password' })).toMatchObject({ password: { kind: 'SETTING' } })
  await expect(auditor.call(auth.user)).rejects.toMatchObject({ status: 401 })
  await expect(signedIn(app, 'auditor')).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  await signedIn(app, 'auditor', 'the second password')
  await load(app, { demoPassword: password })
})

test('demo data and a real provider do not go together', async ({ app }) => {
  await expect(
    load(app, {
      provider: { name: 'gsma', baseUrl: 'https://pay.example', refusesDuplicates: true, accountId: 'x' },
    }),
  ).rejects.toThrow('PROVIDER_URL is not for demo data')
})

test('the simulator pays authorized payments; three fail and one stays uncertain', async ({ app }) => {
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0, faultMs: 50 })
  const provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000 })
  const log = { error: () => undefined }
  const worker = startPaymentWorker({ database: app.services.database, provider, log, pollMs: 20, askAfterMs: 10 })
  try {
    const auditor = await signedIn(app, 'auditor')
    const counts = async () => (await auditor.call(payments.list)).statusCounts
    await expect.poll(counts, { timeout: 15_000 }).toMatchObject({ SUCCESSFUL: 74, FAILED: 4, PROCESSING: 1 })
    expect(await brokenInvariants(app.services.database.db)).toEqual([])
  } finally {
    await worker.stop()
    await simulator.close()
  }
})

test('no provider that people enter is switched on beside demo data', async ({ app }) => {
  const admin = await signedIn(app, 'admin')
  const body = { name: 'real', title: 'Real', dialect: 'GSMA', baseUrl: 'https://pay.example', accountId: 'x' } as const
  const { id, name } = (await admin.call(paymentProviders.create, { body })).data
  const credentials = { clientId: 'c', clientSecret: 's' }
  await admin.call(paymentProviders.setCredentials, { params: { id }, body: { credentials } })
  const enabling = admin.call(paymentProviders.update, { params: { id }, body: { enabled: true } })
  await expect(enabling).rejects.toMatchObject({ code: 'DEMO_DATA' })
  expect((await admin.call(paymentProviders.get, { params: { id } })).data).toMatchObject({ name, enabled: false })
})
