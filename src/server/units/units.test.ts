import type { Pool, PoolClient } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller, CallInput } from '../test/caller.ts'
import { test } from '../test/with-app.ts'
import { untilWaiting } from '../test/until-waiting.ts'
import { unitSubtree } from './store.ts'
import { sql } from 'kysely'

let counter = 0
const word = () => `N${(counter += 1)}`

async function make(
  staff: Caller,
  parentId?: number,
  name = word(),
): Promise<{ id: number; name: string; code: string }> {
  const body = { name, code: word(), ...(parentId === undefined ? {} : { parentId }) }
  return (await staff.call(administrativeUnits.create, { body })).data
}

test('a signed-in user walks the tree by level, with the units above and counts below', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const country = await make(staff)
  const [south, north] = [await make(staff, country.id, 'Sul'), await make(staff, country.id, 'Norte')]
  const district = await make(staff, south.id, 'Chókwè')
  const clerk = as(await given.admin({ permissions: [] }))
  const roots = await clerk.call(unitTree.byParent, { params: { parentId: 0 } })
  expect(roots.data.find((unit) => unit.id === country.id)).toMatchObject({ level: 0, childCount: 2, ancestors: [] })
  expect(roots.pagination.pageSize).toBe(1000)
  const below = await clerk.call(unitTree.byParent, { params: { parentId: country.id } })
  expect(below.data.map((unit) => [unit.name, unit.childCount])).toEqual([
    ['Norte', 0],
    ['Sul', 1],
  ])
  const level = await clerk.call(unitTree.byLevel, { params: { level: 2 }, query: { q: 'chokwe' } })
  expect(level.data).toMatchObject([{ id: district.id, parentId: south.id }])
  const { data } = await clerk.call(unitTree.find, { query: { id: district.id } })
  expect(data[0]?.ancestors).toEqual([
    { id: country.id, code: country.code, name: country.name },
    { id: south.id, code: south.code, name: 'Sul' },
  ])
  const found = await clerk.call(unitTree.find, { query: { q: north.code.toLowerCase() } })
  expect(found.data.map((unit) => unit.id)).toContain(north.id)
  await expect(clerk.call(unitTree.byParent, { params: { parentId: 999_999 } })).rejects.toMatchObject({
    status: 404,
  })
  for (const parentId of ['x', '-1', '1e1', '00'])
    await expect(clerk.call(unitTree.byParent, { params: { parentId } })).rejects.toMatchObject({ code: 'BAD_ID' })
  for (const wrong of ['10', '-1', 'x'])
    await expect(clerk.call(unitTree.byLevel, { params: { level: wrong } })).rejects.toMatchObject({ status: 400 })
  await expect(
    clerk.call(unitTree.byParent, { params: { parentId: 0 }, query: { pageSize: 1001 } }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(as(undefined).call(unitTree.find)).rejects.toMatchObject({ status: 401 })
})

test('a unit is not put below itself or a missing unit; its code is unique in any case', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const top = await make(staff)
  const low = await make(staff, top.id)
  const move = (id: number, parentId: number | null) =>
    staff.call(administrativeUnits.update, { params: { id }, body: { parentId } })
  await expect(move(top.id, low.id)).rejects.toMatchObject({ status: 409, code: 'UNIT_CYCLE' })
  await expect(move(top.id, top.id)).rejects.toMatchObject({ status: 409, code: 'UNIT_CYCLE' })
  await expect(move(top.id, 999_999)).rejects.toMatchObject({ status: 422, code: 'UNKNOWN_REFERENCE' })
  await expect(
    staff.call(administrativeUnits.create, { body: { name: 'X', code: top.code.toLowerCase() } }),
  ).rejects.toMatchObject({ status: 409, code: 'DUPLICATE', errors: [{ path: 'code' }] })
  expect((await move(low.id, null)).data).toMatchObject({ level: 0, parentId: null, ancestors: [] })
})

test('a unit with units below it or people in it stays, and the answer says its uses', async ({
  given,
  as,
  sql: { owner },
}) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const top = await make(staff)
  const low = await make(staff, top.id)
  const remove = (id: number) => staff.call(administrativeUnits.remove, { params: { id } })
  await expect(remove(top.id)).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { administrative_unit: 1 } },
  })
  const { id } = await given.participant()
  await owner.query('update person set administrative_unit_id = $1 where id = $2', [low.id, id])
  await expect(remove(low.id)).rejects.toMatchObject({ code: 'IN_USE', data: { usedBy: { person: 1 } } })
})

test('everything in a unit or below it is one condition that the index answers', async ({
  given,
  as,
  services: { database },
}) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const top = await make(staff)
  const middle = await make(staff, top.id)
  const low = await make(staff, middle.id)
  await make(staff)
  const within = async (id: number) => {
    const { rows } = await sql<{ id: number }>`
        select id from administrative_unit where ${unitSubtree('id', id)} order by id`.execute(database.db)
    return rows.map((row) => row.id)
  }
  expect(await within(top.id)).toEqual([top.id, middle.id, low.id])
  expect(await within(low.id)).toEqual([low.id])
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
        explain select id from person where ${unitSubtree('administrativeUnitId', top.id)}`.execute(tx)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toContain('administrative_unit_below')
  expect(plan).toContain('person_administrative_unit')
})

/** Another caller changes the tree, until they commit. */
async function holdTree(owner: Pool): Promise<PoolClient> {
  const other = await owner.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin; select from administrative_tree for update')
  return other
}

test.for([
  ['moved', (id: number) => ({ endpoint: administrativeUnits.update, params: { id }, body: { parentId: null } })],
  ['deleted', (id: number) => ({ endpoint: administrativeUnits.remove, params: { id } })],
] as const)('a unit that is %s waits for the tree before it locks itself', async ([_, ask], { staff, sql }) => {
  const { data } = await staff.call(administrativeUnits.create, { body: { name: 'X', code: word() } })
  const other = await holdTree(sql.owner)
  const { endpoint, ...input } = ask(data.id)
  const answer = staff.raw(endpoint, input)
  await untilWaiting(sql)
  await other.query('select from administrative_unit where id = $1 for update nowait', [data.id])
  await other.query('commit')
  expect((await answer).status).toBe(200)
})

type Ask = (id: number) => { endpoint: Endpoint } & CallInput
const csvOf = (code: string) => ({ name: 'units.csv', bytes: Buffer.from(`code,name,parentCode\n${code},New,\n`) })

test.for<[string, Ask]>([
  ['a move', (id) => ({ endpoint: administrativeUnits.update, params: { id }, body: { parentId: null } })],
  ['a deletion', (id) => ({ endpoint: administrativeUnits.remove, params: { id } })],
  ['a deletion of several', (id) => ({ endpoint: administrativeUnits.removeMany, body: { ids: [id] } })],
  ['a new unit', (id) => ({ endpoint: administrativeUnits.create, body: { name: 'New', code: `late-${id}` } })],
  ['an import', (id) => ({ endpoint: unitTree.importUnits, file: csvOf(`late-${id}`) })],
])('%s that waited for others is asked again for the right to it', async ([_, ask], { given, as, sql }) => {
  const boss = as(await given.admin())
  const [losing, leaving] = [await given.admin(), await given.admin()]
  await sql.owner.query(`update session set last_used_at = now() - interval '5 minutes' where person_id = any($1)`, [
    [losing.id, leaving.id],
  ])
  const top = await make(boss)
  const low = await make(boss, top.id)
  const known = async () => (await boss.call(administrativeUnits.list)).total
  const before = await known()
  const other = await holdTree(sql.owner)
  const { endpoint, ...input } = ask(low.id)
  // The first in turn waits for the tree, the two behind it for their turn.
  const first = boss.call(administrativeUnits.update, { params: { id: low.id }, body: { name: 'First' } })
  await untilWaiting(sql)
  const answers = [as(losing).raw(endpoint, input), as(leaving).raw(endpoint, input)]
  const admitted = `select from session where person_id = any($1) and last_used_at > now() - interval '1 minute'`
  const both = [losing.id, leaving.id]
  await expect.poll(async () => (await sql.owner.query(admitted, [both])).rowCount).toBe(2)
  await sql.owner.query('delete from role_permission where role_id = $1', [losing.roleId])
  await sql.owner.query('delete from session where person_id = $1', [leaving.id])
  await other.query('commit')
  await first
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 401])
  expect(await known()).toBe(before)
  expect((await boss.call(administrativeUnits.get, { params: { id: low.id } })).data.parentId).toBe(top.id)
})

test('a hundred moves at once are all done in turn, while other users go on reading', async ({
  given,
  as,
  services,
}) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const tops = [await make(staff), await make(staff)]
  const branch = await make(staff, tops[0]?.id)
  const reads = Array.from({ length: 20 }, () => staff.call(administrativeUnits.list))
  const moves = Array.from({ length: 100 }, (_, n) =>
    staff.raw(administrativeUnits.update, { params: { id: branch.id }, body: { parentId: tops[n % 2]?.id ?? null } }),
  )
  const answers = await Promise.all(moves)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect((await Promise.all(reads)).filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  // A move to where the unit already is changes nothing.
  const changes = answers.filter(({ bytes }) => !bytes.toString().includes('Nothing changed.'))
  const { data } = await staff.call(administrativeUnits.get, { params: { id: branch.id } })
  expect([data.version, changes.length > 50]).toEqual([1 + changes.length, true])
  expect(services.database.pool.waitingCount).toBe(0)
})

test('Each unit knows how many units and sites are below it at any depth', async ({ staff, given, as, sql }) => {
  const country = await make(staff)
  const [south, north] = [await make(staff, country.id), await make(staff, country.id)]
  const district = await make(staff, south.id)
  const category = await given.siteCategory()
  for (const unit of [south, district, district])
    await sql.owner.query(
      `insert into site (title, site_category_id, administrative_unit_id, address, latitude, longitude)
         values ($1, $2, $3, 'a', 0, 0)`,
      [word(), category.id, unit.id],
    )
  const below = { params: { parentId: country.id } }
  expect((await staff.call(unitTree.counts, below)).data).toEqual([
    { id: south.id, units: 1, sites: 3 },
    { id: north.id, units: 0, sites: 0 },
  ])
  const top = await staff.call(unitTree.counts, { params: { parentId: 0 } })
  expect(top.data).toContainEqual({ id: country.id, units: 3, sites: 3 })
  const clerk = as(await given.admin({ permissions: ['units.read'] }))
  expect((await clerk.call(unitTree.counts, below)).data[0]).toMatchObject({ units: 1, sites: null })
  await expect(staff.call(unitTree.counts, { params: { parentId: 999_999 } })).rejects.toMatchObject({ status: 404 })
})
