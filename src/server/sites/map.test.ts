import { expect } from 'vitest'
import { sites } from '#contract/sites.ts'
import type { Caller } from '../test/caller.ts'
import { test } from '../test/with-app.ts'

async function place(staff: Caller, siteCategoryId: number, title: string, at?: [number, number]) {
  const point = at ? { latitude: at[0], longitude: at[1] } : {}
  return (await staff.call(sites.create, { body: { title, siteCategoryId, ...point } })).data.id
}

test('the map shows the whole filter: near sites as one spot, lone ones by name', async ({ staff, given }) => {
  const { id: siteCategoryId } = await given.siteCategory()
  const { id: elsewhere } = await given.siteCategory()
  for (const n of [1, 2, 3]) await place(staff, siteCategoryId, `Near ${n}`, [-19.8 + n / 10_000, 34.8])
  const lone = await place(staff, siteCategoryId, 'Lone', [-12.9, 40.5])
  await place(staff, siteCategoryId, 'Nowhere')
  await place(staff, elsewhere, 'Other', [10, 10])
  const filter = { siteCategoryId }
  const { data } = await staff.call(sites.map, { query: filter })
  expect(data).toMatchObject({ count: 4, bounds: { west: 34.8, north: -12.9, east: 40.5 } })
  expect(data.spots.toSorted((a, b) => a.count - b.count)).toEqual([
    { count: 1, id: lone, title: 'Lone', latitude: -12.9, longitude: 40.5 },
    { count: 3, id: null, title: null, latitude: expect.closeTo(-19.7998) as number, longitude: 34.8 },
  ])
  const close = await staff.call(sites.map, { query: { ...filter, window: '-19.8001,34.799,-19.7996,34.801' } })
  expect(close.data.count).toBe(3)
  expect(close.data.spots.length).toBeGreaterThan(1)
  // A map that has been fitted needs no bounds: looking at every match again at each move would hold it up.
  expect(close.data).not.toHaveProperty('bounds')
  expect((await staff.call(sites.map, { query: { q: 'nobody is called this' } })).data).toEqual({
    bounds: null,
    count: 0,
    spots: [],
  })
  for (const window of ['1,2,3', 'a,b,c,d', '1,2,3,4,5'])
    await expect(staff.call(sites.map, { query: { window } })).rejects.toMatchObject({ status: 400 })
})

test('however many sites there are, the map stays one grid of spots', async ({ staff, given, sql }) => {
  const { id } = await given.siteCategory()
  await sql.owner.query(
    `insert into site (title, code, site_category_id, latitude, longitude)
       select 'Many ' || n, 'MANY' || n, $1, -26 + (n % 173) * 0.09, 30 + (n % 179) * 0.06
       from generate_series(1, 20000) as n`,
    [id],
  )
  const { data } = await staff.call(sites.map, { query: { siteCategoryId: id } })
  expect(data.count).toBe(20_000)
  expect(data.spots.length).toBeLessThan(1500)
  expect(data.spots.length).toBeGreaterThan(50)
  const small = await staff.call(sites.map, { query: { siteCategoryId: id, cells: 6 } })
  expect(small.data.count).toBe(20_000)
  expect(small.data.spots.length).toBeLessThanOrEqual(49)
  for (const cells of [0, 25])
    await expect(staff.call(sites.map, { query: { cells } })).rejects.toMatchObject({ status: 400 })
})
