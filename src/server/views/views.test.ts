import { expect } from 'vitest'
import { lists, maxViews } from '#contract/views.ts'
import { everyPermission } from '../test/given.ts'
import { test } from '../test/with-app.ts'

test('everybody keeps how their own lists look, and an empty look takes it back', async ({ given, as, sql }) => {
  const person = await given.admin()
  const [mine, other] = [as(person), as(await given.admin())]
  const look = {
    columns: ['title', 'createdAt'],
    widths: { title: 300 },
    density: 'compact' as const,
    rows: 'cards' as const,
  }
  expect((await mine.call(lists.looks)).data).toEqual({ looks: {}, singleKeys: true })
  await mine.call(lists.setLook, { params: { list: 'companies' }, body: look })
  await mine.call(lists.setLook, { params: { list: 'surveys' }, body: { density: 'compact' } })
  await mine.call(lists.setLook, { params: { list: 'companies' }, body: { ...look, widths: { title: 320 } } })
  await mine.call(lists.setKeys, { body: { singleKeys: false } })
  expect((await mine.call(lists.looks)).data).toEqual({
    looks: { companies: { ...look, widths: { title: 320 } }, surveys: { density: 'compact' } },
    singleKeys: false,
  })
  expect((await other.call(lists.looks)).data).toEqual({ looks: {}, singleKeys: true })
  await mine.call(lists.setLook, { params: { list: 'companies' }, body: {} })
  expect((await mine.call(lists.looks)).data).toMatchObject({ looks: { surveys: { density: 'compact' } } })
  const { rows } = await sql.owner.query(`select list from list_look where person_id = $1`, [person.id])
  expect(rows).toEqual([{ list: 'surveys' }])
})

test('a list that is not there has neither looks nor views', async ({ staff }) => {
  const refusal = { status: 400, code: 'VALIDATION_FAILED', errors: [{ path: 'list', code: 'NOT_ALLOWED' }] }
  const view = { list: 'nothings', name: 'x', query: '', shared: false }
  const look = { params: { list: 'nothings' }, body: { density: 'compact' } }
  await expect(staff.call(lists.setLook, look)).rejects.toMatchObject(refusal)
  await expect(staff.call(lists.views, { query: { list: 'nothings' } })).rejects.toMatchObject(refusal)
  await expect(staff.call(lists.createView, { body: view })).rejects.toMatchObject(refusal)
  for (const list of ['participants', 'admins', 'payments', 'transactions', 'responses', 'logs', 'roles'])
    expect((await staff.call(lists.views, { query: { list } })).total).toBe(0)
})

test('the owner sees and changes a view; once shared, all readers of the list see it', async ({ given, as, sql }) => {
  const owner = await given.admin()
  const [mine, other] = [as(owner), as(await given.admin())]
  const stranger = as(await given.admin({ permissions: everyPermission.filter((name) => name !== 'companies.read') }))
  const query = { list: 'companies' }
  const names = async (staff = mine) => (await staff.call(lists.views, { query })).data.map((view) => view.name)
  const body = { list: 'companies', name: 'Farms 10', query: 'category=~', shared: false }
  const { data: made } = await mine.call(lists.createView, { body })
  expect(made).toMatchObject({ ...body, mine: true, version: 1 })
  await mine.call(lists.createView, { body: { ...body, name: 'Farms 2' } })
  expect(await names()).toEqual(['Farms 2', 'Farms 10'])
  expect(await names(other)).toEqual([])
  const params = { id: made.id }
  const missing = { status: 404, code: 'NOT_FOUND' }
  await expect(other.call(lists.updateView, { params, body: { name: 'Theirs' } })).rejects.toMatchObject(missing)
  await expect(other.call(lists.removeView, { params })).rejects.toMatchObject(missing)

  expect((await mine.call(lists.updateView, { params, body: { shared: true, version: 1 } })).data.version).toBe(2)
  const seen = (await other.call(lists.views, { query })).data
  expect(seen).toMatchObject([{ id: made.id, mine: false, shared: true, query: 'category=~' }])
  const refusal = { status: 403, code: 'VIEW_OF_ANOTHER' }
  await expect(other.call(lists.updateView, { params, body: { name: 'Theirs' } })).rejects.toMatchObject(refusal)
  await expect(other.call(lists.removeView, { params })).rejects.toMatchObject(refusal)

  expect(await names(stranger)).toEqual([])
  await expect(stranger.call(lists.removeView, { params })).rejects.toMatchObject(missing)
  await expect(stranger.call(lists.createView, { body })).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })

  await expect(mine.call(lists.updateView, { params, body: { name: 'Late', version: 1 } })).rejects.toMatchObject({
    status: 409,
    code: 'STALE',
    data: { version: 2 },
  })
  await mine.call(lists.removeView, { params })
  const trail = await sql.owner.query<{ action: string }>(
    `select action from audit where actor_id = $1 and subject_type = 'list_view' and subject_id = $2 order by id`,
    [owner.id, String(made.id)],
  )
  expect(trail.rows.map((row) => row.action)).toEqual(['views.create', 'views.update', 'views.delete'])
})

test('a name is unique in any case among the views of one owner and list', async ({ given, as }) => {
  const [mine, other] = [as(await given.admin()), as(await given.admin())]
  const body = { list: 'companies', name: 'Mine', query: '', shared: true }
  await mine.call(lists.createView, { body })
  await expect(mine.call(lists.createView, { body: { ...body, name: ' MINE ' } })).rejects.toMatchObject({
    status: 409,
    code: 'DUPLICATE',
    errors: [{ path: 'name' }],
  })
  await mine.call(lists.createView, { body: { ...body, list: 'categories' } })
  await other.call(lists.createView, { body })
})

test('shared views outlive their account until an administrator deletes them', async ({ given, as, sql }) => {
  const leaver = await given.admin()
  const other = as(await given.admin())
  for (const shared of [true, false])
    await as(leaver).call(lists.createView, {
      body: { list: 'categories', name: `Shared ${shared}`, query: '', shared },
    })
  await sql.app.query('delete from person where id = $1', [leaver.id])
  const { data } = await other.call(lists.views, { query: { list: 'categories' } })
  const shared = data.filter((view) => view.ownerName === null)
  expect(shared).toMatchObject([{ name: 'Shared true', mine: false, ownerName: null }])
  await expect(other.call(lists.removeView, { params: { id: shared[0]?.id ?? 0 } })).rejects.toMatchObject({
    code: 'VIEW_OF_ANOTHER',
  })
  const left = `select name from list_view where name like 'Shared%'`
  expect((await sql.owner.query(left)).rows).toHaveLength(1)

  const tidying = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const params = { id: shared[0]?.id ?? 0 }
  await expect(tidying.call(lists.updateView, { params, body: { name: 'Mine' } })).rejects.toMatchObject({
    code: 'VIEW_OF_ANOTHER',
  })
  await tidying.call(lists.removeView, { params })
  expect((await sql.owner.query(left)).rows).toEqual([])
})

test('calls that keep views at the same moment do not pass the highest number together', async ({ given, as, sql }) => {
  const staff = await given.admin()
  await sql.owner.query(
    `insert into list_view (owner_id, list, name, query)
       select $1, 'companies', 'View ' || n, '' from generate_series(1, $2::int) n`,
    [staff.id, maxViews - 1],
  )
  const keep = (_: unknown, n: number) =>
    as(staff).raw(lists.createView, { body: { list: 'companies', name: `New ${n}`, query: '', shared: false } })
  const answers = await Promise.all(Array.from({ length: 6 }, keep))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})
