/** No call writes anything for a caller whose session ended after their headers came. */
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { categories } from '#contract/categories.ts'
import { permissionsOf } from '#contract/endpoint.ts'
import { isMoneyRight } from '#domain/people/permissions.ts'
import { routes } from '../app.ts'
import { callName } from '../test/calls-by-hand.ts'
import { type CallInput, caller } from '../test/caller.ts'
import { rowsOf, workbook } from '../test/given-upload.ts'
import { test, type TestApp } from '../test/with-app.ts'
import type { Route } from './context.ts'
import { serve } from './dispatch.ts'
import { refusalOf } from './failure.ts'

/** The real calls, but the session of each ends once its caller is admitted. */
async function leavingApp({ services, sql }: TestApp, served: readonly Route[]) {
  const server = Fastify()
  await server.register(multipart)
  server.setErrorHandler((error, _, reply) => reply.status(refusalOf(error)?.status ?? 500).send())
  server.addHook('preParsing', async () => {
    await sql.owner.query('delete from session')
  })
  for (const route of served) serve(server, services, route)
  return server
}

/** Gets past the shapes of its input: no call of one transaction looks at it before the caller is admitted. */
function takingAnything(route: Route): Route {
  const [params, body] = [z.looseObject({}), z.any()]
  return { ...route, endpoint: { ...route.endpoint, params, body } }
}

const ids = { body: { ids: [1] } }
const csv = (text: string) => ({ file: { name: 'rows.csv', bytes: Buffer.from(text) } })

const corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]
const geometry = { type: 'Polygon', coordinates: [corners] }
const border = JSON.stringify({ type: 'FeatureCollection', features: [{ properties: { code: 'X' }, geometry }] })

/** The input that calls need to reach the late start of their transaction. */
async function inputs({ given, sql }: TestApp): Promise<Record<string, CallInput>> {
  const survey = await given.survey()
  const withFile = await given.survey({ sections: [[{ code: 'paper', type: 'FILE' }]] })
  const payments = await given.payments()
  const colleague = await given.admin({ permissions: [] })
  await given.float({ amountMinor: 100 })
  const { rows: providers } = await sql.owner.query(
    `insert into provider (name, title, dialect, base_url, account_id) values ('new', 'New', 'GSMA', 'http://127.0.0.1:9', 'x') returning id`,
  )
  const provider = { id: providers[0].id }
  const { rows: accounts } = await sql.owner.query(`select id from account where kind = 'FLOAT'`)
  const columns = { day: 'Day', amount: 'Amount', ourRef: 'Ref' }
  const reading = {
    headingRow: 1,
    isOutPositive: false,
    dates: 'DAY_FIRST',
    decimals: 'POINT',
    offsetMinutes: 0,
    feeText: '',
  }
  return {
    'POST /auth/reauthenticate': { body: { password: 'wrong' } },
    'POST /auth/change-password': { body: { currentPassword: 'wrong', newPassword: 'wrong' } },
    'POST /auth/ResetUserPassword/{}': { params: { userInfo: colleague.id } },
    'POST /auth/invitations/{}': { params: { userInfo: colleague.id } },
    'POST /users/{}/second-factor/reset': { params: { id: colleague.id } },
    'POST /auth/create': { body: { name: 'New', adminType: 'PARTICIPANT', phone: '+258841234567' } },
    'PUT /users/update/{}': { params: { id: colleague.id }, body: { name: 'Other' } },
    'POST /users/participants/import': csv('name,phone\nNew,+258841234567\n'),
    'PUT /brand': { body: { name: 'Other' } },
    'POST /companies': { body: { title: 'New' } },
    'PUT /companies/{}': { params: { id: (await given.company()).id }, body: { title: 'Other' } },
    'POST /administrative-units/import': csv('code,name,parentCode\nNEW,New,\n'),
    'POST /administrative-units/borders': csv(border),
    'GET /administrative-units/export': {},
    'POST /sites/import': csv(`title,siteCategory\nNew,${(await given.siteCategory()).title}\n`),
    'POST /surveys/import': { query: { confirm: 'true' }, ...csv('name,age\nAna,30\n') },
    'POST /surveys/{}/files': { params: { id: survey.id }, ...csv('name,label\nbeira,Beira\n') },
    'POST /surveys/{}/files/lists': { params: { id: survey.id }, body: { of: 'SITES' } },
    'POST /surveys/{}/translations/{}': {
      params: { surveyId: survey.id, language: 'fr' },
      ...csv('code,target\nvillage,Village\n'),
    },
    'POST /answers/question/{}/upload': {
      params: { questionId: survey.question('village').id },
      ...csv('code,label\nnew,New\n'),
    },
    'POST /forms/{}/excel': {
      params: { surveyId: survey.id },
      file: { name: 'forms.xlsx', bytes: await workbook(survey, rowsOf(survey, 1)) },
    },
    'POST /forms/{}/files': {
      params: { surveyId: withFile.id },
      query: { question: 'paper' },
      file: { name: 'paper.txt', bytes: Buffer.from('Signed') },
    },
    'POST /forms/{}/excel/problems': {
      params: { surveyId: survey.id },
      file: { name: 'forms.xlsx', bytes: await workbook(survey, [{ formKey: 'lacks answers' }]) },
    },
    'GET /excels/download': { query: { surveyId: survey.id } },
    'PUT /payments/locations/{}': { params: { surveyId: payments.ids[0] ?? 0 }, body: { status: 'REJECTED' } },
    'POST /payments/bulk-initiate': ids,
    'POST /payments/bulk-approve': ids,
    'POST /payments/bulk-authorize': ids,
    'POST /payments/bulk-reject': ids,
    'POST /payments/bulk-retry': ids,
    'POST /payments/bulk-withdraw': { body: { ids: [1], reasonText: 'x' } },
    'POST /payments/bulk-reopen': { body: { ids: [1], reasonText: 'x' } },
    'PUT /payments/manual-payments/{}': { params: { id: 'MAN-0' }, body: { status: 'REJECTED' } },
    'POST /payments/upload-excel': {
      query: { surveyId: survey.id },
      ...csv('phone_number,amount\n+258841112223,1\n'),
    },
    'PUT /payment-providers/{}': { params: provider, body: { priority: 2 } },
    'POST /payment-providers/{}/credentials': { params: provider, body: { credentials: { apiKey: 'x' } } },
    'POST /payment-providers/{}/test': { params: provider },
    'POST /payments/selections/file': { query: { step: 'reject' }, ...csv('id\n1\n') },
    'POST /payments/selections/{}/start': { params: { id: 1 }, body: {} },
    'POST /payments/files/{}/results': {
      params: { id: 1 },
      body: {
        mapping: {
          headingRow: 1,
          columns: { reference: 'Ref', status: 'Day', amount: 'Amount' },
          paid: ['x'],
          failed: ['y'],
          dates: 'DAY_FIRST',
          decimals: 'POINT',
        },
        dryRun: false,
      },
      ...csv('Day,Amount,Ref\n2026-01-01,-1,x\n'),
    },
    'POST /payments/statements': {
      body: { accountId: accounts[0].id, mapping: { ...reading, columns }, dryRun: false },
      ...csv('Day,Amount,Ref\n2026-01-01,-1,x\n'),
    },
    'POST /payments/paid-before': {
      query: { costCode: 'C' },
      ...csv('phone_number,amount,currency,paid_on\n+258840000009,1,MZN,2026-01-01\n'),
    },
    'POST /payments/{}/paid-outside': {
      params: { id: String(payments.ids[0]) },
      body: { provider: 'gsma', reference: 'NEW', amount: '1', day: '2026-01-01', evidence: 'Seen' },
      file: { name: 'x.pdf', bytes: Buffer.from('%PDF-1.4') },
    },
    'POST /payments/float': {
      body: { into: { currency: 'MZN', amount: '1' }, reference: 'NEW', day: '2026-01-01', note: 'New' },
    },
  }
}

const writes = routes.filter(({ endpoint }) => endpoint.transaction !== 'read' && endpoint.access !== 'public')
const [early, late] = [true, false].map((isEarly) =>
  writes.filter(({ endpoint }) => (endpoint.transaction === 'write') === isEarly),
)

test('every call that writes what people may do says that it changes rights', () => {
  const guarding = /^(admins|roles)\.(?!read$)|^surveys\.access$|^users\.delete$/
  const silent = writes.filter(
    ({ endpoint }) =>
      permissionsOf(endpoint.access).some((name) => guarding.test(name)) &&
      !endpoint.changesRights &&
      !endpoint.path.endsWith('/export'),
  )
  expect(silent.map(({ endpoint }) => callName(endpoint))).toEqual([])
})

test('every writing call is refused after the end of its session, and leaves nothing', async ({ app }) => {
  const { given, sql } = app
  const byHand = await inputs(app)
  const server = await leavingApp(app, [...(early ?? []).map(takingAnything), ...(late ?? [])])
  const administrator = await given.admin({ role: 'ADMINISTRATOR' })
  const payer = await given.admin()
  const done = `select from audit where action not like '%.refused'`
  const before = (await sql.owner.query(done)).rowCount
  const wrong: string[] = []
  for (const { endpoint } of writes) {
    const staff = permissionsOf(endpoint.access).some(isMoneyRight) ? payer : administrator
    await sql.owner.query(
      `insert into session (token_hash, person_id, expires_at)
         values (sha256(convert_to($1, 'utf8')), $2, now() + interval '1 hour') on conflict do nothing`,
      [staff.token, staff.id],
    )
    const input = endpoint.transaction === 'write' ? {} : byHand[callName(endpoint)]
    const { status } = await caller(server, staff.token).raw(endpoint, input)
    if (status !== 401) wrong.push(`${callName(endpoint)}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect((await sql.owner.query(done)).rowCount).toBe(before)
  expect(writes.length).toBeGreaterThan(90)
  await server.close()
})

test('a stored answer is repeated only to a caller who is still admitted', async ({ app }) => {
  const staff = await app.given.admin()
  const asked = { body: { title: 'Asked twice' }, headers: { 'idempotency-key': 'once' } }
  const { create } = categories
  expect((await app.as(staff).raw(create, asked)).status).toBe(201)
  expect((await app.as(staff).raw(create, asked)).headers['idempotency-replayed']).toBe('true')
  const server = await leavingApp(
    app,
    writes.filter(({ endpoint }) => endpoint === create),
  )
  expect((await caller(server, staff.token).raw(create, asked)).status).toBe(401)
  await server.close()
})
