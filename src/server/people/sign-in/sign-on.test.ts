/** Sign-on by OpenID Connect, with a certified provider and with one that signs what it is told to. */
import { TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { people } from '#contract/people.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { type Forgery, openForger, openRealProvider } from './test/providers.ts'
import { openHouse } from './test/sign-on-browser.ts'

const password = 'correct horse battery'

async function actionsOf({ sql }: TestApp, id: number) {
  const { rows } = await sql.owner.query<{ action: string; after: object }>(
    `select action, after from audit where subject_type = 'person' and subject_id = $1::text order by id`,
    [id],
  )
  return rows
}

const address = ({ sql }: TestApp, id: number, email: string) =>
  sql.owner.query(`update person set email = $2 where id = $1`, [id, email])

/** A seeded role without rights over money or people, and one with a payment step. */
const roles = { interviewers: 'SURVEY_MANAGER', payers: 'PAYMENT_APPROVER', admins: 'ADMINISTRATOR' }

test('a group with a role makes an account, which signs in, out, and in again', async ({ app }) => {
  const ana = { email: 'ana@example.org', email_verified: true, name: 'Ana Sitoe', groups: ['staff', 'interviewers'] }
  await using provider = await openRealProvider({ ana })
  const setting = { issuer: provider.issuer, scope: 'openid email profile groups', roles }
  // The way there, back and in goes through both in turn.
  await using house = await openHouse(app, { real: setting }, 2)
  const browser = house.browser()
  const url = await browser.go('real', '?from=%2Fsurveys&lang=zh')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const back = await browser.pass(url, 'ana')
  const landed = await browser.get(back)
  expect(landed).toMatchObject({ status: 302, to: '/login?from=%2Fsurveys&lang=zh&signOn' })
  const { AccessToken: token, userInfo } = await browser.enter()
  const known = { username: ana.email, name: ana.name, role: 'SURVEY_MANAGER', locale: 'zh', hasPassword: false }
  expect(userInfo).toMatchObject(known)
  // Neither the token nor the way opens a second time.
  await expect(browser.enter()).rejects.toMatchObject({ status: 410, code: 'STEP_EXPIRED' })
  expect(await browser.get(back)).toMatchObject({
    status: 410,
    page: expect.stringContaining('此步骤已超时或已被使用'),
  })
  expect(await actionsOf(app, userInfo.id)).toMatchObject([
    { action: 'people.create', after: { email: ana.email, provider: 'real' } },
    { action: 'auth.login', after: { provider: 'real' } },
  ])
  const signedIn = app.as({ id: userInfo.id, username: '', roleId: 0, token })
  await expect(signedIn.call(auth.reauthenticate, { body: { password } })).rejects.toMatchObject({
    code: 'PASSWORD_NONE',
  })
  const { next = '' } = await signedIn.call(auth.signout)
  const { to } = await browser.get(next)
  expect(new URL(to).origin).toBe(provider.issuer)
  expect(new URL(to).searchParams.get('post_logout_redirect_uri')).toMatch(/\/login$/)
  await browser.signOn('ana')
  expect((await browser.enter()).userInfo.id).toBe(userInfo.id)
})

test('an account of the same address is linked by its password alone', async ({ app }) => {
  const owner = await app.given.admin({ permissions: ['companies.read'], password })
  await address(app, owner.id, 'Bela@Example.org')
  await using provider = await openRealProvider({ bela: { email: 'bela@example.org', email_verified: true } })
  await using house = await openHouse(app, { real: { issuer: provider.issuer, roles } })
  const browser = house.browser()
  expect(await browser.signOn('bela')).toMatchObject({ status: 409, page: expect.stringContaining('sign in once') })
  await expect(browser.enter()).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  // Neither another account in this browser, nor the owner in another one, links it.
  const stranger = await app.given.admin({ permissions: ['companies.read'], password })
  await browser.signIn(stranger.username, password)
  await house.browser().signIn(owner.username, password)
  expect((await browser.signOn('bela')).status).toBe(409)
  await browser.signIn(owner.username, password)
  expect(await browser.signOn('bela')).toMatchObject({ status: 302 })
  expect((await browser.enter()).userInfo).toMatchObject({ id: owner.id, username: owner.username })
  expect((await actionsOf(app, owner.id)).map(({ action }) => action)).toContain('auth.signOnLinked')
})

const someone = (name: string, more: object) => ({ email: `${name}@example.org`, email_verified: true, ...more })

test('no account opens without a checked address and a group with a role', async ({ app }) => {
  const closed = await app.given.admin({ permissions: ['companies.read'] })
  await address(app, closed.id, 'closed@example.org')
  await app.sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [closed.id])
  for (const _ of ['one', 'two']) await address(app, (await app.given.admin()).id, 'shared@example.org')
  await using provider = await openRealProvider({
    unchecked: someone('unchecked', { email_verified: false, groups: ['interviewers'] }),
    closed: someone('closed', { groups: ['interviewers'] }),
    shared: someone('shared', { groups: ['interviewers'] }),
    ungrouped: someone('ungrouped', { groups: ['others'] }),
    // Roles with rights over money or people are granted by people.
    payer: someone('payer', { groups: ['payers'] }),
    admin: someone('admin', { groups: ['admins'] }),
  })
  await using house = await openHouse(app, { real: { issuer: provider.issuer, scope: 'openid email groups', roles } })
  const before = await app.sql.owner.query(`select count(*) from person`)
  for (const [name, words] of Object.entries({
    unchecked: 'has checked your mail address',
    closed: 'No account here is open to you',
    shared: 'No account here is open to you',
    ungrouped: 'No account here is open to you',
    payer: 'No account here is open to you',
    admin: 'No account here is open to you',
  })) {
    const browser = house.browser()
    expect(await browser.signOn(name), name).toMatchObject({ status: 403, page: expect.stringContaining(words) })
    await expect(browser.enter()).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  }
  expect(await app.sql.owner.query(`select count(*) from person`)).toMatchObject({ rows: before.rows })
  const { rows } = await app.sql.owner.query(
    `select from audit where after ->> 'code' in ('SIGN_ON_UNVERIFIED', 'SIGN_ON_NO_ACCOUNT')`,
  )
  expect(rows).toHaveLength(6)
})

test('a role follows the groups at each sign-on, but for one that people gave', async ({ app }) => {
  const carla = { email: 'carla@example.org', email_verified: true, groups: ['interviewers'] }
  await using provider = await openRealProvider({ carla })
  const setting = { issuer: provider.issuer, scope: 'openid email groups', roles: { ...roles, readers: 'AUDITOR' } }
  await using house = await openHouse(app, { real: setting })
  const browser = house.browser()
  const roleAfter = async (groups: string[]) => {
    carla.groups = groups
    await browser.signOn('carla')
    return (await browser.enter()).userInfo
  }
  const { id, role } = await roleAfter(['interviewers'])
  expect(role).toBe('SURVEY_MANAGER')
  expect((await roleAfter([])).role).toBe('')
  expect((await roleAfter(['payers', 'interviewers'])).role).toBe('SURVEY_MANAGER')
  await app.sql.owner.query(
    `update person set role_id = (select id from role where role = 'PAYMENT_APPROVER') where id = $1`,
    [id],
  )
  expect((await roleAfter(['interviewers'])).role).toBe('PAYMENT_APPROVER')
})

test('the code of the house is asked for, unless the provider asked for one', async ({ app }) => {
  const staff = await app.given.admin({ permissions: ['companies.read'], password })
  await address(app, staff.id, 'dora@example.org')
  await using forger = await openForger()
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, secondFactor: 'mfa' } })
  const browser = house.browser()
  const signOn = async (amr: string[]) => {
    forger.next.forgery = { claims: { email: 'dora@example.org', email_verified: true, amr } }
    return browser.comeBack(await browser.go('forger'))
  }
  await signOn(['pwd'])
  await browser.signIn(staff.username, password)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { secret, ticket } = await app.as(staff).call(secondFactor.beginApp)
    const code = () => new TOTP({ secret }).generate()
    await app.as(staff).call(secondFactor.setApp, { body: { ticket, code: code() } })
    vi.setSystemTime(Date.now() + 30_000)
    await signOn(['pwd'])
    await expect(browser.enter()).rejects.toMatchObject({ code: 'SECOND_STEP_REQUIRED', data: { ways: ['APP'] } })
    await expect(browser.enter('000000')).rejects.toMatchObject({ code: 'CODE_WRONG' })
    expect((await browser.enter(code())).userInfo.id).toBe(staff.id)
    await signOn(['pwd', 'mfa'])
    expect((await browser.enter()).userInfo.id).toBe(staff.id)
    expect((await actionsOf(app, staff.id)).slice(-2)).toMatchObject([
      { action: 'auth.login', after: { by: 'CODE', provider: 'forger' } },
      { action: 'auth.login', after: { provider: 'forger' } },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('a sign-on proves as much as the provider asked for, at the time when it did', async ({ app }) => {
  await using forger = await openForger()
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, roles } })
  const browser = house.browser()
  const url = await browser.go('forger')
  expect(url.searchParams.get('max_age')).toBe('43200')
  for (const [ago, code] of [
    [0, undefined],
    [1200, 'REAUTH_REQUIRED'],
    [-1200, undefined],
  ] as const) {
    const said = { email: 'hugo@example.org', email_verified: true, groups: 'interviewers', sub: 'hugo' }
    forger.next.forgery = { claims: { ...said, auth_time: now() - ago } }
    await browser.comeBack(await browser.go('forger'))
    const { AccessToken: token, userInfo } = await browser.enter()
    const { bytes } = await app.as({ ...userInfo, roleId: 0, token }).raw(secondFactor.beginApp)
    expect([ago, (JSON.parse(bytes.toString()) as { code?: string }).code]).toEqual([ago, code])
  }
})

test('an address counts as checked where it is said, not where another one is', async ({ app }) => {
  await using forger = await openForger()
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, roles } })
  const said = { email: 'ines@example.org', groups: 'interviewers', sub: 'ines' }
  const more = { email: 'other@example.org', email_verified: true }
  const status = async (forgery: Forgery) => {
    forger.next.forgery = forgery
    const browser = house.browser()
    return (await browser.comeBack(await browser.go('forger'))).status
  }
  expect(await status({ claims: said, more })).toBe(403)
  expect(await status({ claims: { ...said, email: undefined }, more })).toBe(302)
})

test('an account in other hands is not opened by the sign-on of its earlier owner', async ({ app }) => {
  const admin = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  await using forger = await openForger()
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, roles } })
  const browser = house.browser()
  const claims = { email: 'elsa@example.org', email_verified: true, groups: 'interviewers' }
  const signOn = async (sub: string) => {
    forger.next.forgery = { claims: { ...claims, email: `${sub}@example.org`, sub } }
    return browser.comeBack(await browser.go('forger'))
  }
  for (const [sub, pass] of [
    ['elsa', (id: number) => admin.call(auth.resetPassword, { params: { userInfo: id } })],
    ['fatima', (id: number) => admin.call(auth.invite, { params: { userInfo: id } })],
  ] as const) {
    await signOn(sub)
    const { id } = (await browser.enter()).userInfo
    // One that waits in the browser ends as well.
    expect((await signOn(sub)).status).toBe(302)
    await pass(id)
    await expect(browser.enter()).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
    expect((await signOn(sub)).status).toBe(409)
  }
  await signOn('gina')
  const { id } = (await browser.enter()).userInfo
  await signOn('gina')
  await admin.call(people.update, { params: { id }, body: { status: 'SUSPENDED' } })
  await expect(browser.enter()).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  expect((await signOn('gina')).status).toBe(403)
})

const now = () => Math.floor(Date.now() / 1000)
const claims = { email: 'mallory@example.org', email_verified: true, groups: ['interviewers'] }
const forgeries: [string, () => Forgery][] = [
  ['another issuer', () => ({ claims: { ...claims, iss: 'https://elsewhere.example' } })],
  ['another audience', () => ({ claims: { ...claims, aud: 'another client' } })],
  ['several audiences for another party', () => ({ claims: { ...claims, aud: ['canvass', 'x'], azp: 'x' } })],
  ['another nonce', () => ({ claims: { ...claims, nonce: 'of another way' } })],
  ['no nonce', () => ({ claims: { ...claims, nonce: undefined } })],
  ['no subject', () => ({ claims: { ...claims, sub: undefined } })],
  ['an end a minute ago', () => ({ claims: { ...claims, exp: now() - 60 } })],
  ['a beginning in a minute', () => ({ claims: { ...claims, nbf: now() + 60 } })],
  ['no signature', () => ({ claims, alg: 'none' })],
  ['a signature by the secret of the client', () => ({ claims, alg: 'HS256' })],
  ['a signature by another key', () => ({ claims, isOtherKey: true })],
]

test('a token with another issuer, audience, nonce, time or signature opens nothing', async ({ app }) => {
  await using forger = await openForger()
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, roles } })
  for (const [what, forgery] of forgeries) {
    forger.next.forgery = forgery()
    const browser = house.browser()
    const landed = await browser.comeBack(await browser.go('forger'))
    expect(landed, what).toMatchObject({ status: 403, page: expect.stringContaining('its answer was not accepted') })
    await expect(browser.enter(), what).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  }
  // A clock that is a little late is none of it.
  forger.next.forgery = { claims: { ...claims, exp: now() - 10 } }
  const browser = house.browser()
  expect(await browser.comeBack(await browser.go('forger'))).toMatchObject({ status: 302 })
})

test('a way back that another browser or provider began opens nothing', async ({ app }) => {
  await using forger = await openForger()
  await using real = await openRealProvider({})
  await using house = await openHouse(app, { forger: { issuer: forger.issuer, roles }, real: { issuer: real.issuer } })
  forger.next.forgery = { claims }
  const browser = house.browser()
  const url = await browser.go('forger')
  expect((await house.browser().comeBack(url)).status).toBe(410)
  const query = `code=x&state=${encodeURIComponent(url.searchParams.get('state') ?? '')}`
  expect((await browser.get(`/api/v1/auth/sign-on/real/back?${query}`)).status).toBe(410)
  // A provider that answers for another one (RFC 9207).
  expect((await browser.comeBack(await browser.go('forger'), { iss: real.issuer })).status).toBe(403)
  const again = (await browser.go('forger')).searchParams.get('state') ?? ''
  const denied = new URLSearchParams({ error: 'access_denied', state: again })
  const refused = await browser.get(`/api/v1/auth/sign-on/forger/back?${denied}`)
  expect(refused).toMatchObject({ status: 403, page: expect.stringContaining('The provider did not let you in') })
  expect((await browser.get('/api/v1/auth/sign-on/unknown')).status).toBe(404)
  forger.next.isAway = true
  const away = house.browser()
  const begun = await away.go('forger')
  expect(await away.comeBack(begun)).toMatchObject({ status: 503, page: expect.stringContaining('cannot be reached') })
})
