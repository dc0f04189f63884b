/** The database itself refuses the app any SQL that breaks the rules of given passwords and of payment steps. */
import { describe, expect } from 'vitest'
import { people } from '#contract/people.ts'
import { grants, roles } from '#contract/roles.ts'
import type { Staff } from '../../test/given.ts'
import { test, type TestApp } from '../../test/with-app.ts'

let counter = 0
const word = () => `law${(counter += 1)}`

const denied = { code: '42501' }
const needsSecond = { code: 'CV001', message: 'GRANT_NEEDS_SECOND' }

async function roleIdOf({ sql }: TestApp, role: string): Promise<number> {
  const { rows } = await sql.owner.query<{ id: number }>('select id from role where role = $1', [role])
  return rows[0]?.id ?? 0
}

/** An account whose password `maker` was given to hand over. */
async function madeBy(app: TestApp, maker: Staff): Promise<number> {
  const roleId = await roleIdOf(app, 'ADMINISTRATOR')
  const body = { adminType: 'ADMIN', username: word(), name: 'Made', roleId } as const
  const { data } = await app.as(maker).call(people.create, { body })
  return data.id
}

interface Waiting {
  clerk: Staff
  roleId: number
  grantId: number
}

/** PAYMENT_APPROVER for a person, as `asking` asked for it. */
async function waitingFrom(app: TestApp, asking: Staff): Promise<Waiting> {
  const clerk = await app.given.admin({ permissions: [] })
  const roleId = await roleIdOf(app, 'PAYMENT_APPROVER')
  const { data } = await app.as(asking).call(people.update, { params: { id: clerk.id }, body: { roleId } })
  return { clerk, roleId, grantId: data.pendingRole?.grantId ?? 0 }
}

describe('through whose hands a password came', () => {
  test('is neither forgotten nor changed by the app, but where it gives a password', async ({ app }) => {
    const { given, sql } = app
    const maker = await given.admin({ role: 'ADMINISTRATOR' })
    const innocent = await given.admin({ role: 'ADMINISTRATOR' })
    const made = await madeBy(app, maker)
    await sql.owner.query('update person set must_change_password = false where id = $1', [made])
    const attacks = [
      `delete from credential_origin where person_id = ${made}`,
      `truncate credential_origin`,
      `update credential_origin set given_by = ${innocent.id} where person_id = ${made}`,
      `insert into credential_origin (person_id, given_by) values (${innocent.id}, ${made})`,
      `select note_giver(${made}, ${innocent.id})`,
      `select note_giver(${innocent.id}, ${maker.id})`,
      `delete from session where person_id = ${made}; update person set id = default where id = ${made}`,
      // In the same transaction, but no password was given.
      `do $$ begin update person set name = name where id = ${made}; perform note_giver(${made}, ${innocent.id}); end $$`,
    ]
    for (const attack of attacks) await expect(sql.app.query(attack), attack).rejects.toMatchObject(denied)
    const { rows } = await sql.owner.query('select given_by from credential_origin where person_id = $1', [made])
    expect(rows).toEqual([{ given_by: maker.id }])
  })

  test('is never the account itself', async ({ app }) => {
    const { id } = await app.given.admin()
    const own = app.sql.owner.query('insert into credential_origin values ($1, $1)', [id])
    await expect(own).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a grant that waits', () => {
  test('neither grows nor becomes another one', async ({ app }) => {
    const { given, sql } = app
    const asking = await given.admin({ role: 'ADMINISTRATOR' })
    const other = await given.admin({ role: 'ADMINISTRATOR' })
    const { grantId, clerk, roleId } = await waitingFrom(app, asking)
    const authorizer = await roleIdOf(app, 'PAYMENT_AUTHORIZER')
    const attacks = [
      `update pending_grant set permissions = permissions || '{payments.authorize}' where id = ${grantId}`,
      `update pending_grant set requested_by = ${other.id} where id = ${grantId}`,
      `update pending_grant set role_id = ${authorizer} where id = ${grantId}`,
      `update pending_grant set person_id = ${other.id} where id = ${grantId}`,
      `insert into pending_grant (role_id, person_id, permissions, requested_by, confirmed_by)
         values (${roleId}, ${clerk.id}, '{payments.approve}', ${asking.id}, ${other.id})`,
    ]
    for (const attack of attacks) await expect(sql.app.query(attack), attack).rejects.toMatchObject(denied)
  })

  test('is not confirmed by asker or same hands, nor without the right of both', async ({ app }) => {
    const { given, sql } = app
    const asking = await given.admin({ role: 'ADMINISTRATOR' })
    const second = await given.admin({ role: 'ADMINISTRATOR' })
    const puppet = await madeBy(app, asking)
    const auditor = await given.admin({ role: 'AUDITOR' })
    const { grantId } = await waitingFrom(app, asking)
    const confirm = (by: number) =>
      sql.app.query('update pending_grant set confirmed_by = $1 where id = $2', [by, grantId])
    await expect(confirm(asking.id)).rejects.toMatchObject(needsSecond)
    await expect(confirm(puppet)).rejects.toMatchObject({ message: 'GRANT_SAME_HANDS' })
    await expect(confirm(auditor.id)).rejects.toMatchObject({ message: 'GRANT_VOID' })
    await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [asking.id])
    await expect(confirm(second.id)).rejects.toMatchObject({ message: 'GRANT_VOID' })
    await sql.owner.query(`update person set status = 'ACTIVE' where id = $1`, [asking.id])
    await confirm(second.id)
  })
})

test('the database refuses a made permission that looks like one over money or rights', async ({ sql }) => {
  for (const name of ['payments.fund', 'PAYMENTS approve', 'páyments.approve', 'roles.custom'])
    await expect(
      sql.app.query(`insert into permission (name, area) values ($1, 'custom')`, [name]),
      name,
    ).rejects.toMatchObject({ constraint: 'permission_custom' })
  await expect(
    sql.app.query(`insert into permission (name, area, duty) values ('own', 'custom', 'MONEY')`),
  ).rejects.toMatchObject(denied)
})

describe('a payment step comes into force by a confirmed grant alone', () => {
  test('not by giving the role, nor by a new account, nor by letting a suspended one in', async ({ app }) => {
    const { given, sql } = app
    const { clerk, roleId } = await waitingFrom(app, await given.admin({ role: 'ADMINISTRATOR' }))
    const payer = await given.admin({ role: 'PAYMENT_AUTHORIZER' })
    await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [payer.id])
    const participant = await given.participant()
    const attacks = [
      `update person set role_id = ${roleId} where id = ${clerk.id}`,
      `insert into person (username, name, admin_type, role_id) values ('${word()}', 'New', 'ADMIN', ${roleId})`,
      `update person set status = 'ACTIVE' where id = ${payer.id}`,
      `update person set admin_type = 'ADMIN', role_id = ${roleId} where id = ${participant.id}`,
    ]
    for (const attack of attacks) await expect(sql.app.query(attack), attack).rejects.toMatchObject(needsSecond)
  })

  test('not by temporary tables in place of grants and permissions', async ({ app }) => {
    const asking = await app.given.admin({ role: 'ADMINISTRATOR' })
    const { clerk, roleId, grantId } = await waitingFrom(app, asking)
    const { id } = await app.given.role(['surveys.read'])
    const attacks = [
      `create temporary table pending_grant as select role_id, person_id, permissions, 1 as confirmed_by
           from public.pending_grant where id = ${grantId};
         update person set role_id = ${roleId} where id = ${clerk.id}`,
      `create temporary table permission as select id, null::text as duty from public.permission;
         insert into role_permission select ${id}, id from public.permission where name = 'payments.approve'`,
    ]
    for (const attack of attacks) await expect(app.sql.app.query(attack), attack).rejects.toMatchObject(needsSecond)
    const puppet = await madeBy(app, asking)
    const confirm = `create temporary table credential_origin (person_id bigint, given_by bigint);
        update pending_grant set confirmed_by = ${puppet} where id = ${grantId}`
    await expect(app.sql.app.query(confirm)).rejects.toMatchObject({ message: 'GRANT_SAME_HANDS' })
  })

  test('not by giving it to a role, nor by marking it as no payment step', async ({ app }) => {
    const { given, as, sql } = app
    const asking = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const { id } = await given.role(['surveys.read'])
    await asking.call(roles.edit, { params: { roleId: id }, body: { permissions: ['payments.approve'] } })
    const step = `insert into role_permission select ${id}, id from permission where name = 'payments.approve'`
    await expect(sql.app.query(step)).rejects.toMatchObject(needsSecond)
    const attacks = [
      `update permission set duty = null where name = 'payments.approve'`,
      `update permission set name = 'payments.other' where name = 'payments.approve'`,
      `insert into permission (name, area, built_in) values ('payments.copy', 'payments', true)`,
    ]
    for (const attack of attacks) await expect(sql.app.query(attack), attack).rejects.toMatchObject(denied)
  })

  test('and not by the confirmed grant of another step', async ({ app }) => {
    const { given, as, sql } = app
    const asking = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const second = await given.admin({ role: 'ADMINISTRATOR' })
    const { id } = await given.role(['surveys.read'])
    await asking.call(roles.edit, { params: { roleId: id }, body: { permissions: ['payments.approve'] } })
    const { data } = await asking.call(grants.list, { query: { pageSize: 100 } })
    const grantId = data.find((grant) => grant.roleId === id && grant.person === null)?.id
    await sql.app.query('update pending_grant set confirmed_by = $1 where id = $2', [second.id, grantId])
    const give = (name: string) =>
      sql.app.query('insert into role_permission select $1, id from permission where name = $2', [id, name])
    await expect(give('payments.authorize')).rejects.toMatchObject(needsSecond)
    await give('payments.approve')
  })
})
