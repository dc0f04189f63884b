/** Sites out and in again: what an export of the list says is what the import reads. */
import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { files } from '#contract/files.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { sites } from '#contract/sites.ts'
import { siteStatuses } from '#domain/site.ts'
import { jobKinds } from '../app.ts'
import { csvLine } from '../excel/csv.ts'
import { givenWorker, untilState } from '../jobs/test/given-job.ts'
import { type TestApp, withApp } from '../test/with-app.ts'

const hostile = [
  '=1+1',
  '+258',
  "'quoted",
  'a;b,"c"',
  '007',
  '1e3',
  'TRUE',
  '2024-01-31',
  'Água · 水',
  'two\nlines',
  '%',
]
const someText = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 60 }))
  .filter((text) => text.trim() !== '')
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6)

/** The place of a reference among those given; a point is whole or not there. */
const someSite = fc
  .record({
    title: someText,
    address: maybe(someText),
    contactName: maybe(someText),
    contactPhone: maybe(fc.constantFrom('+258841234567', '841234567')),
    status: fc.constantFrom(...siteStatuses),
    point: maybe(fc.record({ latitude: degrees(90), longitude: degrees(180) })),
    radiusMeters: maybe(fc.integer({ min: 10, max: 5000 })),
    unit: maybe(fc.nat(2)),
    hasCompany: fc.boolean(),
    hasIssue: fc.boolean(),
  })
  .map(({ point, radiusMeters, ...site }) => ({ ...site, ...point, radiusMeters: point && radiusMeters }))

/** A country, a province in it and a district in that, by a beginning of their codes. */
async function givenUnits({ given, as }: TestApp, prefix: string) {
  const staff = as(await given.admin())
  const units: { id: number; code: string; name: string }[] = []
  for (const level of [0, 1, 2]) {
    const body = { code: `${prefix}${level}`, name: `Unit ${level}`, parentId: units.at(-1)?.id ?? null }
    units.push((await staff.call(administrativeUnits.create, { body })).data)
  }
  return units
}

test(
  'what the list exports comes back without changing anything, as workbook and as CSV',
  withApp(async (app) => {
    const { given, as } = app
    const person = await given.admin()
    const staff = as(person)
    const units = await givenUnits(app, 'RT')
    const kind = await given.siteCategory({ title: '=Round "trip"' })
    const company = await given.company({ title: 'Round, trip & sons' })
    const reason = { code: 'ROUND_TRIP', title: '+Round trip', appliesTo: 'SITE' as const }
    const issue = (await staff.call(issueCategories.create, { body: reason })).data
    const drawn = fc.sample(someSite, { numRuns: 60, seed: 4 })
    for (const { unit, hasCompany, hasIssue, ...fields } of drawn)
      await staff.call(sites.create, {
        body: {
          ...fields,
          siteCategoryId: kind.id,
          administrativeUnitId: unit === null ? null : (units[unit]?.id ?? null),
          companyId: hasCompany ? company.id : null,
          issueCategoryId: hasIssue ? issue.id : null,
        },
      })
    await givenWorker(app, jobKinds)
    const filter = { siteCategoryId: String(kind.id) }
    const before = (await staff.call(sites.list, { query: { ...filter, pageSize: '100' } })).data
    for (const format of ['XLSX', 'CSV']) {
      const { data } = await staff.call(sites.export, { body: { format, filter } })
      const { file } = await untilState(app, person, data.jobId, 'DONE')
      const { url } = (await staff.call(files.ticket, { params: { id: file?.id ?? 0 } })).data
      const { bytes } = await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
      const { data: result } = await staff.call(sites.import, { file: { name: `sites.${format}`, bytes } })
      expect([format, result]).toEqual([
        format,
        {
          rows: drawn.length,
          created: 0,
          changed: 0,
          unchanged: drawn.length,
          skipped: 0,
          problemCount: 0,
          problems: [],
        },
      ])
    }
    expect((await staff.call(sites.list, { query: { ...filter, pageSize: '100' } })).data).toEqual(before)
  }),
)

test(
  'a file puts sites into units by their P-codes, in any case, and names the row whose code nobody has',
  withApp(async (app) => {
    const { given, as } = app
    const staff = as(await given.admin())
    const units = await givenUnits(app, 'PC')
    const kind = await given.siteCategory()
    const file = (code: string) => {
      const rows = [
        ['code', 'title', 'siteCategory', 'administrativeUnitCode'],
        ['IN-UNIT', 'In a unit', kind.title, code],
        ['IN-NONE', 'In none', kind.title, ''],
      ]
      return { name: 'sites.csv', bytes: Buffer.from(rows.map(csvLine).join('')) }
    }
    await expect(staff.call(sites.import, { file: file('PC9') })).rejects.toMatchObject({
      code: 'WORKBOOK_ROWS_INVALID',
      data: { problems: [{ row: 2, column: 'administrativeUnitCode', code: 'UNKNOWN_REFERENCE' }] },
    })
    expect((await staff.call(sites.import, { file: file('pc2') })).data).toMatchObject({ created: 2 })
    const below = { administrativeUnitId: String(units[0]?.id) }
    expect((await staff.call(sites.list, { query: below })).data).toMatchObject([
      { code: 'IN-UNIT', administrativeUnitCode: 'PC2', administrativeUnitName: 'Unit 2' },
    ])
    expect((await staff.call(sites.import, { file: file('') })).data).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await staff.call(sites.list, { query: below })).total).toBe(0)
  }),
)
