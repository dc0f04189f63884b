import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { people } from '#contract/people.ts'
import { grants, roles } from '#contract/roles.ts'
import { test } from '../../test/with-app.ts'

let counter = 0
const word = () => `g${Date.now().toString(36)}${(counter += 1)}`

async function roleIdOf(
  sql: { owner: { query: (text: string, values: unknown[]) => Promise<{ rows: { id: number }[] }> } },
  role: string,
) {
  const { rows } = await sql.owner.query(`select id from role where role = $1`, [role])
  return rows[0]?.id ?? 0
}

test('a new approver has no role until an administrator other than the first confirms', async ({ given, as, sql }) => {
  const first = await given.admin({ role: 'ADMINISTRATOR' })
  const second = await given.admin({ role: 'ADMINISTRATOR' })
  const roleId = await roleIdOf(sql, 'PAYMENT_APPROVER')
  const { data } = await as(first).call(people.create, {
    body: { adminType: 'ADMIN', name: 'Berta', username: word(), roleId, password: 'tide lamp orchard' },
  })
  expect(data).toMatchObject({ roleId: null, role: null, pendingRole: { roleId, role: 'PAYMENT_APPROVER' } })
  const { AccessToken: token, userInfo } = await as(undefined).call(auth.login, {
    body: { username: data.username, password: 'tide lamp orchard' },
  })
  const pendingRole = { role: 'PAYMENT_APPROVER', name: 'Payment approver' }
  expect(userInfo).toMatchObject({ role: '', pendingRole, permissions: [] })
  const id = data.pendingRole?.grantId ?? 0
  const listed = await as(second).call(grants.list, { query: { pageSize: 100 } })
  expect(listed.data.find((grant) => grant.id === id)).toMatchObject({
    role: 'PAYMENT_APPROVER',
    person: { id: data.id },
    permissions: ['payments.approve', 'payments.fund'],
    requestedBy: { id: first.id },
  })
  await expect(as(first).call(grants.confirm, { params: { id } })).rejects.toMatchObject({
    code: 'GRANT_NEEDS_SECOND',
  })
  const deputy = await given.admin({ permissions: ['roles.grantPayments', 'roles.read'] })
  await expect(as(deputy).call(grants.confirm, { params: { id } })).rejects.toMatchObject({ code: 'GRANT_NOT_HELD' })
  await sql.owner.query(`update session set authenticated_at = now() - interval '16 minutes' where person_id = $1`, [
    second.id,
  ])
  await expect(as(second).call(grants.confirm, { params: { id } })).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
  await sql.owner.query(`update session set authenticated_at = now() where person_id = $1`, [second.id])
  await as(second).call(grants.confirm, { params: { id } })
  const now = await as(second).call(people.get, { params: { id: data.id } })
  expect(now.data).toMatchObject({ role: 'PAYMENT_APPROVER', pendingRole: null })
  expect(now.data.permissions).toContain('payments.approve')
  await expect(as(second).call(grants.confirm, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const me = as({ id: data.id, username: data.username, token, roleId })
  const { user } = await me.call(auth.user)
  expect(user.permissions.list).toContain('payments.approve')
  expect(user.user.pendingRole).toBeNull()
})

test('payment steps added to a role wait, other rights apply; an edit replaces them', async ({ given, as }) => {
  const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const clerk = await given.admin({ permissions: ['surveys.read'] })
  const edit = (list: string[]) =>
    first.call(roles.edit, { params: { roleId: clerk.roleId }, body: { permissions: list } })
  const { data } = await edit(['surveys.read', 'payments.read', 'payments.initiate', 'payments.approve'])
  expect(data).toMatchObject({
    permissions: ['payments.read', 'surveys.read'],
    pendingPermissions: ['payments.approve', 'payments.initiate'],
  })
  const narrowed = await edit(['surveys.read', 'payments.initiate'])
  expect(narrowed.data).toMatchObject({ permissions: ['surveys.read'], pendingPermissions: ['payments.initiate'] })
  const waiting = (await second.call(grants.list, { query: { pageSize: 100 } })).data
  const own = waiting.filter((grant) => grant.roleId === clerk.roleId)
  expect(own).toHaveLength(1)
  await second.call(grants.confirm, { params: { id: own[0]?.id ?? 0 } })
  const held = async () => (await as(clerk).call(auth.user)).user.permissions.list
  expect(await held()).toEqual(['payments.initiate', 'surveys.read'])
  // A permission that is held already is kept without a confirmation, and taken away at once.
  expect((await edit(['payments.initiate'])).data.pendingPermissions).toEqual([])
  await edit([])
  expect(await held()).toEqual([])
})

test('a waiting grant is void when its requester is gone, and may be withdrawn', async ({ given, as, sql }) => {
  const first = await given.admin({ role: 'ADMINISTRATOR' })
  const second = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const clerk = await given.admin({ permissions: [] })
  const roleId = await roleIdOf(sql, 'PAYMENT_INITIATOR')
  const body = { roleId }
  const { data } = await as(first).call(people.update, { params: { id: clerk.id }, body })
  expect(data).toMatchObject({ roleId: clerk.roleId, pendingRole: { roleId } })
  const id = data.pendingRole?.grantId ?? 0
  await second.call(people.update, { params: { id: first.id }, body: { status: 'SUSPENDED' } })
  await expect(second.call(grants.confirm, { params: { id } })).rejects.toMatchObject({ code: 'GRANT_VOID' })
  await second.call(grants.withdraw, { params: { id } })
  expect((await second.call(people.get, { params: { id: clerk.id } })).data.pendingRole).toBeNull()
  const { rows } = await sql.owner.query<{ action: string }>(
    `select action from audit where subject_type = 'person' and subject_id = $1 order by id`,
    [String(clerk.id)],
  )
  expect(rows.map((row) => row.action)).toEqual(['people.update', 'grants.withdraw'])
})

test('another role, or the same one given again, takes the place of a grant that waits', async ({ given, as, sql }) => {
  const first = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const clerk = await given.admin({ permissions: [] })
  const plain = await given.role(['surveys.read'])
  const give = (roleId: number) => first.call(people.update, { params: { id: clerk.id }, body: { roleId } })
  await give(await roleIdOf(sql, 'PAYMENT_INITIATOR'))
  const authorizer = await roleIdOf(sql, 'PAYMENT_AUTHORIZER')
  expect((await give(authorizer)).data.pendingRole).toMatchObject({ roleId: authorizer })
  expect((await give(plain.id)).data).toMatchObject({ roleId: plain.id, pendingRole: null })
})
