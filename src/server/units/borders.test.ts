import { expect } from 'vitest'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { test } from '../test/with-app.ts'

const square = (x: number) => [
  [
    [x, -20],
    [x + 1, -20],
    [x + 1, -19],
    [x, -19],
    [x, -20],
  ],
]

const fileOf = (codes: readonly string[]) => {
  const features = codes.map((pcode, at) => ({
    type: 'Feature',
    properties: { pcode },
    geometry: { type: 'Polygon', coordinates: square(34 + at) },
  }))
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  return { name: 'districts.geojson', bytes }
}

test('borders go to the units of their codes, and the deepest level is shown', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const unit = (code: string, parentId?: number) =>
    staff.call(administrativeUnits.create, {
      body: { code, name: `Unit ${code}`, ...(parentId ? { parentId } : {}) },
    })
  const top = (await unit('B0')).data
  const district = (await unit('B01', top.id)).data
  const shown = async () => (await staff.call(unitTree.borders)).data.borders.map((border) => border.unit.code)
  expect(await shown()).toEqual([])
  await staff.call(unitTree.importBorders, { file: fileOf(['B0']) })
  expect(await shown()).toEqual(['B0'])
  const { data } = await staff.call(unitTree.importBorders, { file: fileOf(['b01', 'B09']) })
  const counts = { areas: 2, units: 1, property: 'pcode', holds: 'code', unmatchedCount: 1 }
  expect(data).toEqual({ ...counts, unmatched: ['B09'], ambiguous: [] })
  const [border] = (await staff.call(unitTree.borders)).data.borders
  expect(border).toEqual({ unit: { id: district.id, code: 'B01', name: 'Unit B01' }, shape: [square(34)] })
  const trail = await sql.owner.query(`select after->>'units' as units from audit where action like '%.borders'`)
  expect(trail.rows).toEqual([{ units: '1' }, { units: '1' }])
  await staff.call(administrativeUnits.remove, { params: { id: district.id } })
  expect(await shown()).toEqual(['B0'])
})

test('a file that is none, or names no unit, is refused in words', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const refused = (file: { name: string; bytes: Buffer }, code: string) =>
    expect(staff.call(unitTree.importBorders, { file })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'file', code }],
    })
  await refused({ name: 'borders.geojson', bytes: Buffer.from('PK\u0003\u0004') }, 'NOT_GEOJSON')
  await refused(fileOf(['nowhere']), 'NO_UNIT_FITS')
  const reader = as(await given.admin({ permissions: ['units.read'] }))
  await expect(reader.call(unitTree.importBorders, { file: fileOf(['B0']) })).rejects.toMatchObject({ status: 403 })
})
