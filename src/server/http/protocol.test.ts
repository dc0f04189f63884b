/** Bodies, headers and paths that are no proper call of any endpoint. Each is a clear 4xx, never a 5xx. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { companies } from '#contract/companies.ts'
import { buildApp } from '../app.ts'
import { test } from '../test/with-app.ts'

const json = 'application/json'

test.for([
  ['broken JSON', json, '{"title":', 400, 'BAD_JSON'],
  ['an empty JSON body', json, '', 400, 'BAD_JSON'],
  ['a byte that is no UTF-8', json, Buffer.from('{"title":"caf\xe9"}', 'latin1'), 400, 'BAD_JSON'],
  ['a poisoned prototype', json, '{"title":"x","__proto__":{"admin":true}}', 400, 'BAD_JSON'],
  ['an array', json, '[]', 400, 'VALIDATION_FAILED'],
  ['a bare string', json, '"x"', 400, 'VALIDATION_FAILED'],
  ['plain text', 'text/plain', 'title=x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a form', 'application/x-www-form-urlencoded', 'title=x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['two megabytes', json, JSON.stringify({ title: 'x'.repeat(2_000_000) }), 413, 'PAYLOAD_TOO_LARGE'],
  ['multipart without a boundary', 'multipart/form-data', 'x', 400, 'BAD_MULTIPART'],
  ['multipart that ends too early', 'multipart/form-data; boundary=x', '--x\r\nbroken', 400, 'BAD_MULTIPART'],
  ['thirty levels', json, `{"title":${'['.repeat(30)}${']'.repeat(30)}}`, 400, 'VALIDATION_FAILED'],
] as const)('a body of %s is refused', async ([_, type, payload, status, code], { given, server }) => {
  const { token } = await given.admin()
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await server.inject({ method: 'POST', url: '/api/v1/companies', headers, payload })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
})

test.for([
  ['plain text', ''],
  ['JSON', 'content-type: application/json\r\n'],
  ['a file', 'content-type: application/octet-stream\r\n'],
])('a JSON part that comes as %s is taken in UTF-8 alone', async ([_, type], { given, server }) => {
  const { token } = await given.admin()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=B' }
  const send = async (encoding: 'utf8' | 'latin1') => {
    const part = `--B\r\ncontent-disposition: form-data; name="company"\r\n${type}\r\n{"title":"Café"}\r\n--B--\r\n`
    const payload = Buffer.from(part, encoding)
    const answer = await server.inject({ method: 'POST', url: '/api/v1/companies', headers, payload })
    const { code, data } = answer.json<{ code?: string; data: { title: string } | null }>()
    return [answer.statusCode, code ?? data?.title]
  }
  expect(await send('utf8')).toEqual([201, 'Café'])
  expect(await send('latin1')).toEqual([400, 'BAD_JSON'])
})

test.for(['title=%ff', '%ff=1', 'title=%C3', 'title=%', 'title=%zz', 'page=1&title=%c0%af'])(
  'a query with %s is refused',
  async (query, { given, server }) => {
    const { token } = await given.admin()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.inject({ url: `/api/v1/companies?${query}`, headers })
    const { code, errors } = answer.json<{ code: string; errors?: object[] }>()
    expect([answer.statusCode, code, errors]).toMatchObject([400, 'VALIDATION_FAILED', [{ code: 'BAD_CHARACTER' }]])
  },
)

test.for([
  ['no token', undefined],
  ['a short one', 'Bearer abc'],
  ['another scheme', 'Basic YWRtaW46YWRtaW4='],
  ['one with strange signs', `Bearer ${"'".repeat(43)}`],
  ['a very long one', `Bearer ${'a'.repeat(10_000)}`],
])('%s opens nothing', async ([_, authorization], { server }) => {
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await server.inject({ url: '/api/v1/companies', headers })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'UNAUTHORIZED'])
})

test('the right is asked before the body is looked at', async ({ given, server }) => {
  const { token } = await given.admin({ permissions: ['companies.read'] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': json }
  const answer = await server.inject({ method: 'POST', url: '/api/v1/companies', headers, payload: '{"broken' })
  expect(answer.statusCode).toBe(403)
})

test('a key given twice in a query is refused, a token in the query is not looked at', async ({ given, server }) => {
  const { token } = await given.admin()
  const headers = { authorization: `Bearer ${token}` }
  const twice = await server.inject({ url: '/api/v1/companies?page=1&page=2', headers })
  expect(twice.statusCode).toBe(400)
  expect((await server.inject({ url: `/api/v1/companies?access_token=${token}` })).statusCode).toBe(401)
})

test.for([
  '/api/v1/nothing',
  '/api/v1//companies',
  '/api/v1/companies/1/2',
  '/api',
  '/api/v1/%2e%2e/companies',
  '/api/v1/companies/%zz',
  '/api/v1/companies/%ff',
  `/api/v1/companies/${'1'.repeat(200)}`,
])('%s is no call', async (url, { given, server }) => {
  const { token } = await given.admin()
  const answer = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'ROUTE_NOT_FOUND'])
})

test('a refusal has the whole envelope and tells nothing of the inside', async ({ given, server, sql, as }) => {
  const staff = await given.admin()
  await given.company()
  await sql.owner.query(`alter table company rename column address to hidden_address`)
  try {
    const answer = await server.inject({
      url: '/api/v1/companies',
      headers: { authorization: `Bearer ${staff.token}` },
    })
    const body = answer.json<Record<string, unknown>>()
    expect(answer.statusCode).toBe(500)
    expect(Object.keys(body).sort()).toEqual([
      'code',
      'data',
      'error',
      'list',
      'message',
      'statusCode',
      'success',
      'total',
    ])
    expect(answer.body).not.toMatch(/address|select|column/i)
  } finally {
    await sql.owner.query(`alter table company rename column hidden_address to address`)
  }
  await as(staff).call(companies.list)
})

test('headers keep the browser strict and the product quiet about itself', async ({ server }) => {
  for (const url of [
    '/api/v1/nothing',
    '/api/v1/companies',
    '/healthz',
    '/odata/1',
    '/guide/en',
    '/brand/icon-192.png',
  ]) {
    const { headers } = await server.inject({ url })
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect(headers['content-security-policy'], url).toMatch(
      /^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none'/,
    )
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  const refusal = await server.inject({ url: '/api/v1/companies' })
  expect(refusal.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
})

test('the log of a fault names the law that was broken, and no value of its row', async ({ services, given, sql }) => {
  const { token } = await given.admin()
  await sql.owner.query(`alter table company add constraint no_fault check (title <> 'Hidden Ltd')`)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const server = await buildApp({ ...services, settings: { ...services.settings, logLevel: 'error' } }, '/nowhere/')
  const headers = { authorization: `Bearer ${token}` }
  const payload = { title: 'Hidden Ltd' }
  const answer = await server.inject({ method: 'POST', url: '/api/v1/companies', headers, payload })
  const log = write.mock.calls.join('')
  write.mockRestore()
  await server.close()
  await sql.owner.query('alter table company drop constraint no_fault')
  expect(answer.statusCode).toBe(500)
  expect(log).toContain('no_fault')
  expect(log + answer.body).not.toContain('Hidden')
})

test.for([
  ['half of a surrogate pair', '/api/v1/sections', { surveyId: 1, title: { en: '\ud800' } }],
  ['half of a pair in a plain text', '/api/v1/categories', { title: 'a\udc00' }],
  ['the year 0', '/api/v1/surveys', { title: 'x', startsAt: '0000-01-01T00:00:00Z' }],
] as const)('%s is refused as a bad field', async ([_, url, payload], { given, server }) => {
  const { token } = await given.admin()
  const answer = await server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED'])
})

test('an upload in an undeclared part is refused and leaves the connection free', async ({ given, server, as }) => {
  const staff = await given.admin()
  const survey = await given.survey()
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(url)
  const body = new FormData()
  body.set('nope', new Blob([Buffer.alloc(8_000_000)]), 'a.xlsx')
  const headers = { authorization: `Bearer ${staff.token}` }
  const answer = await fetch(`${url}/api/v1/forms/${survey.id}/excel`, { method: 'POST', headers, body })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED'])
  // The body is read to its end, so the same connection takes the next call.
  const socket = connect(Number(port), '127.0.0.1')
  const part = `--B\r\ncontent-disposition: form-data; name="nope"; filename="a"\r\n\r\n${'x'.repeat(4_000_000)}\r\n--B--\r\n`
  socket.write(
    `POST /api/v1/forms/${survey.id}/excel HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${staff.token}\r\n` +
      `content-type: multipart/form-data; boundary=B\r\ncontent-length: ${part.length}\r\n\r\n${part}` +
      'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  )
  const answers = await text(socket)
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
  await as(staff).call(companies.list)
})

test('a refusal says its sentence as message and as error', async ({ server }) => {
  const payload = { username: 'nobody.here', password: 'wrong password' }
  const answer = await server.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  const { message, error } = answer.json<{ message: string; error: string }>()
  expect([answer.statusCode, error]).toEqual([401, message])
  expect(message).not.toBe('')
})
