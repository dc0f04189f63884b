import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { mail } from '#contract/mail.ts'
import { people } from '#contract/people.ts'
import type { TestApp } from '../test/with-app.ts'
import { test } from '../test/with-app.ts'
import { type Arrived, linkIn, openPostOffice, type PostOffice } from './test/post-office.ts'

const password = 'seven quiet lanterns'
let counter = 0

/** A member of staff with an address. */
async function withAddress({ given, sql }: TestApp, values: { name?: string; locale?: string; choice?: string } = {}) {
  const staff = await given.admin({ permissions: ['companies.read'], password: 'the first of passwords' })
  const email = `reader-${(counter += 1)}@example.org`
  const { name = 'Ana Silva', locale = 'en', choice = 'DAILY' } = values
  await sql.owner.query(`update person set email = $2, name = $3, locale = $4, mail_choice = $5 where id = $1`, [
    staff.id,
    email,
    name,
    locale,
    choice,
  ])
  return { ...staff, email }
}

async function sent({ send, arrived }: PostOffice): Promise<Arrived[]> {
  arrived.length = 0
  await send()
  return arrived
}

const setBy = (office: PostOffice, path: string, chosen = password) =>
  office.post(path, { password: chosen, repeated: chosen })

test('an invitation comes in the language of the person and sets one password, once', async ({ app }) => {
  await using office = await openPostOffice(app)
  const administrator = await app.given.admin({ role: 'ADMINISTRATOR' })
  const { data } = await office.as(administrator).call(people.create, {
    body: {
      adminType: 'ADMIN',
      username: 'rosa',
      name: 'Rosa Muianga',
      role: 'REVIEWER',
      email: 'rosa@example.org',
      locale: 'pt-br',
      invite: true,
    },
  })
  expect(data).toMatchObject({ newPassword: null, invitation: { sentTo: 'rosa@example.org', path: null } })
  const [letter, ...more] = await sent(office)
  if (!letter) throw new Error('no mail')
  expect(more).toEqual([])
  expect(letter.to).toEqual(['rosa@example.org'])
  expect(letter.head).toContain('Subject: Sua conta em Canvass')
  expect(letter.text).toContain('Seu nome de usuário é rosa.')
  expect(letter.html).toContain(linkIn(letter))
  const page = await office.app.inject(linkIn(letter))
  expect(page.body).toContain('Escolher uma senha')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await setBy(office, linkIn(letter), 'short')).statusCode).toBe(422)
  expect((await office.post(linkIn(letter), { password, repeated: 'another' })).body).toContain('não são iguais')
  const both = await Promise.all([1, 2].map(() => setBy(office, linkIn(letter))))
  const [done, again] = both.toSorted((one, other) => one.statusCode - other.statusCode)
  expect(done?.body).toContain('A senha de rosa foi definida')
  expect([again?.statusCode, again?.body.includes('already')]).toEqual([410, true])
  const signedIn = await office.as(undefined).call(auth.login, { body: { username: 'rosa', password } })
  expect(signedIn.userInfo).toMatchObject({ role: 'REVIEWER', mustChangePassword: false })
  // Only the hash of the link was ever in the database.
  const { rows } = await app.sql.owner.query<{ n: number }>(
    `select count(*)::int as n from audit where after::text like '%/password/%'`,
  )
  expect(rows[0]?.n).toBe(0)
})

test('without mail an invitation is a link that is shown once', async ({ app }) => {
  const administrator = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const staff = await withAddress(app)
  const { sentTo, path } = await administrator.call(auth.invite, { params: { userInfo: staff.username } })
  expect(sentTo).toBeNull()
  expect(path).toMatch(/^\/password\/[\w-]{43}$/)
  await expect(app.as(staff).call(auth.user)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const body = { username: staff.username, password: 'the first of passwords' }
  await expect(app.as(undefined).call(auth.login, { body })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  // A second invitation ends the first.
  const second = await administrator.call(auth.invite, { params: { userInfo: staff.username } })
  expect((await app.server.inject(path ?? '')).statusCode).toBe(410)
  expect((await app.server.inject(second.path ?? '')).statusCode).toBe(200)
  await app.sql.owner.query(`update password_link set expires_at = now() where person_id = $1`, [staff.id])
  const late = await app.server.inject(second.path ?? '')
  expect([late.statusCode, late.body.includes('expired')]).toEqual([409, true])
  expect((await app.server.inject(`/password/${'x'.repeat(43)}`)).statusCode).toBe(404)
  expect((await app.server.inject('/password')).body).toContain('sends no mail')
})

test('a reset by mail answers the same for any name and ends all sessions when used', async ({ app }) => {
  await using office = await openPostOffice(app)
  const staff = await withAddress(app)
  const known = await office.post('/password', { name: staff.email.toUpperCase() })
  const unknown = await office.post('/password', { name: 'nobody-here' })
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  await office.post('/password', { name: staff.username })
  const letters = await sent(office)
  expect(letters.map(({ to }) => to)).toEqual([[staff.email]])
  const [letter] = letters
  if (!letter) throw new Error('no mail')
  await office.as(staff).call(auth.user)
  expect((await setBy(office, linkIn(letter), 'the first of passwords')).statusCode).toBe(200)
  await expect(office.as(staff).call(auth.user)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('resets by mail are limited for each name', async ({ app }) => {
  await using office = await openPostOffice(app)
  const answers = []
  for (let n = 0; n < 11; n++) answers.push(await office.post('/password', { name: 'asked again and again' }))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(200), 429])
  expect(answers.at(-1)?.headers['retry-after']).toBeDefined()
})

test('a writer of a payer’s address gets no payment step by a reset: it waits', async ({ app }) => {
  await using office = await openPostOffice(app)
  const payer = await app.given.admin({ role: 'PAYMENT_APPROVER', password: 'the first of passwords' })
  const administrator = await app.given.admin({ role: 'ADMINISTRATOR' })
  await office.as(administrator).call(people.update, { params: { id: payer.id }, body: { email: 'mine@example.org' } })
  await office.post('/password', { name: payer.username })
  const [letter] = await sent(office)
  if (!letter) throw new Error('no mail')
  await setBy(office, linkIn(letter))
  const { userInfo } = await office.as(undefined).call(auth.login, { body: { username: payer.username, password } })
  expect([userInfo.permissions, userInfo.pendingRole?.role]).toEqual([[], 'PAYMENT_APPROVER'])
  const { rows } = await app.sql.owner.query(`select given_by from credential_origin where person_id = $1`, [payer.id])
  expect(rows).toEqual([{ given_by: administrator.id }])
})

test('a link ends with the address, the password or the account that it was made for', async ({ app }) => {
  await using office = await openPostOffice(app)
  for (const change of [`email = 'other@example.org'`, `password_hash = 'x'`, `status = 'SUSPENDED'`]) {
    const staff = await withAddress(app)
    await office.post('/password', { name: staff.username })
    const [letter] = await sent(office)
    if (!letter) throw new Error('no mail')
    await app.sql.owner.query(`update person set ${change} where id = $1`, [staff.id])
    expect((await setBy(office, linkIn(letter))).statusCode).toBeGreaterThanOrEqual(404)
  }
})

test('a sign-in from another browser is told to the person; the first one is not', async ({ app }) => {
  await using office = await openPostOffice(app)
  const staff = await withAddress(app, { name: 'Zé\r\nBcc: thief@example.org', locale: 'zh' })
  const body = { username: staff.username, password: 'the first of passwords' }
  const headers = { 'user-agent': 'Some Browser' }
  await office.as(undefined).call(auth.login, { body, headers })
  expect(await sent(office)).toEqual([])
  await office.as(undefined).call(auth.login, { body, headers })
  const [letter] = await sent(office)
  expect(letter?.text).toContain('浏览器：Some Browser')
  // A name with a line end makes neither a header nor a recipient.
  expect(letter?.to).toEqual([staff.email])
  expect(letter?.head).not.toMatch(/\nBcc:/i)
})

test('what waits comes at once, daily or never, as each person chose', async ({ app }) => {
  await using office = await openPostOffice(app)
  const reviewer = await app.given.admin({ permissions: ['tasks.read', 'surveys.all'] })
  await app.sql.owner.query(`update person set email = 'tasks@example.org' where id = $1`, [reviewer.id])
  const as = office.as(reviewer)
  expect((await as.call(mail.get)).data).toEqual({ isOn: true, email: 'tasks@example.org', choice: 'DAILY' })
  await as.call(mail.choose, { body: { choice: 'AT_ONCE' } })
  const next = async (days = 0) => {
    await app.sql.owner.query(
      `update person_mark set at = at - interval '10 minutes' - $1 * interval '1 day'
        where mark like 'mail%'`,
      [days],
    )
    await office.look()
    return (await sent(office)).filter(({ to }) => to.includes('tasks@example.org'))
  }
  await office.look()
  await app.sql.owner.query(
    `insert into job (kind, payload, asker_id, state, finished_at, expires_at)
       values ('records.export', '{}', $1, 'DONE', now(), now() + interval '1 day')`,
    [reviewer.id],
  )
  const [letter] = await next()
  expect(letter?.head).toContain('Subject: Jobs of yours that have ended: 1')
  expect(letter?.text).toContain('https://canvass.example.org/jobs')
  await app.sql.owner.query(`update job set finished_at = now() - interval '12 minutes' where asker_id = $1`, [
    reviewer.id,
  ])
  expect(await next()).toEqual([])
  await as.call(mail.choose, { body: { choice: 'NEVER' } })
  expect(await next(2)).toEqual([])
  await as.call(mail.choose, { body: { choice: 'DAILY' } })
  expect((await next(2)).length).toBe(1)
  expect(await next()).toEqual([])
})

test('a mail server that is away is tried again; one that refuses ends the mail', async ({ app }) => {
  const answer: { refuses?: number } = { refuses: 451 }
  await using office = await openPostOffice(app, answer)
  const staff = await withAddress(app)
  await office.post('/password', { name: staff.username })
  const waiting = async () => {
    const { rows } = await app.sql.owner.query<{ tries: number; due: boolean }>(
      `select tries, next_at <= now() as due from mail where person_id = $1`,
      [staff.id],
    )
    return rows
  }
  expect(await waiting()).toEqual([{ tries: 0, due: true }])
  await office.send()
  await office.send()
  expect(await waiting()).toEqual([{ tries: 1, due: false }])
  answer.refuses = 550
  await app.sql.owner.query(`update mail set next_at = now() where person_id = $1`, [staff.id])
  await office.send()
  expect(await waiting()).toEqual([])
  const { rows } = await app.sql.owner.query(
    `select after from audit where action = 'people.mailFailed' and subject_id = $1`,
    [String(staff.id)],
  )
  expect(rows).toEqual([{ after: { kind: 'RESET', code: 'EENVELOPE' } }])
  expect(JSON.stringify(office.troubles)).not.toContain('@')
})

test('the database takes no mail to a participant', async ({ app }) => {
  const { id } = await app.given.participant()
  const write = app.sql.app.query(`insert into mail (person_id, kind, about) values ($1, 'DEVICE', '{}')`, [id])
  await expect(write).rejects.toMatchObject({ code: 'CV001' })
})
