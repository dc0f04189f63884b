import { expect } from 'vitest'
import { appTokens } from '#contract/app-tokens.ts'
import { auth } from '#contract/auth.ts'
import { getCredentials, useCredentials } from './credentials.ts'
import { test } from '../../test/with-app.ts'

const password = 'correct horse battery'

test('a new password needs the present one, obeys the rules and ends other sessions', async ({ given, as, sql }) => {
  const staff = await given.admin({ password })
  const login = { body: { username: staff.username, password } }
  const { AccessToken: token } = await as(undefined).call(auth.login, login)
  const other = as({ ...staff, token })
  const change = (body: object) => as(staff).call(auth.changePassword, { body })
  await expect(change({ currentPassword: 'guess', newPassword: 'tide lamp orchard' })).rejects.toMatchObject({
    status: 403,
    code: 'PASSWORD_WRONG',
  })
  const problems = [
    ['short', 'TOO_SHORT'],
    ['x'.repeat(129), 'TOO_LONG'],
    ['password123456', 'PASSWORD_COMMON'],
    ['minhasenha2024', 'PASSWORD_COMMON'],
    [`${staff.username}-2024`, staff.username.length < 7 ? 'TOO_SHORT' : 'PASSWORD_IS_USERNAME'],
    [password, 'PASSWORD_UNCHANGED'],
  ]
  for (const [newPassword, code] of problems)
    await expect(change({ currentPassword: password, newPassword }), newPassword).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'newPassword', code }],
    })
  await change({ currentPassword: password, newPassword: '  Água é vida 水 ' })
  await as(staff).call(auth.user)
  await expect(other.call(auth.user)).rejects.toMatchObject({ status: 401 })
  const signIn = (given: string) =>
    as(undefined).raw(auth.login, { body: { username: staff.username, password: given } })
  expect((await signIn('Água é vida 水')).status).toBe(401)
  expect((await signIn('  Água é vida 水 ')).status).toBe(200)
  const { rows } = await sql.owner.query<{ entry: string }>(`select audit::text as entry from audit`)
  for (const { entry } of rows) expect(entry).not.toMatch(/vida|horse|argon2/)
})

test('guessing the present password is throttled like signing in', async ({ given, as }) => {
  const staff = await given.admin({ password })
  const guess = () => as(staff).raw(auth.reauthenticate, { body: { password: 'guess' } })
  const answers = []
  for (let tries = 0; tries < 12; tries++) answers.push((await guess()).status)
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 403))
  expect(answers.slice(10)).toEqual([429, 429])
})

test('a reset by id or user name: the password is shown once, works once, sessions end', async ({ given, as, sql }) => {
  const administrator = await given.admin({ role: 'ADMINISTRATOR' })
  const clerk = await given.admin({ permissions: ['companies.read'], password })
  const reset = (userInfo: string | number) => as(administrator).call(auth.resetPassword, { params: { userInfo } })
  const byId = await reset(clerk.id)
  expect(byId.newPassword).toMatch(/^[a-z2-9]{24}$/)
  expect(byId.data.newPassword).toBe(byId.newPassword)
  expect(byId.message).toBeTypeOf('string')
  await expect(as(clerk).call(auth.user)).rejects.toMatchObject({ status: 401 })
  const { newPassword } = await reset(clerk.username.toUpperCase())
  const signIn = (given: string) =>
    as(undefined).call(auth.login, { body: { username: clerk.username, password: given } })
  for (const old of [password, byId.newPassword])
    await expect(signIn(old)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  expect((await signIn(newPassword)).userInfo.mustChangePassword).toBe(true)
  await expect(signIn(newPassword)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  const third = await reset(clerk.id)
  await sql.owner.query(`update person set one_time_until = now() - interval '1 second' where id = $1`, [clerk.id])
  await expect(signIn(third.newPassword)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  const { rows } = await sql.owner.query<{ text: string }>(
    `select coalesce(jsonb_agg(a), '[]')::text as text from audit a where subject_id = $1`,
    [String(clerk.id)],
  )
  for (const secret of [byId.newPassword, newPassword, third.newPassword]) expect(rows[0]?.text).not.toContain(secret)
})

test('a one-time password opens one session, also when two use it at the same moment', async ({ given, as }) => {
  const administrator = await given.admin({ role: 'ADMINISTRATOR' })
  const clerk = await given.admin({ permissions: [] })
  const { newPassword } = await as(administrator).call(auth.resetPassword, { params: { userInfo: clerk.id } })
  const body = { username: clerk.username, password: newPassword }
  const answers = await Promise.all([1, 2, 3].map(() => as(undefined).raw(auth.login, { body })))
  expect(answers.map((answer) => String(answer.status)).sort()).toEqual(['200', '401', '401'])
})

test('a one-time password is used up, also for a sign-in that began earlier', async ({ given, services, sql }) => {
  const clerk = await given.admin({ permissions: [], password })
  await sql.owner.query(`update person set one_time_until = now() + interval '1 hour' where id = $1`, [clerk.id])
  const { db } = services.database
  const [earlier, later] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
  const credentials = await getCredentials(earlier, clerk.id)
  if (!credentials) throw new Error('no credentials')
  expect(await useCredentials(later, credentials)).toBe(true)
  await later.commit().execute()
  expect(await useCredentials(earlier, credentials)).toBe(false)
  await earlier.rollback().execute()
})

test('no actor resets their own password, a higher account’s, or a participant’s', async ({ given, as }) => {
  const deputy = await given.admin({ permissions: ['admins.write'] })
  const administrator = await given.admin({ role: 'ADMINISTRATOR' })
  const participant = await given.participant()
  const reset = (userInfo: string | number) => as(deputy).call(auth.resetPassword, { params: { userInfo } })
  await expect(reset(deputy.id)).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  await expect(reset(administrator.username)).rejects.toMatchObject({ code: 'HIGHER_RIGHTS' })
  for (const nobody of [participant.id, participant.phone, 'nobody', 999_999_999])
    await expect(reset(nobody), String(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a password given again renews the session', async ({ given, as, sql }) => {
  const staff = await given.admin({ password })
  await sql.owner.query(
    `update session set expires_at = now() + interval '3 minutes', authenticated_at = now() - interval '1 hour'
       where person_id = $1`,
    [staff.id],
  )
  const { expiresAt } = await as(staff).call(auth.reauthenticate, { body: { password } })
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11 * 3_600_000)
  const token = await as(staff).call(auth.validateToken)
  expect(token).toMatchObject({ valid: true, expiresAt, idleMinutes: 30 })
})

test('a session left open hands out no way in: the password is asked for again', async ({ app }) => {
  const chief = await app.given.admin({ role: 'ADMINISTRATOR' })
  const { id } = await app.given.admin({ permissions: ['companies.read'] })
  const by = app.as(chief)
  const { data: program } = await by.call(appTokens.createProgram, { body: { username: 'robot', name: 'Robot' } })
  await app.sql.owner.query(
    `update session set authenticated_at = now() - interval '16 minutes' where person_id = $1`,
    [chief.id],
  )
  const body = { personId: program.id, name: 'Key', permissions: ['companies.read'] }
  for (const call of [
    () => by.call(auth.resetPassword, { params: { userInfo: id } }),
    () => by.call(auth.invite, { params: { userInfo: id } }),
    () => by.call(appTokens.create, { body }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
})
