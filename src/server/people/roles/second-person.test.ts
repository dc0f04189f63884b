/** One administrator alone never brings a payment permission into effect, by any way. */
import { describe, expect, onTestFinished } from 'vitest'
import { auth } from '#contract/auth.ts'
import { people } from '#contract/people.ts'
import { bell } from '#contract/bell.ts'
import { dashboard } from '#contract/dashboard.ts'
import { grants, roles } from '#contract/roles.ts'
import { type Database, openAsOwner } from '../../db/pool.ts'
import { createAdmin, resetFromServer } from '../create-admin.ts'
import { openPostOffice } from '../../mail/test/post-office.ts'
import type { Caller } from '../../test/caller.ts'
import type { Fixtures, Staff } from '../../test/given.ts'
import { ownerUrlOf, test, type TestApp } from '../../test/with-app.ts'

const own = 'tide lamp orchard'

let counter = 0
const word = () => `s${Date.now().toString(36)}${(counter += 1)}`

/** A user whose one-time password is at hand, signed in with a password that they chose themselves. */
async function enter({ as }: TestApp, username: string, password: string): Promise<Staff & Caller> {
  const login = (given: string) => as(undefined).call(auth.login, { body: { username, password: given } })
  const { AccessToken: token, userInfo } = await login(password)
  const staff = { id: userInfo.id, username, token, roleId: 0 }
  if (userInfo.mustChangePassword)
    await as(staff).call(auth.changePassword, { body: { currentPassword: password, newPassword: own } })
  return { ...staff, ...as(staff) }
}

/** An administrator that `maker` makes and then acts as. */
async function puppetOf(app: TestApp, maker: Caller): Promise<Staff & Caller> {
  const username = word()
  const { id: roleId } = await roleCalled(maker, 'ADMINISTRATOR')
  const { data } = await maker.call(people.create, { body: { adminType: 'ADMIN', username, name: 'Second', roleId } })
  return enter(app, username, data.newPassword ?? '')
}

async function resetBy(app: TestApp, by: Caller, { id, username }: Staff): Promise<Staff & Caller> {
  const { newPassword } = await by.call(auth.resetPassword, { params: { userInfo: id } })
  return enter(app, username, newPassword)
}

async function roleCalled(by: Caller, code: string) {
  const { data } = await by.call(roles.list, { query: { q: code, pageSize: 100 } })
  const found = data.find(({ role }) => role === code)
  if (!found) throw new Error(`There is no role ${code}`)
  return found
}

/** The id of a grant to a new colleague that `by` asked for. */
async function ask(given: Fixtures, by: Caller, code = 'PAYMENT_APPROVER'): Promise<number> {
  const clerk = await given.admin({ permissions: [] })
  const { id: roleId } = await roleCalled(by, code)
  const { data } = await by.call(people.update, { params: { id: clerk.id }, body: { roleId } })
  return data.pendingRole?.grantId ?? 0
}

const confirm = (by: Caller, id: number) => by.call(grants.confirm, { params: { id } })

async function expectSameHands(by: Caller, id: number): Promise<void> {
  const { data } = await by.call(grants.list, { query: { pageSize: 100 } })
  expect(data.find((grant) => grant.id === id)).toMatchObject({ sameHands: true })
  await expect(confirm(by, id)).rejects.toMatchObject({ status: 403, code: 'GRANT_SAME_HANDS' })
}

/** As the command line works. */
function asOwner(app: TestApp): Database {
  const database = openAsOwner(ownerUrlOf(app))
  onTestFinished(() => database.close())
  return database
}

/** The first steps that are done for them, and how many roles their bell says they are to confirm. */
async function toldTo(by: Caller): Promise<{ done: string[]; toConfirm: number }> {
  const { data } = await by.call(dashboard.get)
  const { data: rung } = await by.call(bell.get)
  return {
    done: data.firstSteps?.steps.flatMap(({ step, isDone }) => (isDone ? step : [])) ?? [],
    toConfirm: rung.entries.find(({ kind }) => kind === 'grants')?.n ?? 0,
  }
}

// The first test: the house is still new.
test('the first administrator whom a new house invites by mail is one, once', async ({ app }) => {
  await using office = await openPostOffice(app)
  const first = await app.given.admin({ role: 'ADMINISTRATOR' })
  const inviter = office.as(first)
  const linkFor = async (username: string) => {
    const body = { adminType: 'ADMIN', name: 'Second', role: 'ADMINISTRATOR', invite: true } as const
    const { data } = await inviter.call(people.create, {
      body: { ...body, username, email: `${username}@example.org` },
    })
    return { id: data.id, link: await office.newLink() }
  }
  const isNew = async () => (await inviter.call(roles.list)).isNewHouse
  const setAndEnter = async (username: string, link: string) => {
    expect((await office.post(link, { password: own, repeated: own })).statusCode).toBe(200)
    return enter(app, username, own)
  }
  expect(await isNew()).toBe(true)
  const name = word()
  const { id } = await linkFor(name)
  // One account at a time, also while it waits: the next is of the hand of the first.
  expect(await isNew()).toBe(false)
  const third = word()
  const { link: linkOfThird } = await linkFor(third)
  // A mail that was lost is sent again.
  await inviter.call(auth.invite, { params: { userInfo: name } })
  const second = await setAndEnter(name, await office.newLink())
  const puppet = await setAndEnter(third, linkOfThird)
  await expectSameHands(puppet, await ask(app.given, inviter))
  await confirm(second, await ask(app.given, inviter))
  // A forgotten password comes by mail, to the address that the first one wrote in the new house.
  await office.post('/password', { name })
  const again = await setAndEnter(name, await office.newLink())
  await confirm(again, await ask(app.given, inviter))
  await inviter.call(auth.invite, { params: { userInfo: name } })
  await expectSameHands(await setAndEnter(name, await office.newLink()), await ask(app.given, inviter))
  // Nor is another one invited in their place: the trail knows that they acted.
  await inviter.call(people.removeAdmins, { body: { ids: [id, puppet.id] } })
  expect(await isNew()).toBe(false)
  // For the other tests.
  await app.sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [first.id])
  await app.sql.owner.query(`delete from pending_grant`)
})

describe('an administrator who came from the same hand is no second person', () => {
  test('the first steps and the bell tell of a second administrator who can confirm', async ({ app }) => {
    const { given, as } = app
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const puppet = await puppetOf(app, first)
    const asked = await ask(given, first)
    expect(await toldTo(first)).toEqual({ done: [], toConfirm: 0 })
    expect(await toldTo(puppet)).toEqual({ done: [], toConfirm: 0 })
    const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
    expect(await toldTo(first)).toEqual({ done: ['secondAdministrator'], toConfirm: 0 })
    expect(await toldTo(second)).toEqual({ done: ['secondAdministrator'], toConfirm: 1 })
    await confirm(second, asked)
    expect(await toldTo(second)).toMatchObject({ toConfirm: 0 })
  })

  test('payers are added once roles are requested, and confirmed once these take effect', async ({ app }) => {
    const { given, as } = app
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const waiting: number[] = []
    for (const code of ['PAYMENT_INITIATOR', 'PAYMENT_APPROVER', 'PAYMENT_AUTHORIZER'])
      waiting.push(await ask(given, first, code))
    expect((await toldTo(first)).done).toEqual(['secondAdministrator', 'payers'])
    for (const id of waiting) await confirm(second, id)
    expect((await toldTo(first)).done).toEqual(['secondAdministrator', 'payers', 'confirm'])
  })

  test('neither an account the requester made, nor its maker, nor another of that maker', async ({ app }) => {
    const { given, as } = app
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const puppet = await puppetOf(app, first)
    const sibling = await puppetOf(app, first)
    const grandchild = await puppetOf(app, puppet)
    const asked = await ask(given, first)
    for (const other of [puppet, sibling, grandchild]) await expectSameHands(other, asked)
    const askedByPuppet = await ask(given, puppet)
    for (const other of [first, sibling, grandchild]) await expectSameHands(other, askedByPuppet)
    await expectSameHands(sibling, await ask(given, grandchild))
    for (const id of [asked, askedByPuppet]) await confirm(second, id)
  })

  test('nor when the account between them is deleted meanwhile', async ({ app }) => {
    const { given, as } = app
    const first = await given.admin({ role: 'ADMINISTRATOR' })
    const between = await puppetOf(app, as(first))
    const last = await puppetOf(app, between)
    const other = await puppetOf(app, between)
    await last.call(people.removeAdmin, { params: { id: between.id } })
    await expectSameHands(last, await ask(given, as(first)))
    await expectSameHands(last, await ask(given, other))
  })

  test('nor after a reset, until the server itself gives a new password', async ({ app }) => {
    const { given, as, sql } = app
    const { db } = asOwner(app)
    const first = await given.admin({ role: 'ADMINISTRATOR' })
    const second = await given.admin({ role: 'ADMINISTRATOR', password: own })
    const taken = await resetBy(app, as(first), second)
    const id = await ask(given, as(first))
    await expectSameHands(taken, id)
    // They reset each other: the chain is a ring, and is still one.
    const firstAgain = await resetBy(app, taken, first)
    await expectSameHands(taken, id)
    const password = await resetFromServer(db, second.username.toUpperCase())
    await expect(taken.call(auth.user)).rejects.toMatchObject({ status: 401 })
    await resetFromServer(db, first.username)
    await expect(firstAgain.call(auth.user)).rejects.toMatchObject({ status: 401 })
    const { rows } = await sql.owner.query<{ action: string; actor: number | null }>(
      `select action, actor_id as actor from audit where subject_id = $1 order by id desc limit 1`,
      [String(second.id)],
    )
    expect(rows.at(0)).toMatchObject({ action: 'people.resetPassword', actor: null })
    const free = await enter(app, second.username, password)
    await confirm(free, id)
    await expect(resetFromServer(db, 'nobody at all')).rejects.toThrow('nobody of the staff')
  })

  test('but two whom the server made are', async ({ app }) => {
    const { given } = app
    const { db } = asOwner(app)
    const make = async (username: string) =>
      enter(app, username, await createAdmin(db, { username, name: username, role: 'ADMINISTRATOR' }))
    const [one, two] = [await make(word()), await make(word())]
    await confirm(two, await ask(given, one))
  })
})

const holds = async (staff: Caller) => (await staff.call(auth.user)).user.permissions.list

describe('no way to a payment permission leads past the second person:', () => {
  test('neither editing a role that people have, nor copying one, nor giving a copy', async ({ given, as }) => {
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['surveys.read'] })
    const { permissions } = await roleCalled(first, 'PAYMENT_AUTHORIZER')
    const edited = await first.call(roles.edit, { params: { roleId: clerk.roleId }, body: { permissions } })
    expect(edited.data.pendingPermissions).toEqual(['payments.authorize', 'payments.fund'])
    expect(await holds(as(clerk))).not.toContain('payments.authorize')
    const copy = await first.call(roles.create, { body: { name: word(), permissions } })
    expect(copy.data.permissions).not.toContain('payments.authorize')
    await first.call(people.update, { params: { id: clerk.id }, body: { roleId: copy.data.id } })
    expect(await holds(as(clerk))).not.toContain('payments.authorize')
  })

  test('nor moving people when their role is deleted', async ({ given, as }) => {
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['surveys.read'] })
    const { id: moveTo } = await roleCalled(first, 'PAYMENT_APPROVER')
    const { data } = await first.call(roles.removeMany, { body: { ids: [clerk.roleId], moveTo } })
    expect(data.results).toMatchObject([{ code: 'GRANT_NEEDS_SECOND' }])
    expect(await holds(as(clerk))).toEqual(['surveys.read'])
  })

  test('nor restoring a suspended account that had it, with any role', async ({ given, as }) => {
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const payer = await given.admin({ role: 'PAYMENT_APPROVER' })
    const { id: roleId } = await roleCalled(first, 'PAYMENT_APPROVER')
    const set = (body: object) => first.call(people.update, { params: { id: payer.id }, body })
    for (const body of [{ status: 'ACTIVE' }, { status: 'ACTIVE', roleId }]) {
      await set({ status: 'SUSPENDED' })
      const { data } = await set(body)
      expect(data).toMatchObject({ status: 'ACTIVE', role: null, pendingRole: { role: 'PAYMENT_APPROVER' } })
      const id = data.pendingRole?.grantId ?? 0
      await expect(confirm(first, id)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
      await confirm(second, id)
      expect((await second.call(people.get, { params: { id: payer.id } })).data.role).toBe('PAYMENT_APPROVER')
    }
    const plain = await given.role(['surveys.read'])
    await set({ status: 'SUSPENDED' })
    expect((await set({ status: 'ACTIVE', roleId: plain.id })).data).toMatchObject({
      roleId: plain.id,
      pendingRole: null,
    })
  })

  test('nor resetting the password of a holder: their role waits, requests are withdrawn', async ({ app }) => {
    const { given, as } = app
    const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const payer = await given.admin({ role: 'PAYMENT_AUTHORIZER', password: own })
    const taken = await resetBy(app, first, payer)
    expect(await holds(taken)).toEqual([])
    const { data } = await first.call(people.get, { params: { id: payer.id } })
    const id = data.pendingRole?.grantId ?? 0
    await expect(confirm(first, id)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
    // Now the second one has the password, and would confirm what the first one asked for.
    await resetBy(app, second, payer)
    await expect(confirm(second, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('who asked first stays the one who asked', () => {
  const steps = ['payments.approve', 'surveys.read']

  test('when another administrator saves the role again; additions are a new grant', async ({ given, as }) => {
    const first = await given.admin({ role: 'ADMINISTRATOR' })
    const second = await given.admin({ role: 'ADMINISTRATOR' })
    const { id: roleId } = await given.role(['surveys.read'])
    const save = (by: Staff, permissions: string[]) =>
      as(by).call(roles.edit, { params: { roleId }, body: { permissions } })
    const waiting = async () => {
      const { data } = await as(first).call(grants.list, { query: { pageSize: 100 } })
      return data.filter((grant) => grant.roleId === roleId)
    }
    await save(first, steps)
    await save(second, steps)
    await save(second, [...steps, 'payments.initiate'])
    const [asked, added] = await waiting()
    expect(asked).toMatchObject({ permissions: ['payments.approve'], requestedBy: { id: first.id } })
    expect(added).toMatchObject({ permissions: ['payments.initiate'], requestedBy: { id: second.id } })
    await expect(confirm(as(first), asked?.id ?? 0)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
    await expect(confirm(as(second), added?.id ?? 0)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
    await confirm(as(first), added?.id ?? 0)
    expect((await save(second, ['payments.initiate'])).data).toMatchObject({
      permissions: ['payments.initiate'],
      pendingPermissions: [],
    })
    expect(await waiting()).toEqual([])
  })

  test('when two save at once, the role or the person', async ({ given, as }) => {
    const both = [await given.admin({ role: 'ADMINISTRATOR' }), await given.admin({ role: 'ADMINISTRATOR' })]
    const { id: approver } = await roleCalled(as(both[0]), 'PAYMENT_APPROVER')
    for (let round = 0; round < 5; round++) {
      const { id: roleId } = await given.role(['surveys.read'])
      const clerk = await given.admin({ permissions: [] })
      const saves = both.flatMap((by) => [
        as(by).call(roles.edit, { params: { roleId }, body: { permissions: steps } }),
        as(by).call(people.update, { params: { id: clerk.id }, body: { roleId: approver } }),
      ])
      await Promise.all(saves)
      const { data } = await as(both[0]).call(grants.list, { query: { pageSize: 100 } })
      const made = data.filter((grant) => grant.person?.id === clerk.id || grant.roleId === roleId)
      expect(made).toHaveLength(2)
      for (const { id, requestedBy } of made) {
        const [asker, other] = requestedBy.id === both[0]?.id ? both : both.toReversed()
        await as(other).call(people.update, { params: { id: clerk.id }, body: { roleId: approver } })
        await expect(confirm(as(asker), id)).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
        await confirm(as(other), id)
      }
    }
  })
})
