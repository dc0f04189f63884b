/**
 * One story in a house of its own, told by a client that knows the seed's text alone: people, places, a survey, its
 * responses and their payments. Each of the seed's calls does its work in it.
 */
import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { isMoneyRight, permissionEntries } from '#domain/people/permissions.ts'
import { type Answer, type Client, type Method, ok, type Payload, seedClient } from './test/seed-client.ts'
import { test, type TestApp } from './test/with-app.ts'

const password = 'the long way to the wells'
/** Neither the names of parameters nor their values matter: `/x/{id}`, `/x/{surveyId}` and `/x/7` are the same call. */
const named = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/^\/api\/v1|\?.*/g, '').replace(/\{\w+\}|(?<=\/)\d+(?=\/|$)/g, '{}')}`

/** A client whose calls that succeed are kept by name. */
function remembering(app: TestApp, token: string, worked: Set<string>): Client {
  const send = seedClient(app, token)
  return async (method: Method, path, payload) => {
    const answer = await send(method, path, payload)
    if (answer.success) worked.add(named({ method, path }))
    return answer
  }
}

const idOf = (record: Payload) => Number(record['id'])
const made = async (answer: Promise<Answer>) => idOf(ok(await answer))

/** Three records are made. One is read, listed, changed and read again; one is deleted alone, and one in bulk. */
async function walkRecords(send: Client, name: string, make: (n: number) => Payload, change: Payload): Promise<number> {
  const create = (n: number) => made(send('POST', `/${name}`, make(n)))
  const [kept, alone, inBulk] = [await create(1), await create(2), await create(3)]
  const read = ok(await send('GET', `/${name}/{id}`, { id: kept }))
  ok(await send('PUT', `/${name}/{id}`, { ...read, ...change }))
  expect(ok(await send('GET', `/${name}/{id}`, { id: kept }))).toMatchObject(change)
  ok(await send('DELETE', `/${name}/{id}`, { id: alone }))
  expect(ok(await send('POST', `/${name}/delete`, { ids: [inBulk] }))).toMatchObject({ succeeded: 1, failed: 0 })
  const { list, data } = await send('GET', `/${name}`, { page: 1, pageSize: 100 })
  const ids = (list ?? (data['content'] as Payload[])).map(idOf)
  expect([kept, alone, inBulk].map((id) => ids.includes(id))).toEqual([true, false, false])
  return kept
}

async function walkPeople(send: Client, { sql }: TestApp) {
  const participant = { adminType: 'PARTICIPANT', gender: 'FEMALE' }
  const join = (n: number) =>
    made(send('POST', '/auth/create', { ...participant, name: `Ana ${n}`, phone: `+25884100000${n}` }))
  const [ana, other] = [await join(1), await join(2)]
  const read = ok(await send('GET', '/users/{id}', { id: ana }))
  ok(await send('PUT', '/users/update/{id}', { ...read, name: 'Ana Macuácua' }))
  expect((await send('GET', '/users/search', { query: 'Macuácua', page: 1, size: 10 })).list?.map(idOf)).toEqual([ana])
  expect(ok(await send('POST', '/users/delete', { ids: [other] }))).toMatchObject({ succeeded: 1 })
  expect((await send('GET', '/users/participants', { page: 1, pageSize: 10 })).list?.map(idOf)).toEqual([ana])

  const hire = (username: string) =>
    made(send('POST', '/auth/create', { adminType: 'ADMIN', name: username, username, role: 'REVIEWER' }))
  const [alone, inBulk] = [await hire('rui'), await hire('eva')]
  const { data } = await send('POST', '/auth/ResetUserPassword/{userInfo}', { userInfo: 'rui' })
  expect(data['newPassword']).toMatch(/^\S{10,}$/)
  ok(await send('DELETE', '/delete/admins/{id}', { id: alone }))
  expect(ok(await send('POST', '/admins/delete', { ids: [inBulk] }))).toMatchObject({ succeeded: 1 })
  const { list } = await send('GET', '/users/admins', { page: 1, pageSize: 10 })
  expect(list?.map(idOf)).not.toEqual(expect.arrayContaining([alone]))
  const { rows } = await sql.owner.query<{ id: number }>(`select id from person where username in ('rui', 'eva')`)
  expect(rows).toEqual([])
}

async function walkRoles(send: Client) {
  const create = (name: string) => made(send('POST', '/users/createRole', { name, permissions: ['companies.read'] }))
  const [role, alone, inBulk] = [await create('Wells'), await create('Pumps'), await create('Taps')]
  const permissions = ['companies.read', 'sites.read']
  ok(await send('PUT', '/users/editRolePermission/{roleId}', { roleId: role, permissions }))
  ok(await send('DELETE', '/users/roles/{id}', { id: alone }))
  ok(await send('POST', '/users/roles/delete', { ids: [inBulk] }))
  const { list } = await send('GET', '/users/roles', { page: 1, size: 100 })
  expect(list?.find((each) => idOf(each) === role)).toMatchObject({ permissions, description: 'No description' })
  expect(list?.map(idOf)).not.toEqual(expect.arrayContaining([alone, inBulk]))

  const define = (name: string) => made(send('POST', '/users/createPermission', { name }))
  const [first, second] = [await define('wells.visit'), await define('wells.dig')]
  const names = async () => (await send('GET', '/users/permissions', { page: 1, pageSize: 100, q: 'wells' })).list
  expect(new Set((await names())?.map(idOf))).toEqual(new Set([first, second]))
  expect((await send('GET', '/users/list-permissions')).success).toBe(true)
  ok(await send('DELETE', '/users/permissions/{id}', { id: first }))
  ok(await send('POST', '/users/permissions/delete', { ids: [second] }))
  expect(await names()).toEqual([])
}

const titled = (title: string, more: Payload) => (n: number) => ({ title: `${title} ${n}`, ...more })
const issue = (n: number) => ({ title: `Dry ${n}`, code: `DRY${n}`, appliesTo: 'SITE', description: '' })
const company = (n: number) => ({ title: `Aqua ${n}`, category: '', address: '', description: '', logo: null })

async function walkPlaces(send: Client, { sql }: TestApp) {
  const categoryId = await walkRecords(send, 'categories', titled('Water', { description: '' }), {
    title: 'Water and soil',
  })
  const subcategoryId = await walkRecords(send, 'subcategories', titled('Wells', { categoryId }), { title: 'Wells' })
  const siteCategoryId = await walkRecords(send, 'siteCategories', titled('Village', { description: null }), {
    title: 'Village',
  })
  await walkRecords(send, 'issueCategories', issue, { title: 'Dry well' })
  await walkRecords(send, 'companies', company, { title: 'Aqua' })
  const siteId = await walkRecords(send, 'sites', titled('Site', { siteCategoryId }), { address: 'Beira' })
  const { rows } = await sql.owner.query<{ id: number }>(
    `insert into administrative_unit (name, code) values ('Sofala', 'SOF') returning id`,
  )
  const [{ id: parentId } = { id: 0 }] = rows
  await sql.owner.query(`insert into administrative_unit (name, code, parent_id) values ('Beira', 'BEI', $1)`, [
    parentId,
  ])
  const top = await send('GET', '/administrative-units/by-level/{level}', { level: 0 })
  expect(top.list).toMatchObject([{ name: 'Sofala' }])
  const below = await send('GET', '/administrative-units/by-parent/{parentId}', { parentId })
  expect(below.list).toMatchObject([{ name: 'Beira' }])
  return { subcategoryId, siteId }
}

/** A paid survey with two questions, published. */
async function walkSurvey(send: Client, places: Payload) {
  const survey = (n: number) => ({ title: `Wells ${n}`, accessibility: 'PRIVATE', surveyType: 'FREE', ...places })
  const id = await walkRecords(send, 'surveys', survey, { surveyType: 'PAID', amount: '150.00', currency: 'MZN' })
  const sectionId = await walkRecords(send, 'sections', (n) => ({ surveyId: id, title: `Part ${n}` }), {
    title: { en: 'The well' },
  })
  const ask = (n: number) => ({ sectionId, code: `q${n}`, text: `Question ${n}?`, type: 'SINGLE' })
  const pump = await walkRecords(send, 'questions', ask, { text: { en: 'Which pump?' } })
  const option = (n: number) => ({ questionId: pump, code: `o${n}`, text: `Option ${n}` })
  await walkRecords(send, 'answers', option, { text: { en: 'By hand' } })
  const sheet = await writeXlsx({
    sheets: [
      {
        name: 'options',
        rows: [
          ['code', 'label'],
          ['motor', 'By motor'],
        ],
      },
    ],
  })
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(sheet)]), 'options.xlsx')
  ok(await send('POST', `/answers/question/${pump}/upload`, form))
  const depth = await made(send('POST', '/questions', { sectionId, code: 'depth', text: 'How deep?', type: 'INTEGER' }))
  const copy = await made(send('POST', '/questions/{questionId}/duplicate', { questionId: depth }))
  const order = { sectionId, questionIds: [pump, copy, depth] }
  ok(await send('POST', '/questions/section/{sectionId}/reorder', order))
  const { data } = await send('GET', '/questions/section/{sectionId}', { sectionId })
  expect((data['questions'] as Payload[]).map(idOf)).toEqual(order.questionIds)
  const rule = (n: number) => ({ fromQuestionId: copy, operator: 'EQ', value: n, action: 'END' })
  await walkRecords(send, 'skips', rule, { value: 99 })

  ok(await send('PUT', '/surveys/{surveyId}/allow-multiple-responses', { surveyId: id, allowMultipleResponses: true }))
  ok(await send('PUT', '/surveys/pilot/{surveyId}', { surveyId: id, pilot: true }))
  ok(await send('PUT', '/surveys/pilot/{surveyId}', { surveyId: id, pilot: false }))
  ok(await send('PUT', '/surveys/participant/{id}', { id, participantLimit: 50 }))
  ok(
    await send('PUT', '/geolocations/{id}', {
      id,
      mode: 'WARN',
      reference: 'POINT',
      latitude: -19.8,
      longitude: 34.9,
      distance: 500,
    }),
  )
  expect(ok(await send('PUT', '/geolocations/distance/{id}', { id, distance: 900 }))).toMatchObject({
    distanceMeters: 900,
  })
  ok(await send('POST', '/surveys/{surveyId}/publish', { surveyId: id }))
  expect(ok(await send('GET', '/surveys/{id}', { id }))).toMatchObject({ status: 'PUBLISHED', participantLimit: 50 })
  expect((await send('GET', '/surveys/search', { name: 'Wells' })).list?.map(idOf)).toEqual([id])
  const twin = await made(send('POST', '/surveys/{surveyId}/duplicate', { surveyId: id }))
  const all = await send('GET', '/surveys/search', { name: ' ' })
  expect(new Set(all.list?.map(idOf))).toEqual(new Set([id, twin]))
  return { id, pump, depth, copy }
}

async function walkAccess(send: Client, surveyId: number, subjectId: number) {
  const grant = (right: string) =>
    made(send('POST', '/surveys/access', { surveyId, subjectType: 'USER', subjectId, right }))
  const [kept, alone, inBulk] = [await grant('VIEW'), await grant('EXPORT'), await grant('REVIEW')]
  ok(await send('DELETE', '/surveys/access/{id}', { id: alone }))
  ok(await send('POST', '/surveys/access/delete', { ids: [inBulk] }))
  expect((await send('GET', '/surveys/access/list', { page: 1, pageSize: 10 })).list?.map(idOf)).toEqual([kept])
}

type Survey = Awaited<ReturnType<typeof walkSurvey>>

/** Answers come in by call and by workbook, are corrected, reviewed and taken out. */
async function walkResponses(send: Client, { id: surveyId, pump, depth, copy }: Survey) {
  const respond = (n: number) => ({
    surveyId,
    clientUuid: `wells-${n}`,
    participantPhone: `+25884200000${n}`,
    answers: { [pump]: 'motor', [depth]: n },
  })
  const id = await walkRecords(send, 'responses', respond, {})
  ok(await send('PUT', '/forms/answers/{id}', { id, questionId: depth, value: 30, reason: 'Read wrongly' }))
  ok(await send('PUT', '/forms/{formId}/answers', { formId: id, answers: [{ questionId: copy, value: 31 }] }))
  ok(await send('PUT', '/forms/{id}', { id, latitude: -19.8, longitude: 34.9 }))
  expect(ok(await send('GET', '/responses/{id}', { id }))).toMatchObject({
    answers: { [depth]: 30, [copy]: 31 },
    latitude: -19.8,
  })
  const template = (await send('GET', '/forms/{surveyId}/template', { surveyId })).bytes ?? new Uint8Array()
  const { sheets, namedRanges = [] } = await readXlsx(template)
  const codes = sheets[0]?.rows[0] ?? []
  const cells: Payload = { formKey: 'paper-1', participantPhone: '+258842000009', q1: 'motor', depth: 12 }
  sheets[0]?.rows.push(codes.map((code) => (cells[String(code)] ?? null) as string))
  const filled = await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })), namedRanges })
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(filled)]), 'filled.xlsx')
  ok(await send('POST', `/forms/${surveyId}/excel`, form))
  const { list } = await send('GET', '/responses', { surveyId, page: 1, pageSize: 10 })
  expect(list).toHaveLength(2)
  for (const row of list ?? []) ok(await send('PUT', '/locations/{id}', { id: row['id'], status: 'APPROVED' }))
  const file = await send('GET', '/excels/download', { surveyId })
  const out = await readXlsx(file.bytes ?? new Uint8Array())
  expect(out.sheets[0]?.rows.flat()).toEqual(expect.arrayContaining(['paper-1', 30, 31, 12]))
  expect((await send('GET', '/tasks', { status: 2 })).success).toBe(true)
  return (list ?? []).map(idOf)
}

/** Each payment takes its steps by three people; what is refused is refused for good. */
async function walkPayments(app: TestApp, worked: Set<string>, surveyId: number, [first = 0, second = 0]: number[]) {
  const steps = ['initiate', 'approve', 'authorize'] as const
  const [maker, approver, authorizer] = await Promise.all(
    steps.map(async (step) => {
      const permissions = ['payments.read', 'payments.reject', 'payments.viewPhone', 'surveys.all', `payments.${step}`]
      return remembering(app, (await app.given.admin({ permissions })).token, worked)
    }),
  )
  if (!maker || !approver || !authorizer) return expect.unreachable()
  await app.given.float({ amountMinor: 100_000 })
  const listed = await maker('GET', '/payments', { status: '', page: 1, pageSize: 10 })
  expect(listed).toMatchObject({ pagination: { total: 2 }, statusCounts: { ELIGIBLE: 2, REJECTED: 0 } })

  ok(await maker('PUT', '/payments/locations/{surveyId}', { surveyId: first, status: 'INITIATED', surveyData: {} }))
  expect(ok(await maker('POST', '/payments/bulk-initiate', [surveyId]))).toMatchObject({ succeeded: 1 })
  expect(ok(await approver('POST', '/payments/bulk-approve', [surveyId]))).toMatchObject({ succeeded: 2 })
  expect(ok(await approver('POST', '/payments/bulk-reject', [second]))).toMatchObject({ succeeded: 1 })
  expect(ok(await authorizer('POST', '/payments/bulk-authorize', [surveyId]))).toMatchObject({ succeeded: 1 })

  const byHand = { locationId: String(second), phoneNumber: '+258842000009', amount: '12.50' }
  const manual = ok(await maker('POST', `/payments/initiate-manual?${new URLSearchParams(byHand).toString()}`))
  const approved = await approver('PUT', '/payments/manual-payments/{id}', {
    id: manual['id'],
    status: 'APPROVED',
    surveyData: {},
  })
  expect(ok(approved)).toMatchObject({ id: manual['id'], status: 'APPROVED', amount: '12.50' })
  const rows = [
    ['phone_number', 'amount', 'currency', 'survey_id', 'reference'],
    ['+258842000010', '7.50', 'MZN', String(surveyId), 'Bus'],
  ]
  const form = new FormData()
  form.append(
    'file',
    new Blob([Buffer.from(await writeXlsx({ sheets: [{ name: 'payments', rows }] }))]),
    'payments.xlsx',
  )
  expect(ok(await maker('POST', '/payments/upload-excel', form))).toMatchObject({ created: 1 })

  const { statusCounts } = (await maker('GET', '/payments', { status: '' })) as unknown as { statusCounts: Payload }
  expect(statusCounts).toMatchObject({ PROCESSING: 1, REJECTED: 1, APPROVED: 1, INITIATED: 1 })
  expect(await maker('GET', '/payments/transactions', { page: 1, pageSize: 10 })).toMatchObject({
    data: [{ surveyId, amount: '150.00' }],
    pagination: { current: 1, pageSize: 10, total: 1 },
  })
  expect((await maker('GET', '/payments/balance')).list).not.toEqual([])
}

test('a client of the seed makes each of its 137 calls, and each does its work', async ({ app }) => {
  const worked = new Set<string>()
  const permissions = permissionEntries.map(({ name }) => name).filter((name) => !isMoneyRight(name))
  const { id, username } = await app.given.admin({ permissions, password })
  const door = remembering(app, '', worked)
  const signedIn = (await door('POST', '/auth/login', { username, password })) as unknown as { AccessToken: string }
  const send = remembering(app, signedIn.AccessToken, worked)
  expect(await send('GET', '/auth/user')).toMatchObject({ user: { user: { id, username } } })
  expect(await send('POST', '/auth/validate-token')).toMatchObject({ valid: true })
  expect((await send('GET', '/routes')).list).toContainEqual(expect.objectContaining({ route: '/dashboard' }))

  await walkPeople(send, app)
  await walkRoles(send)
  const survey = await walkSurvey(send, await walkPlaces(send, app))
  await walkAccess(send, survey.id, (await app.given.admin()).id)
  const responses = await walkResponses(send, survey)
  await walkPayments(app, worked, survey.id, responses)
  expect(ok(await send('GET', '/dashboard'))).toMatchObject({ responses: { total: 2 } })
  expect((await send('GET', '/logs', { page: 1, pageSize: 10 })).list).toHaveLength(10)
  expect(await send('GET', '/weather/now.json', { key: 'mine' })).toMatchObject({ configured: false, results: [] })
  ok(await send('POST', '/auth/signout'))
  expect(await send('POST', '/auth/validate-token')).toMatchObject({ statusCode: 401 })

  const calls = JSON.parse(await readFile(new URL('../../test/seed/calls.json', import.meta.url), 'utf8')) as unknown
  expect([...worked].sort()).toEqual((calls as { method: string; path: string }[]).map(named).sort())
  expect(worked.size).toBe(137)
})
