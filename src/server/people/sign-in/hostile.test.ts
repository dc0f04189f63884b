/** Sign-in and tokens under attack: nothing of it gets in, and nothing of it takes long. */
import { createConnection } from 'node:net'
import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { test, type TestApp } from '../../test/with-app.ts'

test.for([
  ['an operator for a name', { username: { $ne: null }, password: 'x' }],
  ['an operator for a password', { username: 'admin', password: { $gt: '' } }],
  ['lists', { username: ['admin'], password: ['x'] }],
  ['numbers', { username: 1, password: 1 }],
  ['nothing', { username: null, password: true }],
  ['a role of one’s own', { username: 'admin', password: 'x', role: 'ADMINISTRATOR' }],
  ['an id', { username: 'admin', password: 'x', id: 1 }],
  ['a constructor', { username: 'admin', password: 'x', constructor: { prototype: { admin: true } } }],
  ['NUL', { username: 'admin\0', password: 'x' }],
  ['a megabyte', { username: 'admin', password: 'x'.repeat(1_000_000) }],
])('signing in with %s is a bad request', async ([_, body], { as }) => {
  await expect(as(undefined).call(auth.login, { body })).rejects.toMatchObject({ status: 400 })
})

test.for([`' or 1=1 --`, '%', '_____-_', 'admin"}', '../../etc/passwd', '${7*7}'])(
  'the name %s is refused',
  async (username, { given, as }) => {
    await given.admin({ password: 'correct horse battery' })
    const answer = await as(undefined).raw(auth.login, { body: { username, password: 'correct horse battery' } })
    expect(answer.status).toBe(401)
  },
)

test('a token counts in the Authorization header alone, as it was given out', async ({ given, server }) => {
  const { token } = await given.admin()
  const url = '/api/v1/auth/user'
  const ask = async (headers: Record<string, string>, query = '') =>
    (await server.inject({ url: url + query, headers })).statusCode
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
  for (const cookie of [`authToken=${token}`, `token=${token}`, `Authorization=Bearer ${token}`])
    expect(await ask({ cookie })).toBe(401)
  for (const name of ['token', 'access_token', 'authToken', 'Authorization'])
    expect(await ask({}, `?${name}=${token}`)).toBe(401)
  for (const authorization of [token, `Bearer  ${token}`, `Bearer ${token}, x`])
    expect(await ask({ authorization })).toBe(401)
  expect(await ask({ authorization: `Bearer ${token.slice(0, -1)}` })).toBe(401)
  expect(await ask({ authorization: `Bearer ${token}%00` })).toBe(401)
  expect(await ask({ 'x-authorization': `Bearer ${token}`, 'proxy-authorization': `Bearer ${token}` })).toBe(401)
})

/** The bytes on the wire, letter by letter; answers the status that comes back. */
async function overTheWire({ server }: TestApp, header: string): Promise<number> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const line = await new Promise<string>((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.setEncoding('latin1')
    socket.once('data', (text) => {
      resolve(String(text).split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
    socket.write(`GET /api/v1/auth/user HTTP/1.1\r\nHost: x\r\n${header}\r\nConnection: close\r\n\r\n`, 'latin1')
  })
  return Number(line.split(' ')[1])
}

test.for([
  ['a NUL in it', 'Authorization: Bearer a\0b', 400],
  ['a megabyte', `Authorization: Bearer ${'a'.repeat(1024 * 1024)}`, 431],
  ['a line break', 'Authorization: Bearer a\r\n b', 400],
] as const)(
  'a token with %s is refused before anything is asked of the database',
  async ([_, header, status], { app }) => {
    let asked = 0
    app.services.database.pool.on('acquire', () => (asked += 1))
    expect(await overTheWire(app, `Authorization: Bearer ${'a'.repeat(43)}`)).toBe(401)
    expect(asked).toBeGreaterThan(0)
    asked = 0
    expect(await overTheWire(app, header)).toBe(status)
    expect(asked).toBe(0)
  },
)
