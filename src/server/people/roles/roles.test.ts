import { describe, expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { people } from '#contract/people.ts'
import { permissions, roles } from '#contract/roles.ts'
import { menu } from '#contract/menu.ts'
import { test } from '../../test/with-app.ts'

let counter = 0
const word = () => `r${Date.now().toString(36)}${(counter += 1)}`

const create = (list: unknown[]) => ({ body: { name: word(), permissions: list } })

describe('roles', () => {
  test('are created, listed, edited and deleted, and each step leaves its trace', async ({ given, as, sql }) => {
    const person = await given.admin({ role: 'ADMINISTRATOR' })
    const staff = as(person)
    const name = `Campo ${word()}`
    const { data, statusCode } = await staff.call(roles.create, { body: { name, permissions: ['companies.read'] } })
    expect(statusCode).toBe(201)
    const { id, role } = data
    expect(role).toBe(name.toUpperCase().replace(' ', '_'))
    expect(data).toMatchObject({ description: 'No description', permissions: ['companies.read'], staffCount: 0 })
    const ids = (await staff.call(permissions.list, { query: { q: 'companies.read' } })).data.map((row) => row.id)
    const edited = await staff.call(roles.edit, {
      params: { roleId: id },
      body: { roleId: id, permissions: [...ids, 'surveys.read', 'surveys.read'] },
    })
    expect(edited.data).toMatchObject({ permissions: ['companies.read', 'surveys.read'], version: 2 })
    const stale = { params: { roleId: id }, body: { permissions: [], version: 1 } }
    await expect(staff.call(roles.edit, stale)).rejects.toMatchObject({ code: 'STALE', data: { id, version: 2 } })
    const listed = await staff.call(roles.list, { query: { q: name } })
    expect(listed).toMatchObject({ total: 1, pagination: { current: 1, pageSize: 10, total: 1 } })
    expect(listed.list).toEqual(listed.data)
    expect((await staff.call(roles.list, { query: { page: 1, size: 100 } })).data.length).toBeGreaterThanOrEqual(9)
    await staff.call(roles.remove, { params: { id } })
    await expect(staff.call(roles.remove, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows } = await sql.owner.query<{ action: string }>(
      `select action from audit where actor_id = $1 and subject_id = $2 order by id`,
      [person.id, String(id)],
    )
    expect(rows.map((row) => row.action)).toEqual(['roles.create', 'roles.update', 'roles.delete'])
  })

  test('are found by the name in the language of the reader, and by their code', async ({ given, as, sql }) => {
    const reader = as(await given.admin({ permissions: ['roles.read'] }))
    const found = async (q: string) => {
      const { list, total } = await reader.call(roles.list, { query: { q } })
      expect(total).toBe(list.length)
      return list.map(({ role }) => role)
    }
    expect(await found('survey MAN')).toEqual(['SURVEY_MANAGER'])
    expect(await found('gestor')).toEqual([])
    await reader.call(auth.setLocale, { body: { locale: 'pt-br' } })
    expect(await found('gestor pesq')).toEqual(['SURVEY_MANAGER'])
    expect(await found('survey_man')).toEqual(['SURVEY_MANAGER'])
    await reader.call(auth.setLocale, { body: { locale: 'zh' } })
    expect(await found('审核')).toEqual(['REVIEWER'])
    // A role that was renamed has that name for every reader.
    await sql.owner.query(`update role set name = 'Chefe de campo' where role = 'SURVEY_MANAGER'`)
    expect(await found('经理')).toEqual([])
    expect(await found('chefe')).toEqual(['SURVEY_MANAGER'])
  })

  test('take no unknown permission, none the editor lacks, no mix of money and rights', async ({ given, as, sql }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const deputy = await given.admin({ permissions: ['roles.read', 'roles.write', 'surveys.read'] })
    await expect(
      administrator.call(roles.create, create(['surveys.read', 'surveys.fly', 999_999])),
    ).rejects.toMatchObject({
      code: 'UNKNOWN_REFERENCE',
      errors: [{ path: 'permissions[1]' }, { path: 'permissions[2]' }],
    })
    await expect(as(deputy).call(roles.create, create(['surveys.write']))).rejects.toMatchObject({
      status: 403,
      code: 'GRANT_NOT_HELD',
    })
    const own = { params: { roleId: deputy.roleId }, body: { permissions: ['surveys.read'] } }
    await expect(as(deputy).call(roles.edit, own)).rejects.toMatchObject({ code: 'OWN_ROLE' })
    await expect(administrator.call(roles.create, create(['payments.approve', 'roles.read']))).rejects.toMatchObject({
      status: 409,
      code: 'DUTIES_CONFLICT',
    })
    const mixed = await given.role(['payments.approve'])
    await expect(
      sql.app.query(`insert into role_permission select $1, id from permission where name = 'admins.read'`, [mixed.id]),
    ).rejects.toMatchObject({ code: 'CV001', message: 'DUTIES_CONFLICT' })
    for (const list of [{ $ne: null }, 'surveys.read', [['surveys.read']], [null], [{}]])
      await expect(
        administrator.call(roles.create, { body: { name: word(), permissions: list } }),
      ).rejects.toMatchObject({ status: 400 })
  })

  test('that people have go only when the people are moved; the product’s own stay', async ({ given, as }) => {
    const staff = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['companies.read'] })
    const other = await given.role(['companies.read', 'companies.write'])
    const money = await given.role(['payments.approve'])
    const remove = (query: object) => staff.call(roles.remove, { params: { id: clerk.roleId }, query: { ...query } })
    await expect(remove({})).rejects.toMatchObject({ code: 'IN_USE', data: { usedBy: { person: 1 } } })
    await expect(remove({ moveTo: money.id })).rejects.toMatchObject({ code: 'GRANT_NEEDS_SECOND' })
    await expect(remove({ moveTo: 999_999 })).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
    const builtIn = (await staff.call(roles.list, { query: { q: 'REVIEWER' } })).data[0]?.id ?? 0
    const { data } = await staff.call(roles.removeMany, {
      body: { ids: [clerk.roleId, builtIn, 999_999], moveTo: other.id },
    })
    expect(data.results.map((row) => row.code)).toEqual(['OK', 'BUILT_IN', 'NOT_FOUND'])
    const permissionsNow = (await as(clerk).call(auth.user)).user.permissions.list
    expect(permissionsNow).toEqual(['companies.read', 'companies.write'])
  })
})

describe('permissions', () => {
  test('are listed in pages and whole, grouped by area; seeded ones cannot be deleted', async ({ given, as }) => {
    const staff = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const first = await staff.call(permissions.list, { query: { page: 1, pageSize: 5 } })
    expect(first.data).toHaveLength(5)
    const grouped = (await staff.call(permissions.byArea)).data
    expect(grouped.flatMap((group) => group.permissions).length).toBe(first.total)
    for (const { area, permissions: list } of grouped.filter((group) => group.area !== 'custom'))
      expect(list.every(({ name }) => name.startsWith(`${area}.`))).toBe(true)
    const id = first.data[0]?.id ?? 0
    await expect(staff.call(permissions.remove, { params: { id } })).rejects.toMatchObject({ code: 'BUILT_IN' })
  })

  test('of users guard the menu entry of their name; administrators hold and grant them', async ({ given, as }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['companies.read'] })
    const visits = async () => (await as(clerk).call(menu.routes)).list.map((route) => route.id)
    expect(await visits()).toContain('companies')
    for (const name of [
      '',
      'payments.fund',
      ' PAYMENTS-approve',
      'páyments.approve',
      'roles.custom',
      'pаyments.approve',
    ])
      await expect(administrator.call(permissions.create, { body: { name } }), name).rejects.toMatchObject({
        status: 400,
      })
    const { data } = await administrator.call(permissions.create, {
      body: { name: 'visit.companies', description: 'The directory' },
    })
    expect(data).toMatchObject({ area: 'visit', builtIn: false, description: 'The directory' })
    expect(await visits()).not.toContain('companies')
    expect((await administrator.call(menu.routes)).list.map((route) => route.id)).toContain('companies')
    await as(clerk).call(companies.list)
    const grant = (list: string[]) =>
      administrator.call(roles.edit, { params: { roleId: clerk.roleId }, body: { permissions: list } })
    await grant(['companies.read', 'visit.companies'])
    expect(await visits()).toContain('companies')
    await expect(administrator.call(permissions.create, { body: { name: data.name } })).rejects.toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'name' }],
    })
    await expect(administrator.call(permissions.remove, { params: { id: data.id } })).rejects.toMatchObject({
      code: 'IN_USE',
      data: { usedBy: { role: 1 } },
    })
    await grant(['companies.read'])
    const bulk = await administrator.call(permissions.removeMany, { body: { ids: [data.id, 999_999] } })
    expect(bulk.data.results.map((row) => row.code)).toEqual(['OK', 'NOT_FOUND'])
    expect(await visits()).toContain('companies')
  })
})

test('a permission of any name is listed and granted, but for the product’s own names', async ({ given, as }) => {
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const clerk = await given.admin({ permissions: [] })
  const names = ['fieldApp.sync', 'Export to the ministry', '导出数据']
  for (const name of names) await administrator.call(permissions.create, { body: { name } })
  const listed = (await administrator.call(permissions.list, { query: { area: 'custom' } })).data
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  const grouped = (await administrator.call(permissions.byArea)).data.find(({ area }) => area === 'custom')
  expect(grouped?.permissions.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  await administrator.call(roles.edit, { params: { roleId: clerk.roleId }, body: { permissions: names } })
  const { user } = await as(clerk).call(auth.user)
  expect(user.permissions.list.sort()).toEqual([...names].sort())
  for (const name of ['surveys.read', 'Surveys.Read', 'fieldapp.sync'])
    await expect(administrator.call(permissions.create, { body: { name } }), name).rejects.toMatchObject({
      code: 'DUPLICATE',
    })
})

test('who made a role cannot hand themselves more by giving it to a friend', async ({ given, as }) => {
  const deputy = as(await given.admin({ permissions: ['roles.read', 'roles.write', 'admins.write', 'admins.read'] }))
  const clerk = await given.admin({ permissions: [] })
  const strong = await given.role(['surveys.publish'])
  await expect(
    deputy.call(people.update, { params: { id: clerk.id }, body: { roleId: strong.id } }),
  ).rejects.toMatchObject({ code: 'GRANT_NOT_HELD' })
  await expect(
    deputy.call(roles.edit, { params: { roleId: strong.id }, body: { permissions: [] } }),
  ).rejects.toMatchObject({ code: 'HIGHER_RIGHTS' })
})
