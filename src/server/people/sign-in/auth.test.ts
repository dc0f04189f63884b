import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { menu } from '#contract/menu.ts'
import { buildApp } from '../../app.ts'
import { hashToken } from '../../http/session.ts'
import { test } from '../../test/with-app.ts'

const password = 'correct horse battery'

test('a sign-in answers token, user and rights, and keeps only the hash of the token', async ({ given, as, sql }) => {
  const staff = await given.admin({ permissions: ['companies.read'], password })
  const answer = await as(undefined).call(auth.login, { body: { username: staff.username.toUpperCase(), password } })
  expect(answer.AccessToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(answer.userInfo).toMatchObject({
    id: staff.id,
    username: staff.username,
    adminType: 'ADMIN',
    permissions: ['companies.read'],
  })
  expect(answer.permissions).toEqual({
    list: ['companies.read'],
    visit: ['dashboard', 'reference', 'companies', 'companies-detail', 'account', 'jobs'],
  })
  const { rows } = await sql.owner.query<{ n: number }>(
    `select count(*)::int as n from session where token_hash = $1`,
    [hashToken(answer.AccessToken)],
  )
  expect(rows[0]?.n).toBe(1)
  const trail = await sql.owner.query(`select action from audit where actor_id = $1`, [staff.id])
  expect(trail.rows).toEqual([{ action: 'auth.login' }])
  const me = as({ ...staff, token: answer.AccessToken })
  expect((await me.call(auth.user)).user.permissions).toEqual(answer.permissions)
  expect((await me.call(menu.routes)).list.map((route) => route.id)).toEqual(answer.permissions.visit)
})

test('an unknown name and a wrong password are told apart by nothing', async ({ given, as, sql }) => {
  const staff = await given.admin({ password })
  const wrong = await as(undefined).raw(auth.login, { body: { username: staff.username, password: 'wrong' } })
  const unknown = await as(undefined).raw(auth.login, { body: { username: 'nobody-here', password: 'wrong' } })
  expect(wrong.status).toBe(401)
  expect(unknown.bytes.toString()).toBe(wrong.bytes.toString())
  const { rows } = await sql.owner.query(`select 1 from audit where action = 'auth.refused' and subject_id = $1`, [
    String(staff.id),
  ])
  expect(rows).toHaveLength(1)
})

test('a sign-out voids the token; a suspension voids it at the next request', async ({ given, as, sql }) => {
  const leaver = await given.admin()
  await as(leaver).call(auth.validateToken)
  await as(leaver).call(auth.signout)
  await expect(as(leaver).call(auth.validateToken)).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('Invalid token, user signed out') as unknown,
  })
  const suspended = await given.admin()
  await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [suspended.id])
  await expect(as(suspended).call(auth.user)).rejects.toMatchObject({ status: 401 })
})

test('a session ends when idle too long and, used or not, at its absolute end', async ({ given, as, sql }) => {
  const idle = await given.admin()
  await sql.owner.query(`update session set last_used_at = now() - interval '31 minutes' where person_id = $1`, [
    idle.id,
  ])
  await expect(as(idle).call(auth.user)).rejects.toMatchObject({ status: 401 })
  const old = await given.admin()
  await sql.owner.query(`update session set expires_at = now() where person_id = $1`, [old.id])
  await expect(as(old).call(auth.user)).rejects.toMatchObject({ status: 401 })
  const busy = await given.admin()
  await sql.owner.query(`update session set last_used_at = now() - interval '20 minutes' where person_id = $1`, [
    busy.id,
  ])
  await as(busy).call(auth.user)
  const { rows } = await sql.owner.query(
    `select 1 from session where person_id = $1 and last_used_at > now() - interval '1 minute'`,
    [busy.id],
  )
  expect(rows).toHaveLength(1)
})

test('Wrong passwords of strangers lock out strangers, not the browser of the owner', async ({ given, as, sql }) => {
  const staff = await given.admin({ password })
  const signIn = (right: boolean, cookie = '') =>
    as(undefined).raw(auth.login, {
      body: { username: staff.username, password: right ? password : 'a wrong one' },
      headers: { cookie },
    })
  const first = await signIn(true)
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toMatch(
    /^canvass_browser=[\w-]{43}; Path=\/api\/v1\/auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  const [mine = ''] = cookie.split(';')
  for (let n = 0; n < 11; n += 1) await signIn(false)
  expect((await signIn(true)).status).toBe(429)
  expect((await signIn(true, 'canvass_browser=' + 'x'.repeat(43))).status).toBe(429)
  const again = await signIn(true, `other=1; ${mine}`)
  expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined])
  // A living session asks for the password again, as before.
  await as(staff).call(auth.reauthenticate, { body: { password } })
  // The known browser has no more guesses than any other.
  for (let n = 0; n < 11; n += 1) await signIn(false, mine)
  expect((await signIn(true, mine)).status).toBe(429)
  // All tests call from one address, whose own count is left as it was.
  await sql.owner.query(`delete from login_failure where subject like 'address:%'`)
})

test('over TLS the cookie of a browser is bound to its host, behind a proxy as well', async ({ given, services }) => {
  const { username } = await given.admin({ password })
  const settings = { ...services.settings, publicUrl: 'https://canvass.example.org' }
  const server = await buildApp({ ...services, settings }, '/nowhere/')
  const signIn = (cookie: string) =>
    server.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password }, headers: { cookie } })
  const kept = String((await signIn('')).headers['set-cookie'])
  expect(kept).toMatch(
    /^__Host-canvass_browser=[\w-]{43}; Path=\/; Secure; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  const [mine = ''] = kept.split(';')
  expect((await signIn(mine)).headers['set-cookie']).toBeUndefined()
  expect((await signIn(mine.replace('__Host-', ''))).headers['set-cookie']).toBeDefined()
  await server.close()
})

test('a forwarded address counts from a named proxy alone, and there only its last one', async ({
  given,
  services,
  sql,
}) => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
  for (const [trustedProxies, address] of [
    [[], '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.9'],
  ] as const) {
    const { id, username } = await given.admin({ password })
    const settings = { ...services.settings, trustedProxies: [...trustedProxies] }
    const server = await buildApp({ ...services, settings }, '/nowhere/')
    await server.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password }, headers })
    await server.close()
    const { rows } = await sql.owner.query(
      `select address from session where person_id = $1 and user_agent like 'light%'`,
      [id],
    )
    expect(rows).toEqual([{ address }])
  }
})

test('too many attempts on one account are refused with the time to wait, also at once', async ({ given, as }) => {
  const staff = await given.admin({ password })
  const attempt = () => as(undefined).raw(auth.login, { body: { username: staff.username, password: 'guess' } })
  const answers = await Promise.all(Array.from({ length: 14 }, attempt))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(4)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  const right = await as(undefined).raw(auth.login, { body: { username: staff.username, password } })
  expect(right.status).toBe(429)
})

test('a good sign-in clears the count of the account', async ({ given, as }) => {
  const staff = await given.admin({ password })
  const attempt = (guess: string) =>
    as(undefined).raw(auth.login, { body: { username: staff.username, password: guess } })
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 6; tries++) expect((await attempt('guess')).status).toBe(401)
    expect((await attempt(password)).status).toBe(200)
  }
})
