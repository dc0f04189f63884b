/** Authenticator apps and recovery codes: the second half of a sign-in, and the proof before money moves. */
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { companies } from '#contract/companies.ts'
import { grants, roles } from '#contract/roles.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { openAsOwner } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { resetFromServer } from '../create-admin.ts'
import { openPostOffice } from '../../mail/test/post-office.ts'
import type { Refused } from '../../test/caller.ts'
import type { Staff } from '../../test/given.ts'
import { ownerUrlOf, test, type TestApp } from '../../test/with-app.ts'

const password = 'correct horse battery'
const stepMs = 30_000
const halfway = { status: 403, code: 'SECOND_STEP_REQUIRED', data: { ways: ['APP'] } }

// In the middle of a step; only the clock of the codes is ours, that of sessions is the database's.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2)
})
afterEach(() => void vi.useRealTimers())

const nextStep = () => vi.setSystemTime(Date.now() + stepMs)
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs })

/** Staff with an app, whose last code is used up. */
async function withAuthenticator({ given, as }: TestApp, spec: Parameters<TestApp['given']['admin']>[0] = {}) {
  const staff = await given.admin({ permissions: ['companies.read'], password, ...spec })
  const { secret, uri, ticket } = await as(staff).call(secondFactor.beginApp)
  const { recoveryCodes } = await as(staff).call(secondFactor.setApp, { body: { ticket, code: codeOf(secret) } })
  nextStep()
  return { staff, secret, uri, recoveryCodes: recoveryCodes ?? [] }
}

const login = ({ as }: TestApp, { username }: Staff, code?: string) =>
  as(undefined).call(auth.login, { body: { username, password, code } })

test('a password alone opens nothing; with a code of the app it does', async ({ app }) => {
  const { staff, secret, uri } = await withAuthenticator(app)
  expect(uri).toBe(
    `otpauth://totp/Canvass:${staff.username}?issuer=Canvass&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  await expect(login(app, staff)).rejects.toMatchObject(halfway)
  await expect(login(app, staff, '000000')).rejects.toMatchObject({ status: 403, code: 'CODE_WRONG' })
  const { AccessToken: token, userInfo } = await login(app, staff, codeOf(secret))
  expect(userInfo).toMatchObject({ id: staff.id, factors: ['APP'] })
  await app.as({ ...staff, token }).call(auth.user)
  // The code does not stand in for the password.
  nextStep()
  const body = { username: staff.username, password: 'wrong', code: codeOf(secret) }
  await expect(app.as(undefined).call(auth.login, { body })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  const { rows } = await app.sql.owner.query<{ action: string }>(
    `select action from audit where actor_id = $1 or subject_id = $1::text order by id`,
    [staff.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'auth.factorAdded',
    'auth.firstStep',
    'auth.refused',
    'auth.login',
    'auth.refused',
  ])
})

test('a sign-in under way while a factor is added gets no session past it', async ({ app }) => {
  const staff = await app.given.admin({ password })
  const { secret, ticket } = await app.as(staff).call(secondFactor.beginApp)
  const gate = await app.sql.owner.connect()
  const here =
    'select from pg_locks join pg_database d on d.oid = database where not granted and datname = current_database()'
  const waiting = async () => (await gate.query(here)).rowCount
  try {
    // Where the sign-in comes once its session is written down.
    await gate.query('begin; lock table known_browser in exclusive mode')
    const entering = login(app, staff)
    await expect.poll(waiting).toBe(1)
    const setting = app.as(staff).call(secondFactor.setApp, { body: { ticket, code: codeOf(secret) } })
    await Promise.race([setting, expect.poll(waiting).toBe(2)])
    await gate.query('rollback')
    const [{ AccessToken: token }] = await Promise.all([entering, setting])
    await expect(app.as({ ...staff, token }).call(auth.user)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  } finally {
    gate.release(true)
  }
})

test('a code counts once, and within a step of the clock', async ({ app }) => {
  const { staff, secret } = await withAuthenticator(app)
  const code = codeOf(secret)
  await login(app, staff, code)
  await expect(login(app, staff, code)).rejects.toMatchObject({ code: 'CODE_USED' })
  for (const steps of [-3, -2, 2, 3])
    await expect(login(app, staff, codeOf(secret, steps))).rejects.toMatchObject({ code: 'CODE_WRONG' })
  await login(app, staff, codeOf(secret, 1))
  // A code of a step before the last one used is no good either.
  nextStep()
  await expect(login(app, staff, codeOf(secret, -1))).rejects.toMatchObject({ code: 'CODE_USED' })
  // Two at the same moment: one gets in.
  nextStep()
  const both = await Promise.allSettled([1, 2].map(() => login(app, staff, codeOf(secret))))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('guessing codes is throttled like passwords, also over several first steps', async ({ app }) => {
  const { staff, secret } = await withAuthenticator(app)
  await expect(login(app, staff)).rejects.toMatchObject(halfway)
  for (let n = 0; n < 8; n++) await login(app, staff, '000000').catch(() => undefined)
  await expect(login(app, staff)).rejects.toMatchObject(halfway)
  await expect(login(app, staff, codeOf(secret))).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' })
})

test('recovery codes are shown once, kept as hashes, and each opens once', async ({ app }) => {
  const { staff, recoveryCodes } = await withAuthenticator(app)
  expect(recoveryCodes).toHaveLength(10)
  const [first = '', second = ''] = recoveryCodes
  const both = await Promise.allSettled([1, 2].map(() => login(app, staff, first.toUpperCase())))
  const token = both.flatMap((each) => (each.status === 'fulfilled' ? each.value.AccessToken : []))[0] ?? ''
  expect(both.map((each) => (each.status === 'fulfilled' ? '' : (each.reason as Refused).code)).toSorted()).toEqual([
    '',
    'CODE_WRONG',
  ])
  const me = app.as({ ...staff, token })
  expect((await me.call(secondFactor.get)).data).toMatchObject({ factors: [{ kind: 'APP' }], codesLeft: 9 })
  const { rows } = await app.sql.owner.query<{ kept: string }>(`select * from second_factor where person_id = $1`, [
    staff.id,
  ])
  for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  // New ones take the place of the old.
  await me.call(secondFactor.makeCodes)
  await expect(login(app, staff, second)).rejects.toMatchObject({ code: 'CODE_WRONG' })
})

test('before money moves the second factor is asked for, instead of the password', async ({ app }) => {
  const { staff, secret } = await withAuthenticator(app, { permissions: ['roles.grantPayments', 'payments.read'] })
  const me = app.as(staff)
  const release = () => me.call(paymentPolicy.set, { body: { version: 0, limits: [], reason: 'A try' } })
  await app.sql.owner.query(
    `update session set authenticated_at = now() - interval '16 minutes' where person_id = $1`,
    [staff.id],
  )
  await expect(release()).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
  await expect(me.call(auth.reauthenticate, { body: { password } })).rejects.toMatchObject({
    code: 'SECOND_STEP_REQUIRED',
    data: { ways: ['APP'] },
  })
  await expect(me.call(auth.reauthenticate, { body: { code: '000000' } })).rejects.toMatchObject({
    code: 'CODE_WRONG',
  })
  await me.call(auth.reauthenticate, { body: { code: codeOf(secret) } })
  await release()
})

test('an app is set up by a recent session alone, by its own secret and a code of it', async ({ app }) => {
  const staff = await app.given.admin({ password })
  const other = await app.given.admin({ password })
  const me = app.as(staff)
  const { AccessToken: token } = await login(app, staff)
  const { secret, ticket } = await me.call(secondFactor.beginApp)
  const foreign = await app.as(other).call(secondFactor.beginApp)
  const set = (body: { ticket: string; code: string }) => me.call(secondFactor.setApp, { body })
  await expect(set({ ticket, code: '000000' })).rejects.toMatchObject({ code: 'CODE_WRONG' })
  for (const wrong of [foreign.ticket, 'x', ticket.slice(0, 50)])
    await expect(set({ ticket: wrong, code: codeOf(foreign.secret) })).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  await set({ ticket, code: codeOf(secret) })
  // The session that was opened by the password alone has ended.
  await expect(app.as({ ...staff, token }).call(auth.user)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // Nothing that the database or the trail holds says the secret.
  const { rows } = await app.sql.owner.query(`select * from second_factor where person_id = $1`, [staff.id])
  expect(JSON.stringify(rows)).not.toContain(secret)
  await app.sql.owner.query(`update session set authenticated_at = now() - interval '1 hour' where person_id = $1`, [
    staff.id,
  ])
  for (const call of [secondFactor.beginApp, secondFactor.makeCodes])
    await expect(me.call(call)).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
})

test('a factor added or removed is told by mail; the last one takes the codes along', async ({ app }) => {
  await using office = await openPostOffice(app)
  const staff = await app.given.admin({ password })
  await app.sql.owner.query(`update person set email = 'factors@example.org' where id = $1`, [staff.id])
  const me = office.as(staff)
  const { secret, ticket } = await me.call(secondFactor.beginApp)
  await me.call(secondFactor.setApp, { body: { ticket, code: codeOf(secret) } })
  const { data } = await me.call(secondFactor.get)
  const [factor] = data.factors
  const stranger = office.as(await app.given.admin())
  const params = { id: factor?.id ?? 0 }
  await expect(stranger.call(secondFactor.remove, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await me.call(secondFactor.remove, { params })
  expect((await me.call(secondFactor.get)).data).toEqual({ factors: [], codesLeft: 0 })
  await office.send()
  // Two mails are on their way at once.
  expect(new Set(office.arrived.map(({ head }) => /Subject: (.*)/.exec(head)?.[1]))).toEqual(
    new Set([
      'A second factor was added to your account at Canvass',
      'A second factor was removed from your account at Canvass',
    ]),
  )
  expect(office.arrived.map(({ text }) => text).join()).toContain(
    `An authenticator app was added to the account ${staff.username}.`,
  )
  await login(app, staff)
})

test('a secret that cannot be read any more is told so; a recovery code still opens', async ({ app }) => {
  const { staff, secret, recoveryCodes } = await withAuthenticator(app)
  await app.sql.owner.query(`update second_factor set secret = '\\x00' where person_id = $1 and kind = 'APP'`, [
    staff.id,
  ])
  await expect(login(app, staff, codeOf(secret))).rejects.toMatchObject({ status: 409, code: 'FACTOR_UNREADABLE' })
  await login(app, staff, recoveryCodes[0])
})

test('a second factor is reset by two administrators of different hands', async ({ app }) => {
  const { staff } = await withAuthenticator(app)
  const one = await app.given.admin({ role: 'ADMINISTRATOR' })
  const two = await app.given.admin({ role: 'ADMINISTRATOR' })
  const puppet = await app.given.admin({ role: 'ADMINISTRATOR' })
  await app.sql.owner.query(`insert into credential_origin values ($1, $2)`, [puppet.id, one.id])
  const params = { id: staff.id }
  const { data } = await app.as(one).call(grants.resetFactor, { params })
  expect(data).toMatchObject({ roleId: null, person: { id: staff.id }, permissions: [] })
  const confirm = (by: Staff) => app.as(by).call(grants.confirm, { params: { id: data.id } })
  await expect(confirm(one)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
  await expect(confirm(puppet)).rejects.toMatchObject({ code: 'GRANT_SAME_HANDS' })
  // To ask again makes no other asker.
  const again = await app.as(two).call(grants.resetFactor, { params })
  expect(again.data).toMatchObject({ id: data.id, requestedBy: { id: one.id } })
  await expect(login(app, staff)).rejects.toMatchObject(halfway)
  expect((await app.as(two).call(grants.list)).data.map(({ id }) => id)).toContain(data.id)
  await confirm(two)
  await expect(app.as(staff).call(auth.user)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await login(app, staff)).userInfo.factors).toEqual([])
  expect((await app.sql.owner.query('select from sign_on')).rowCount).toBe(0)
  await expect(app.as(one).call(grants.resetFactor, { params })).rejects.toMatchObject({ code: 'NO_FACTOR' })
  const own = { params: { id: one.id } }
  await expect(app.as(one).call(grants.resetFactor, own)).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  const clerk = await app.given.admin({ permissions: ['admins.write'] })
  await expect(app.as(clerk).call(grants.resetFactor, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { rows } = await app.sql.owner.query<{ action: string }>(
    `select action from audit where subject_id = $1::text and action like 'grants.%' order by id`,
    [staff.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['grants.askReset', 'grants.askReset', 'grants.confirmReset'])
})

test('a role may ask for a second factor: its people set one up before all else', async ({ app }) => {
  const administrator = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const staff = await app.given.admin({ permissions: ['companies.read'], password })
  const { data: role } = await administrator.call(roles.edit, {
    params: { roleId: staff.roleId },
    body: { secondFactor: true },
  })
  expect(role).toMatchObject({ secondFactor: true, permissions: ['companies.read'] })
  const me = app.as(staff)
  const refused = { status: 403, code: 'SECOND_FACTOR_REQUIRED' }
  await expect(me.call(companies.list)).rejects.toMatchObject(refused)
  await expect(me.call(secondFactor.makeCodes)).rejects.toMatchObject(refused)
  // A password alone leads there and no further; who they are, and the way out, stay open.
  const { AccessToken: token, userInfo } = await login(app, staff)
  expect(userInfo).toMatchObject({ factorRequired: true, factors: [] })
  await expect(app.as({ ...staff, token }).call(companies.list)).rejects.toMatchObject(refused)
  await app.as({ ...staff, token }).call(auth.signout)
  await me.call(auth.user)
  await me.call(auth.reauthenticate, { body: { password } })

  const { secret, ticket } = await me.call(secondFactor.beginApp)
  await me.call(secondFactor.setApp, { body: { ticket, code: codeOf(secret) } })
  await me.call(companies.list)
  const [factor] = (await me.call(secondFactor.get)).data.factors
  // Recovery codes alone are none.
  const be = (kind: string) =>
    app.sql.owner.query(`update second_factor set kind = $2 where id = $1`, [factor?.id, kind])
  await be('RECOVERY')
  await expect(me.call(companies.list)).rejects.toMatchObject(refused)
  await be('APP')
  const remove = () => me.call(secondFactor.remove, { params: { id: factor?.id ?? 0 } })
  await expect(remove()).rejects.toMatchObject({ status: 409, code: 'FACTOR_NEEDED' })
  const body = { secondFactor: false }
  await administrator.call(roles.edit, { params: { roleId: staff.roleId }, body })
  await remove()
})

test('of their own role administrators raise what it asks, and do not lower it', async ({ app }) => {
  const staff = await app.given.admin({ role: 'ADMINISTRATOR' })
  const rule = (body: object) => app.as(staff).call(roles.edit, { params: { roleId: staff.roleId }, body })
  await expect(rule({ secondFactor: true, name: 'Rulers' })).rejects.toMatchObject({ code: 'OWN_ROLE' })
  await rule({ secondFactor: true })
  await expect(app.as(staff).call(roles.list)).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  await app.sql.owner.query(`insert into second_factor (person_id, kind, secret) values ($1, 'APP', '')`, [staff.id])
  await expect(rule({ secondFactor: false })).rejects.toMatchObject({ code: 'OWN_ROLE' })
  await app.sql.owner.query('update role set second_factor = false')
})

test('a password from the server itself takes second factors and links of sign-on away', async ({ app }) => {
  const { staff } = await withAuthenticator(app)
  await app.sql.owner.query(
    `insert into sign_on (issuer, subject, person_id, linked_at, token_hash, token_until, has_factor)
      values ('https://id.example.org', 'x', $1, now(), null, now(), false)`,
    [staff.id],
  )
  const owner = openAsOwner(ownerUrlOf(app))
  await inTransaction(owner.db, (db) => resetFromServer(db, staff.username, password))
  await owner.close()
  expect((await login(app, staff)).userInfo.factors).toEqual([])
})
