import { sealAudit } from './seal-audit.ts'
import { describe, expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import { files } from '#contract/files.ts'
import { logs } from '#contract/logs.ts'
import { people } from '#contract/people.ts'
import { roles } from '#contract/roles.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { jobKinds } from '../app.ts'
import { givenWorker } from '../jobs/test/given-job.ts'
import type { Caller } from '../test/caller.ts'
import { exportedFile } from '../test/read-export.ts'
import { test } from '../test/with-app.ts'

async function namesFor(caller: Caller, query: Record<string, string | number>) {
  const { data } = await caller.call(logs.list, { query })
  return data.map(({ action, subjectName }) => [action, subjectName])
}

let counter = 0
const word = () => `l${Date.now().toString(36)}${(counter += 1)}`

async function makeCategories(staff: Caller, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await staff.call(categories.create, { body: { title: word() } })).data.id)
  return ids
}

describe('the trail', () => {
  test('says who did what to what, with what changed', async ({ given, as }) => {
    const staff = await given.admin()
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    const { id } = (await as(staff).call(categories.create, { body: { title: 'Wells', description: 'Old' } })).data
    await as(staff).call(categories.update, { params: { id }, body: { title: 'Water', description: null } })
    const query = { subjectType: 'category', subjectId: String(id) }
    const { data, total, nextCursor } = await auditor.call(logs.list, { query })
    expect([total, nextCursor]).toEqual([2, null])
    expect(data[0]).toMatchObject({
      action: 'categories.update',
      actor: { id: staff.id, username: staff.username },
      address: '127.0.0.1',
      changes: [
        { field: 'title', before: 'Wells', after: 'Water' },
        { field: 'description', before: 'Old', after: null },
      ],
    })
    expect(data[1]).toMatchObject({ action: 'categories.create', before: null, after: { title: 'Wells' } })
  })

  test('names its subjects as now for callers who may read them, else as in the action', async ({ given, as }) => {
    const staff = await given.admin()
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    const reader = as(await given.admin({ permissions: ['logs.read'] }))
    const { id } = (await as(staff).call(categories.create, { body: { title: 'Wells' } })).data
    await as(staff).call(categories.update, { params: { id }, body: { description: 'Deep' } })
    await as(staff).call(categories.update, { params: { id }, body: { title: 'Water' } })
    const ofCategory = { subjectType: 'category', subjectId: String(id) }
    expect(await namesFor(auditor, ofCategory)).toEqual([
      ['categories.update', 'Water'],
      ['categories.update', 'Water'],
      ['categories.create', 'Water'],
    ])
    expect(await namesFor(reader, ofCategory)).toEqual([
      ['categories.update', 'Water'],
      ['categories.update', 'Wells'],
      ['categories.create', 'Wells'],
    ])
    await as(staff).call(categories.remove, { params: { id } })
    expect((await namesFor(auditor, ofCategory))[0]).toEqual(['categories.delete', 'Water'])
    await as(staff).call(auth.setLocale, { body: { locale: 'zh' } })
    const own = { subjectType: 'person', subjectId: String(staff.id) }
    const { data } = await auditor.call(logs.list, { query: own })
    expect(data[0]?.subjectName).toBe(data[0]?.actor?.name)
    expect((await namesFor(reader, own))[0]).toEqual(['people.locale', null])
  })

  test('names the records of a change for callers who may read them', async ({ given, as }) => {
    const staff = await given.admin()
    const companyId = (await as(staff).call(companies.create, { body: { title: 'Wells Ltd' } })).data.id
    const siteCategoryId = (await as(staff).call(siteCategories.create, { body: { title: 'Pump' } })).data.id
    const body = { title: 'Beira', companyId, siteCategoryId }
    const { id } = (await as(staff).call(sites.create, { body })).data
    const query = { subjectType: 'site', subjectId: String(id) }
    const namesFor = async (caller: Caller) =>
      (await caller.call(logs.list, { query })).data.map(({ changedNames }) => changedNames)
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    expect(await namesFor(auditor)).toEqual([
      { [`companyId ${companyId}`]: 'Wells Ltd', [`siteCategoryId ${siteCategoryId}`]: 'Pump' },
    ])
    expect(await namesFor(as(await given.admin({ permissions: ['logs.read'] })))).toEqual([{}])
  })

  test('has no row for a logo that is opened, and one for any other file', async ({ given, as, sql }) => {
    const staff = await given.admin()
    const insert = `insert into file (sha256, mime, bytes, name, private, needs)
        values (sha256($1::text::bytea), 'image/png', 1, 'a.png', false, $1::text[]) returning id`
    for (const needs of ['{}', '{sites.read}']) {
      const { rows } = await sql.owner.query<{ id: number }>(insert, [needs])
      await as(staff).call(files.ticket, { params: { id: Number(rows[0]?.id) } })
    }
    const query = { action: 'files.ticket', actor: staff.id }
    const { total } = await as(staff).call(logs.list, { query })
    expect(total).toBe(1)
  })

  test('is filtered by actor, action, subject, time and address, alone and together', async ({ given, as, sql }) => {
    const staff = await given.admin()
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    const [id = 0] = await makeCategories(as(staff), 3)
    await as(staff).call(categories.remove, { params: { id } })
    const total = async (query: Record<string, string | number>) =>
      (await auditor.call(logs.list, { query: { actor: staff.id, ...query } })).total
    expect(await total({})).toBe(4)
    expect(await total({ actor: staff.username.toUpperCase() })).toBe(4)
    expect(await total({ actor: 'nobody' })).toBe(0)
    expect(await total({ action: 'categories' })).toBe(4)
    expect(await total({ action: 'categories.delete' })).toBe(1)
    expect(await total({ action: 'categor' })).toBe(0)
    expect(await total({ subjectType: 'category', subjectId: id })).toBe(2)
    expect(await total({ address: '127.0.0.1' })).toBe(4)
    expect(await total({ address: '10.0.0.1' })).toBe(0)
    expect(await total({ actorId: `${staff.id},1`, subjectType: 'category,person' })).toBe(4)
    expect(await total({ actorId: '~' })).toBe(0)
    expect(await total({ action: 'administrative-units.update' })).toBe(0)
    const { rows } = await sql.owner.query<{ today: string; at: string }>(
      `select (now() at time zone 'UTC')::date as today, max(at) as at from audit where actor_id = $1`,
      [staff.id],
    )
    const { today, at } = rows[0] ?? { today: '', at: '' }
    expect(await total({ from: today, to: today })).toBe(4)
    expect(await total({ at: today })).toBe(4)
    expect(await total({ at: '..2020-01-01' })).toBe(0)
    expect(await total({ to: '2020-01-01' })).toBe(0)
    expect(await total({ from: new Date(Date.parse(at) + 1000).toISOString() })).toBe(0)
    for (const query of [
      { action: 'a%' },
      { from: 'yesterday' },
      { cursor: "1';--" },
      { subjectType: 'x y' },
      { q: 'x' },
      { sort: 'action' },
    ])
      await expect(auditor.call(logs.list, { query })).rejects.toMatchObject({ status: 400 })
  })

  test('pages by cursor to its end, each row once beside new rows; by number to a cap', async ({ given, as, sql }) => {
    const staff = await given.admin()
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    await makeCategories(as(staff), 7)
    // Many rows of one moment are told apart by their ids.
    await sql.owner.query(
      `insert into audit (actor_id, action, subject_type) select $1, 'categories.create', 'category' from generate_series(1, 6)`,
      [staff.id],
    )
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const query = { actor: staff.id, pageSize: 4, cursor }
      const page = await auditor.call(logs.list, { query })
      seen.push(...page.data.map((row) => row.id))
      cursor = page.nextCursor ?? undefined
      await makeCategories(as(staff), 1)
    } while (cursor)
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
    const oldest = { actor: staff.id, pageSize: 4, sort: 'at' }
    const upwards = await auditor.call(logs.list, { query: oldest })
    const next = await auditor.call(logs.list, { query: { ...oldest, cursor: upwards.nextCursor ?? '' } })
    expect([...upwards.data, ...next.data].map(({ id }) => id)).toEqual(seen.slice(5).reverse())
    const second = await auditor.call(logs.list, { query: { actor: staff.id, page: 2, pageSize: 4 } })
    expect(second.pagination).toEqual({ current: 2, pageSize: 4, total: second.total })
    await expect(auditor.call(logs.list, { query: { page: 101, pageSize: 100 } })).rejects.toMatchObject({
      errors: [{ path: 'page', code: 'TOO_BIG' }],
    })
  })

  test('has no personal data of participants, and hides phones without the right', async ({ given, as, sql }) => {
    const manager = as(await given.admin({ role: 'SURVEY_MANAGER' }))
    const number = '+258861234567'
    const body = { adminType: 'PARTICIPANT', name: 'Celeste Mondlane', phone: number, email: 'celeste@example.org' }
    const { id } = (await manager.call(people.create, { body })).data
    await manager.call(people.update, { params: { id }, body: { name: 'Celeste M.', gender: 'F' } })
    const { rows } = await sql.owner.query<{ entry: string; changed: string[] }>(
      `select a::text as entry, after->'personal' as changed from audit a where subject_type = 'person' and subject_id = $1
         order by id`,
      [String(id)],
    )
    expect(rows).toHaveLength(2)
    for (const { entry } of rows) expect(entry).not.toMatch(/Celeste|258861234567|example/)
    expect(rows[1]?.changed).toEqual(['name', 'gender'])
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: [] })
    await administrator.call(people.update, { params: { id: clerk.id }, body: { phone: '+258869999999' } })
    const query = { subjectType: 'person', subjectId: String(clerk.id) }
    const shown = async (staff: Caller) => JSON.stringify((await staff.call(logs.list, { query })).data)
    expect(await shown(administrator)).toContain('+258869999999')
    expect(await shown(as(await given.admin({ role: 'AUDITOR' })))).not.toContain('+258869999999')
  })

  test('keeps refused attempts on rights and money, which leave nothing else behind', async ({ given, as, sql }) => {
    const clerk = await given.admin({ permissions: ['companies.read'] })
    const deputy = await given.admin({ permissions: ['roles.write'] })
    await as(clerk).raw(roles.edit, { params: { roleId: deputy.roleId }, body: 'not even JSON' })
    await as(clerk).raw(categories.create, { body: { title: 'x' } })
    await as(clerk).raw(roles.list)
    await as(deputy).raw(roles.create, { body: { name: 'King', permissions: ['surveys.publish'] } })
    await as(deputy).raw(roles.create, { body: { name: 7 } })
    const { rows } = await sql.owner.query(
      `select actor_id, action, subject_id, after from audit where actor_id = any($1) order by id`,
      [[clerk.id, deputy.id]],
    )
    expect(rows).toEqual([
      {
        actor_id: clerk.id,
        action: 'roles.refused',
        subject_id: String(deputy.roleId),
        after: { code: 'FORBIDDEN', method: 'PUT', path: '/users/editRolePermission/{roleId}' },
      },
      {
        actor_id: deputy.id,
        action: 'roles.refused',
        subject_id: null,
        after: { code: 'GRANT_NOT_HELD', method: 'POST', path: '/users/createRole' },
      },
    ])
  })

  test('gives one entry by its id, and the whole filter as a file', async ({ app }) => {
    const { given, as } = app
    const staff = await given.admin()
    const person = await given.admin({ role: 'AUDITOR' })
    const auditor = as(person)
    await makeCategories(as(staff), 3)
    givenWorker(app, jobKinds)
    const { data } = await auditor.call(logs.list, { query: { actor: staff.id } })
    const one = await auditor.call(logs.list, { query: { id: data[1]?.id } })
    expect([one.total, one.data[0]]).toEqual([1, data[1]])
    const filter = { actorId: String(staff.id), action: 'categories' }
    const bytes = await exportedFile(app, person, logs.export, { format: 'CSV', filter })
    const lines = bytes.toString().trim().split('\r\n')
    expect([lines.length, lines[0]]).toEqual([4, expect.stringContaining('id,at,actor,actorId,username')])
    expect(lines[1]).toContain(`categories.create,category ${data[0]?.subjectId}`)
    expect(lines[1]).toContain(`"{""`)
    expect((await auditor.call(logs.list, { query: { action: 'logs.export' } })).data[0]?.after).toMatchObject({
      filter,
    })
  })

  test('is checked block by block, from any block on, and a changed row is found', async ({
    given,
    as,
    sql,
    services,
  }) => {
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    await makeCategories(as(await given.admin()), 2)
    await sealAudit(services.database.db)
    const whole = (await auditor.call(logs.verify)).data
    expect(whole).toMatchObject({ next: null, broken: null })
    expect(whole.blocks).toBeGreaterThan(0)
    const { rows } = await sql.owner.query<{ id: number }>(`select max(id)::int as id from audit_block`)
    const rest = (await auditor.call(logs.verify, { query: { after: rows[0]?.id } })).data
    expect(rest).toMatchObject({ blocks: 0, next: null, broken: null })
    // A superuser alone can do this: past all triggers.
    const superuser = await sql.owner.connect()
    await superuser.query(`set session_replication_role = replica`)
    await superuser.query(`update audit set address = '10.9.9.9' where action = 'categories.create'`)
    superuser.release(true)
    expect((await auditor.call(logs.verify)).data.broken).toMatchObject({ reason: 'HASH' })
  })
})
