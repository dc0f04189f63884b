/** In a database of its own: other tests make administrators as they need them. */
import type pg from 'pg'
import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import { grants, roles } from '#contract/roles.ts'
import { administratorKinds } from '#domain/people/access.ts'
import type { Caller } from '../../test/caller.ts'
import type { Staff } from '../../test/given.ts'
import { test } from '../../test/with-app.ts'

type RawAnswer = Awaited<ReturnType<Caller['raw']>>

/** Makes two calls meet: the lock on rights is held until both callers are in. */
async function atOnce(owner: pg.Pool, calls: (() => Promise<RawAnswer>)[]): Promise<RawAnswer[]> {
  const client = await owner.connect()
  const key = `hashtextextended('people and rights', 0)`
  await client.query(`select pg_advisory_lock(${key})`)
  // The server notes the use of a session that was long unused once it let its caller in.
  await client.query(`update session set last_used_at = now() - interval '5 minutes'`)
  const answers = Promise.all(calls.map((call) => call()))
  const used = `select from session where last_used_at > now() - interval '1 minute'`
  await expect.poll(async () => (await client.query(used)).rowCount).toBe(calls.length)
  await client.query(`select pg_advisory_unlock(${key})`)
  client.release()
  return answers
}

test('two administrators who remove or suspend each other at once: one remains', async ({ given, as, sql }) => {
  const remove = (by: Staff, whom: Staff) => () => as(by).raw(people.removeAdmin, { params: { id: whom.id } })
  const suspend = (by: Staff, whom: Staff) => () =>
    as(by).raw(people.update, { params: { id: whom.id }, body: { status: 'SUSPENDED' } })
  for (const deed of [remove, suspend]) {
    await sql.owner.query(`delete from person`)
    const one = await given.admin({ role: 'ADMINISTRATOR' })
    const two = await given.admin({ role: 'ADMINISTRATOR' })
    const answers = await atOnce(sql.owner, [deed(one, two), deed(two, one)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
    const { rows } = await sql.owner.query(`select from person where status = 'ACTIVE'`)
    expect(rows).toHaveLength(1)
  }
})

const narrow = ['admins.read', 'admins.write', 'admins.delete', 'roles.read', 'roles.write', 'roles.delete'] as const

test('a narrow role over rights removes the last full administrator by no door', async ({ given, as, sql }) => {
  await sql.owner.query(`delete from person`)
  const [, full = []] = administratorKinds
  const last = await given.admin({ permissions: full })
  const clerk = await given.role([])
  const by = as(await given.admin({ permissions: narrow }))
  const [id, roleId] = [last.id, last.roleId]
  const doors = [
    by.raw(people.removeAdmin, { params: { id } }),
    by.raw(people.removeAdmins, { body: { ids: [id] } }),
    by.raw(people.removeAdmins, { body: { filter: { roleId: String(roleId) }, expected: 1 } }),
    by.raw(people.update, { params: { id }, body: { status: 'SUSPENDED' } }),
    by.raw(people.update, { params: { id }, body: { roleId: clerk.id } }),
    by.raw(roles.edit, { params: { roleId }, body: { permissions: [...narrow] } }),
    by.raw(roles.remove, { params: { id: roleId }, query: { moveTo: clerk.id } }),
    by.raw(roles.removeMany, { body: { ids: [roleId], moveTo: clerk.id } }),
  ]
  for (const { status, bytes } of await Promise.all(doors))
    expect([status, String(bytes)]).toEqual([expect.any(Number), expect.stringContaining('HIGHER_RIGHTS')])
  expect((await as(last).call(people.get, { params: { id } })).data).toMatchObject({ status: 'ACTIVE', roleId })
})

test('a confirmed grant does not turn the last full administrator into a payer', async ({ given, as, sql }) => {
  await sql.owner.query(`delete from person`)
  const [, full = []] = administratorKinds
  const last = await given.admin({ permissions: full })
  const granting = { permissions: [...narrow, 'roles.grantPayments'] }
  const [asking, confirming] = [await given.admin(granting), await given.admin(granting)]
  const payers = await given.role(['payments.authorize'])
  const { rows } = await sql.owner.query<{ id: number }>(
    `insert into pending_grant (role_id, person_id, permissions, requested_by)
       values ($1, $2, '{payments.authorize}', $3) returning id`,
    [payers.id, last.id, asking.id],
  )
  const confirm = () => as(confirming).call(grants.confirm, { params: { id: rows[0]?.id ?? 0 } })
  await expect(confirm()).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  await given.admin({ permissions: full })
  await confirm()
})
