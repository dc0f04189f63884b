/** Habits of the seed's client: filters that are not set are empty, and records come back as they were read. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { people as peopleCalls } from '#contract/people.ts'
import { isMoneyRight, type PermissionName, permissionEntries } from '#domain/people/permissions.ts'
import { routes } from '../app.ts'
import { type Answer, type Client, ok, type Payload, seedClient } from '../test/seed-client.ts'
import { test, type TestApp } from '../test/with-app.ts'

const everything = permissionEntries.map(({ name }) => name).filter((name) => !isMoneyRight(name))

const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0a7' } })
  .png()
  .toBuffer()
const picture = `data:image/png;base64,${bytes.toString('base64')}`

function client(permissions: readonly PermissionName[], body: (send: Client, app: TestApp) => Promise<void>) {
  return async ({ app }: { app: TestApp }) => body(seedClient(app, (await app.given.admin({ permissions })).token), app)
}

let words = 0
const word = () => `seed${(words += 1)}`

async function versionsOf(sql: TestApp['sql'], id: number): Promise<{ version: number }> {
  const { rows } = await sql.owner.query<{ version: number }>(
    `select version, (select count(*) from audit where subject_type = 'survey' and subject_id = $1::text) as trail
     from survey where id = $1::bigint`,
    [id],
  )
  return rows[0] ?? { version: 0 }
}

async function made(answer: Promise<Answer>): Promise<number> {
  return ok(await answer)['id'] as number
}

test(
  'every list and record of the seed is read with all its filters empty',
  client(everything, async (send, { given }) => {
    const text = await readFile(new URL('../../../test/seed/calls.json', import.meta.url), 'utf8')
    const calls = JSON.parse(text) as { method: string; path: string }[]
    const survey = await given.survey()
    const section = survey.content.sections.find(({ questions }) => questions.some(({ answers }) => answers.length > 0))
    const question = section?.questions.find(({ answers }) => answers.length > 0)
    const [form] = await given.responses(survey, 1)
    const siteCategoryId = await made(send('POST', '/siteCategories', { title: word(), description: '' }))
    const categoryId = await made(send('POST', '/categories', { title: word(), description: null }))
    const issue = { title: word(), code: 'SEED', appliesTo: 'SITE', description: '' }
    const ids: Record<string, unknown> = {
      surveys: survey.id,
      sections: section?.id,
      questions: question?.id,
      answers: question?.answers[0]?.id,
      skips: await made(
        send('POST', '/skips', { fromQuestionId: question?.id, operator: 'EMPTY', value: null, action: 'END' }),
      ),
      responses: form?.id,
      users: (await given.participant()).id,
      companies: await made(send('POST', '/companies', { title: word(), category: '', address: '', logo: null })),
      siteCategories: siteCategoryId,
      categories: categoryId,
      subcategories: await made(send('POST', '/subcategories', { title: word(), description: '', categoryId })),
      issueCategories: await made(send('POST', '/issueCategories', issue)),
      sites: await made(send('POST', '/sites', { title: word(), siteCategoryId, address: '' })),
    }
    for (const { method, path } of calls) {
      const [, collection = ''] = path.slice('/api/v1'.length).split('/')
      const served = routes.find(
        ({ endpoint }) => endpoint.method === 'GET' && path === `/api/v1${endpoint.path}`,
      )?.endpoint
      if (method !== 'GET' || !served) continue
      const known: Payload = { id: ids[collection], surveyId: survey.id, sectionId: section?.id, level: 0, parentId: 0 }
      const empty = Object.keys(served.query.shape).map((name) => [name, ''])
      const named = Object.keys(served.params.shape).map((name) => [name, String(known[name])])
      const { statusCode, errors } = await send('GET', served.path, Object.fromEntries([...empty, ...named]) as Payload)
      expect({ path, statusCode, errors }).toEqual({ path, statusCode: 200, errors: undefined })
    }
    const wholeSection = ok(await send('GET', '/sections/{id}', { id: section?.id }))
    const ofSection = ok(await send('GET', '/questions/section/{sectionId}', { sectionId: section?.id }))
    expect(wholeSection['questions']).toEqual(ofSection['questions'])
    expect(await send('GET', '/companies', { titel: '' })).toMatchObject({ statusCode: 400 })
  }),
)

describe('a record that is sent back by PUT as it was read', () => {
  const people: [string, (app: TestApp) => Promise<number>][] = [
    ['a participant', async ({ given }) => (await given.participant()).id],
    ['one of the staff', async ({ given }) => (await given.admin({ permissions: ['companies.read'] })).id],
    [
      'one of the staff who waits for a role',
      async ({ given, as, sql }) => {
        const { id } = await given.admin({ permissions: ['companies.read'] })
        const { rows } = await sql.owner.query<{ id: number }>(`select id from role where role = 'PAYMENT_APPROVER'`)
        const params = { id }
        await as(await given.admin({ role: 'ADMINISTRATOR' })).call(peopleCalls.update, {
          params,
          body: { roleId: rows[0]?.id },
        })
        return id
      },
    ],
  ]

  test.for(people)('as %s is left as it is', async ([_, somebody], { app }) => {
    const send = seedClient(app, (await app.given.admin({ role: 'ADMINISTRATOR' })).token)
    const id = await somebody(app)
    const before = ok(await send('GET', '/users/{id}', { id }))
    ok(await send('PUT', '/users/update/{id}', { ...before, avatar: picture }))
    const drawn = ok(await send('GET', '/users/{id}', { id }))
    ok(await send('PUT', '/users/update/{id}', drawn))
    const after = ok(await send('GET', '/users/{id}', { id }))
    const { version, updatedAt, avatar } = after
    expect(after).toEqual({ ...before, version, updatedAt, avatar })
    expect(avatar).toBe(drawn['avatar'])
    expect(avatar).toMatch(/^data:image\/webp;base64,/)
    expect(await send('PUT', '/users/update/{id}', { ...after, gendre: 'F' })).toMatchObject({
      statusCode: 400,
      errors: [{ path: 'gendre', code: 'UNKNOWN_KEY' }],
    })
  })

  test(
    'with a masked phone keeps the phone, which another masked one does not replace',
    client(['users.read', 'users.write'], async (send, { given, sql }) => {
      const { id, phone } = await given.participant()
      const before = ok(await send('GET', '/users/{id}', { id }))
      expect(before['phone']).toContain('•')
      ok(await send('PUT', '/users/update/{id}', { ...before, name: 'Ana' }))
      const { rows } = await sql.owner.query('select name, phone, username from person where id = $1', [id])
      expect(rows).toEqual([{ name: 'Ana', phone, username: phone }])
      for (const name of ['phone', 'username'])
        expect(await send('PUT', '/users/update/{id}', { id, [name]: '+999••••99' })).toMatchObject({ statusCode: 400 })
    }),
  )

  test('as a role keeps what it holds and what waits', async ({ app }) => {
    const send = seedClient(app, (await app.given.admin({ role: 'ADMINISTRATOR' })).token)
    const created = ok(await send('POST', '/users/createRole', { name: word(), permissions: ['payments.initiate'] }))
    expect(created['pendingPermissions']).toEqual(['payments.initiate'])
    const roleId = created['id']
    const edited = ok(await send('PUT', '/users/editRolePermission/{roleId}', { ...created, roleId }))
    expect(edited).toMatchObject({ permissions: [], pendingPermissions: ['payments.initiate'] })
    const other = { ...edited, roleId, id: Number(roleId) + 1 }
    expect(await send('PUT', '/users/editRolePermission/{roleId}', other)).toMatchObject({
      errors: [{ path: 'id', code: 'NOT_ALLOWED' }],
    })
  })

  test(
    'as a survey answers to its number and to its encodedId',
    client(everything, async (send, { given }) => {
      const { id, encodedId } = await given.survey({ status: 'DRAFT' })
      const read = ok(await send('GET', '/surveys/{id}', { id }))
      for (const name of [id, encodedId]) {
        const path = `/surveys/${name}`
        const { version: _, ...record } = read
        expect(ok(await send('PUT', path, { ...record, status: 'CLOSED', title: path }))).toMatchObject({
          title: path,
          status: 'DRAFT',
        })
      }
    }),
  )

  test(
    'names what it left out beside a real change, and is refused without a change',
    client(everything, async (send, { given, sql }) => {
      const { id } = await given.survey({ status: 'DRAFT' })
      const read = ok(await send('GET', '/surveys/{id}', { id }))
      const { version, ...record } = read
      const stale = { ...record, status: 'PUBLISHED', sections: [], createdAt: '2020-01-01T00:00:00Z' }
      const changed = await send('PUT', '/surveys/{id}', { ...stale, title: 'Another' })
      expect(changed).toMatchObject({ statusCode: 200, data: { title: 'Another', status: 'DRAFT' } })
      expect(changed.ignored?.toSorted()).toEqual(['createdAt', 'sections', 'status'])
      const before = await versionsOf(sql, id)
      const refused = await send('PUT', '/surveys/{id}', { id, status: 'PUBLISHED', sections: [] })
      expect(refused).toMatchObject({ statusCode: 400 })
      expect(refused.errors).toMatchObject([
        { path: 'status', code: 'SET_ELSEWHERE', names: expect.stringContaining('POST /surveys/{surveyId}/publish') },
        { path: 'sections', code: 'SET_ELSEWHERE' },
      ])
      for (const [field, code] of Object.entries({ encodedId: 'SET_BY_NOTHING', participantLimit: 'SET_ELSEWHERE' }))
        expect(await send('PUT', '/surveys/{id}', { id, [field]: 7 })).toMatchObject({
          statusCode: 400,
          errors: [{ path: field, code }],
        })
      expect(await versionsOf(sql, id)).toEqual(before)
      expect(Number(version)).toBeLessThan(before.version)
    }),
  )

  test(
    'makes no version and no row of the trail when it is the same',
    client(everything, async (send, { given, sql }) => {
      const survey = await given.survey({ status: 'DRAFT' })
      const { sections } = survey.content
      const question = sections.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 0)
      const paths = [
        `/surveys/${survey.id}`,
        `/sections/${sections[0]?.id}`,
        `/questions/${question?.id}`,
        `/answers/${question?.answers[0]?.id}`,
        `/companies/${(await given.company()).id}`,
      ]
      const trail = async () => (await sql.owner.query('select count(*) as n from audit')).rows
      const rows = await trail()
      for (const path of paths) {
        const read = ok(await send('GET', path))
        expect(ok(await send('PUT', path, read))['version']).toBe(read['version'])
        expect(ok(await send('GET', path))).toEqual(read)
        expect(ok(await send('PUT', path, {}))['version']).toBe(read['version'])
      }
      expect(await trail()).toEqual(rows)
      const listed = { id: survey.id, participantIds: [(await given.participant()).id] }
      const first = ok(await send('PUT', '/surveys/participant/{id}', listed))['version']
      expect(first).toBe(ok(await send('GET', paths[0] ?? ''))['version'])
      expect(ok(await send('PUT', '/surveys/participant/{id}', listed))['version']).toBe(first)
    }),
  )

  test(
    'as a response moves to the status that it names',
    client(everything, async (send, { given }) => {
      const [form] = await given.responses(await given.survey(), 1)
      const read = ok(await send('GET', '/responses/{id}', { id: form?.id }))
      const moved = ok(await send('PUT', '/locations/{id}', { ...read, status: 'IN_REVIEW' }))
      expect(moved).toMatchObject({ status: 'IN_REVIEW' })
      const both = { id: form?.id, status: 'APPROVED', formStatus: 'IN_REVIEW' }
      expect(await send('PUT', '/locations/{id}', both)).toMatchObject({
        statusCode: 400,
        errors: [{ path: 'status', code: 'NOT_ALLOWED' }],
      })
      expect(await send('PUT', '/locations/{id}', { id: form?.id })).toMatchObject({
        errors: [{ path: 'formStatus', code: 'REQUIRED' }],
      })
    }),
  )
})

const field = (title: string) => JSON.stringify({ title, logo: null })
const blob = (title: string) => new Blob([field(title)], { type: 'application/json' })

describe('a company comes in parts', () => {
  const logo = new Blob([bytes])

  test.for([
    ['a field alone', field, undefined],
    ['a field with a logo', field, logo],
    ['a typed Blob alone', blob, undefined],
    ['a typed Blob with a logo', blob, logo],
    ['a typed Blob with a logo that is null', blob, 'null'],
  ] as const)('%s', async ([_, part, picture], { app }) => {
    const send = seedClient(app, (await app.given.admin({ permissions: everything })).token)
    const form = () => {
      const data = new FormData()
      data.append('company', part(word()))
      if (picture) data.append('logo', picture)
      return data
    }
    const { id, logoId } = ok(await send('POST', '/companies', form()))
    expect(logoId === null).toBe(picture !== logo)
    ok(await send('PUT', `/companies/${String(id)}`, form()))
  })

  test(
    'each of them once',
    client(everything, async (send) => {
      for (const [name, value] of [
        ['company', field('B')],
        ['logo', logo],
      ] as const) {
        const data = new FormData()
        data.append('company', field('A'))
        data.append('logo', logo)
        data.append(name, value)
        expect(await send('POST', '/companies', data)).toMatchObject({ statusCode: 400 })
      }
    }),
  )
})

test(
  'a plain text of a survey is the English one and leaves other languages alone',
  client(everything, async (send, { given }) => {
    const { id: surveyId } = await given.survey({ status: 'DRAFT', sections: [] })
    const section = ok(await send('POST', '/sections', { surveyId, title: 'House' }))
    expect(section['title']).toEqual({ en: 'House' })
    const sectionId = section['id']
    ok(await send('PUT', '/sections/{id}', { id: sectionId, title: { en: 'House', 'pt-br': 'Casa' } }))
    expect(ok(await send('PUT', '/sections/{id}', { id: sectionId, title: 'Home' }))['title']).toEqual({
      en: 'Home',
      'pt-br': 'Casa',
    })
    const question = { sectionId, type: 'SINGLE', text: 'Where?', help: 'Look' }
    const { id: questionId, ...asked } = ok(await send('POST', '/questions', question))
    expect(asked).toMatchObject({ text: { en: 'Where?' }, help: { en: 'Look' } })
    expect(ok(await send('PUT', `/questions/${String(questionId)}`, { text: 'Who?', help: null }))).toMatchObject({
      text: { en: 'Who?' },
      help: null,
    })
    const answer = ok(await send('POST', '/answers', { questionId, text: 'Here' }))
    expect(ok(await send('PUT', '/answers/{id}', { id: answer['id'], text: 'There' }))['text']).toEqual({ en: 'There' })
    const bad = await send('PUT', '/sections/{id}', { id: sectionId, title: { en: 5 } })
    expect(bad.errors).toMatchObject([{ path: 'title.en', code: 'TYPE' }])
    const long = await send('PUT', '/sections/{id}', { id: sectionId, title: 'x'.repeat(501) })
    expect(long.errors).toMatchObject([{ path: 'title', code: 'TOO_LONG' }])
  }),
)

test(
  'a bulk call that failed says how many rows failed, and why',
  client(everything, async (send, { given }) => {
    const { id } = await given.company()
    const { id: used } = await given.company()
    await given.survey({ companyId: used })
    expect(await send('POST', '/companies/delete', { ids: [id, used, 999_999_999] })).toMatchObject({
      success: false,
      message:
        '2 of 3 failed. This is in use and cannot be deleted. Remove what uses it first. Not found. It may have been deleted, or you may not see it.',
    })
    const [form] = await given.responses(await given.survey(), 1)
    const review = { ids: [999_999_999, form?.id], formStatus: 'APPROVED' }
    expect(await send('POST', '/responses/review', review)).toMatchObject({
      message: '1 of 2 failed. Not found. It may have been deleted, or you may not see it.',
    })
  }),
)

test(
  'a role is named by its id or code, and of the two the one that is new counts',
  client(everything, async (send, { given }) => {
    const first = await given.role(['companies.read'])
    const second = await given.role(['companies.read'])
    const person = { adminType: 'ADMIN', name: 'Rui', gender: 'MALE', avatar: picture, username: word() }
    const created = ok(await send('POST', '/auth/create', { ...person, role: first.role }))
    expect(created).toMatchObject({ roleId: first.id, role: first.role, gender: 'MALE' })
    const { newPassword: _, expiresAt: _until, ...record } = created
    const change = async (fields: Payload) => {
      const { version: _version, ...rest } = record
      return send('PUT', '/users/update/{id}', { ...rest, ...fields })
    }
    expect(ok(await change({ roleId: second.id }))).toMatchObject({ role: second.role })
    expect(ok(await change({ role: first.role, roleId: undefined }))).toMatchObject({ roleId: first.id })
    expect(ok(await change({ role: second.role }))).toMatchObject({ roleId: second.id })
    const third = await given.role(['companies.read'])
    expect(await change({ roleId: first.id, role: third.role })).toMatchObject({
      errors: [{ path: 'role', code: 'NOT_ALLOWED' }],
    })
    expect(await change({ roleId: undefined, role: 'NO_SUCH_ROLE' })).toMatchObject({ statusCode: 422 })
    expect(await change({ avatar: 'https://elsewhere.example/a.png' })).toMatchObject({
      errors: [{ path: 'avatar', code: 'FORMAT' }],
    })
    for (const other of ['hello', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'])
      expect(await change({ avatar: `data:image/png;base64,${btoa(other)}` })).toMatchObject({ statusCode: 415 })
    expect(ok(await change({ avatar: null }))['avatar']).toBeNull()
  }),
)

test(
  'a row of a list carries no picture, and sent back it leaves the one there is',
  client(everything, async (send) => {
    const username = word()
    const person = { adminType: 'ADMIN', name: 'Ana', username, role: 'REVIEWER', avatar: picture }
    const { id, avatar } = ok(await send('POST', '/auth/create', person))
    const lists: [string, Payload][] = [
      ['/users/admins', { q: username }],
      ['/users/search', { query: username }],
    ]
    for (const [path, query] of lists) {
      const { list } = await send('GET', path, query)
      const row = (list as Payload[]).find((each) => each['id'] === id)
      expect(row).not.toHaveProperty('avatar')
      ok(await send('PUT', '/users/update/{id}', { ...row, version: undefined }))
      expect(ok(await send('GET', '/users/{id}', { id }))['avatar']).toBe(avatar)
    }
  }),
)

test('a search of people finds those whom the caller may read, page by page', async ({ app }) => {
  const { given, sql } = app
  const name = word()
  for (let n = 0; n < 3; n += 1) await given.participant({ name: `${name} p${n}` })
  const staff = [await given.admin(), await given.admin()]
  await sql.owner.query(`update person set name = $1 || ' s' || id where id = any($2)`, [
    name,
    staff.map(({ id }) => id),
  ])
  const found = async (permissions: PermissionName[], more: Payload = {}) => {
    const send = seedClient(app, (await given.admin({ permissions })).token)
    const answer = await send('GET', '/users/search', { query: name, page: 1, size: 10, ...more })
    return answer.list?.map((row) => String(row['name']).split(' ')[1]?.slice(0, 1))
  }
  expect(await found(['users.read'])).toEqual(['p', 'p', 'p'])
  expect(await found(['admins.read'])).toEqual(['s', 's'])
  expect(await found(['users.read', 'admins.read'])).toEqual(['s', 's', 'p', 'p', 'p'])
  expect(await found(['users.read', 'admins.read'], { page: 2, size: 3 })).toEqual(['p', 'p'])
  expect(await found(['users.read', 'admins.read'], { adminType: 'PARTICIPANT' })).toEqual(['p', 'p', 'p'])
  expect((await found(['users.read', 'admins.read'], { query: '', size: 100 }))?.length).toBeGreaterThan(5)
})

test('a step of a payment takes the whole row as surveyData', async ({ app }) => {
  const permissions = ['payments.read', 'payments.initiate', 'surveys.all']
  const send = seedClient(app, (await app.given.admin({ permissions })).token)
  const [id] = (await app.given.payments()).ids
  const row = ok(await send('GET', '/payments/{id}', { id }))
  const step = { surveyId: id, status: 'INITIATED', surveyData: row }
  expect(ok(await send('PUT', '/payments/locations/{surveyId}', step))).toMatchObject({ id, status: 'INITIATED' })
})

test(
  'a company shows its logo as a person does, and takes another one',
  client(everything, async (send) => {
    const company = ok(await send('POST', '/companies', { title: word(), logo: picture }))
    const params = { id: company['id'] }
    const read = ok(await send('GET', '/companies/{id}', params))
    expect(read['logo']).toMatch(/^data:image\/webp;base64,/)
    expect(ok(await send('PUT', '/companies/{id}', read))).toMatchObject({ logoId: read['logoId'] })
    expect(
      ok(await send('PUT', '/companies/{id}', { ...read, title: word(), version: undefined, logo: null })),
    ).toMatchObject({
      logoId: read['logoId'],
    })
    const other = ok(await send('PUT', '/companies/{id}', { ...params, logo: picture }))
    expect(other['logoId']).not.toBe(read['logoId'])
    const data = new FormData()
    data.append('company', JSON.stringify({ title: word() }))
    data.append('logo', String(read['logo']))
    expect(ok(await send('PUT', `/companies/${String(params.id)}`, data))['logoId']).toBe(other['logoId'])
    expect(await send('PUT', '/companies/{id}', { ...params, logo: 'logo.png' })).toMatchObject({
      errors: [{ path: 'logo', code: 'FORMAT' }],
    })
  }),
)

test(
  'every bulk call takes a bare list, and ids as text',
  client(everything, async (send, { given }) => {
    const ids = [(await given.company()).id, (await given.company()).id, (await given.company()).id]
    const [first, ...others] = ids.map(String)
    expect(ok(await send('POST', '/companies/delete', [first ?? '']))).toMatchObject({ succeeded: 1 })
    expect(ok(await send('POST', '/companies/delete', { ids: others }))).toMatchObject({ succeeded: 2 })
    const { id } = await given.participant()
    expect(ok(await send('POST', '/users/delete', [String(id)]))).toMatchObject({ succeeded: 1 })
    const survey = await given.survey({ status: 'DRAFT' })
    const order = survey.content.sections.map((section) => String(section.id)).reverse()
    expect(await send('POST', `/sections/survey/${survey.id}/reorder`, order)).toMatchObject({ success: true })
    expect(await send('POST', '/companies/delete', ['x'])).toMatchObject({
      statusCode: 400,
      errors: [{ path: 'ids[0]', example: '12' }],
    })
  }),
)

test(
  'a refusal teaches the values allowed, an example and the nearest key',
  client(everything, async (send, { given }) => {
    const { id } = await given.survey({ status: 'DRAFT' })
    const wrong = {
      id,
      accesibility: 'PUBLIC',
      surveyType: 'PAIDD',
      accessibility: 'OPEN',
      startsAt: 'tomorrow',
      colour: 'red',
    }
    const { message, errors } = await send('PUT', '/surveys/{id}', wrong)
    expect(errors).toMatchObject([
      { path: 'accessibility', allowed: ['PRIVATE', 'PUBLIC'] },
      { path: 'startsAt', message: expect.stringContaining('For example: 2024-12-31T23:59:00Z') },
      { path: 'surveyType', nearest: 'PAID' },
      { path: 'accesibility', code: 'UNKNOWN_KEY', nearest: 'accessibility' },
      { path: 'colour', allowed: expect.arrayContaining(['title']) },
    ])
    expect(message).toContain('accessibility: This is not one of the allowed values. Allowed: PRIVATE, PUBLIC.')
    for (const { allowed = [] } of errors as { allowed?: string[] }[]) expect(allowed.length).toBeLessThanOrEqual(20)
    expect(await send('GET', '/surveys', { status: 'PUBLISHD' })).toMatchObject({
      errors: [{ path: 'status', allowed: expect.arrayContaining(['PUBLISHED']) }],
    })
    expect(await send('GET', '/surveys', { titel: 'x' })).toMatchObject({ errors: [{ nearest: 'title' }] })
  }),
)

test('the small habits of other clients are taken', async ({ app }) => {
  const { token } = await app.given.admin({ role: 'ADMINISTRATOR' })
  const send = seedClient(app, token)
  const { id } = await app.given.survey({ status: 'DRAFT' })
  const dated = ok(await send('PUT', '/surveys/{id}', { id, startsAt: '2030-01-01T02:00:00+02:00' }))
  expect(dated['startsAt']).toBe('2030-01-01T00:00:00.000Z')
  expect(await send('GET', '/siteCategories', { page: 0, pageSize: 5 })).toMatchObject({ currentPage: 0 })
  for (const way of ['bearer', 'BEARER', 'Bearer']) {
    const headers = { authorization: `${way} ${token}` }
    expect((await app.server.inject({ url: '/api/v1/auth/user', headers })).statusCode).toBe(200)
  }
  expect(ok(await send('POST', '/auth/validate-token', { token }))).toMatchObject({ valid: true })
  expect(ok(await send('POST', '/auth/validate-token', { token: 'x' }))).toMatchObject({ valid: false })
  const { list } = await send('GET', '/users/permissions', { page: 1, pageSize: 100 })
  expect(list?.filter(({ description }) => description === '')).toEqual([])
  const username = word()
  const phone = '+258849990001'
  ok(await send('POST', '/auth/create', { adminType: 'ADMIN', name: 'Ana', username, role: 'REVIEWER', phone }))
  const reset = await send('POST', `/auth/ResetUserPassword/${encodeURIComponent(phone)}`)
  expect(ok(reset)['newPassword']).toBeTypeOf('string')
})

test(
  'a pilot without a body begins, and the next one ends it',
  client(everything, async (send, { given }) => {
    const { id } = await given.survey({ status: 'DRAFT' })
    const turned = await send('PUT', '/surveys/pilot/{surveyId}', { surveyId: id })
    expect(turned).toMatchObject({ message: 'Pilot survey updated successfully.', data: { pilot: true } })
    expect(ok(await send('PUT', '/surveys/pilot/{surveyId}', { surveyId: id }))).toMatchObject({ pilot: false })
  }),
)

test(
  'the message of a success says what has happened',
  client(everything, async (send) => {
    const created = await send('POST', '/categories', { title: word() })
    const { id, title } = created.data
    const messages = [
      created,
      await send('PUT', '/categories/{id}', { id, title: word(), createdAt: '2020-01-01T00:00:00Z' }),
      await send('PUT', '/categories/{id}', { id }),
      await send('GET', '/categories', { q: String(title) }),
      await send('POST', '/categories/delete', [Number(id)]),
    ].map(({ message }) => message)
    expect(messages).toEqual([
      'Created.',
      'Changed. Left out: createdAt.',
      'Nothing changed.',
      '0 found.',
      '1 of 1 done.',
    ])
  }),
)
