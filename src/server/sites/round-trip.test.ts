/** Sites out and in again: what an export of the list says is what the import reads. */
import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { files } from '#contract/files.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { sites } from '#contract/sites.ts'
import { locales } from '#domain/text/locale.ts'
import { siteStatuses } from '#domain/people/site.ts'
import { jobKinds } from '../app.ts'
import { csvLine } from '../excel/csv.ts'
import { givenWorker, untilState } from '../jobs/test/given-job.ts'
import type { Staff } from '../test/given.ts'
import { phoneParser } from '../phones.ts'
import { headingsIn, nastyText } from '../test/nasty.ts'
import { readHere } from '../test/read-here.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { siteTable } from './import-table.ts'

const someText = nastyText(200)
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6)

/** The place of a reference among those given; a point is whole or not there. */
const someSite = fc
  .record({
    title: someText,
    address: maybe(nastyText(200, 'many')),
    contactName: maybe(someText),
    contactPhone: maybe(fc.constantFrom('+258841234567', '+351912345678')),
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

test('an export comes back without a change, in every language, as workbook and as CSV', async ({ app }) => {
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
  givenWorker(app, jobKinds)
  const filter = { siteCategoryId: String(kind.id) }
  const list = () => staff.call(sites.list, { query: { ...filter, pageSize: '100', sort: 'code' } })
  const before = (await list()).data
  const all = Object.keys(before[0] ?? {})
  const noCodes = all.filter((key) => key !== 'administrativeUnitCode')
  const table = siteTable(phoneParser('MZ'))
  for (const keys of [undefined, all, noCodes]) {
    let first: object | undefined
    for (const locale of keys ? locales : [undefined])
      for (const format of ['XLSX', 'CSV']) {
        const columns = keys && locale ? headingsIn(locale, 'sites', keys) : undefined
        const { data } = await staff.call(sites.export, { body: { format, filter, columns, locale } })
        const bytes = await fileOf(app, person, data.jobId)
        const said = await readHere(bytes, table)
        // What says the same does the same.
        if (first) {
          expect([locale, format, said]).toEqual([locale, format, first])
          continue
        }
        first = said
        const { data: result } = await staff.call(sites.import, { file: { name: `sites.${format}`, bytes } })
        expect(result).toEqual({
          rows: drawn.length,
          created: 0,
          changed: 0,
          unchanged: drawn.length,
          skipped: 0,
          problemCount: 0,
          problems: [],
        })
      }
  }
  expect((await list()).data).toEqual(before)
  // Another house knows none of them: there the same file makes the same sites.
  const { data } = await staff.call(sites.export, {
    body: { format: 'XLSX', filter, columns: headingsIn('zh', 'sites', all), locale: 'zh' },
  })
  const bytes = await fileOf(app, person, data.jobId)
  await app.sql.owner.query('delete from site')
  const { data: result } = await staff.call(sites.import, { file: { name: 'sites.xlsx', bytes } })
  expect(result).toMatchObject({ rows: drawn.length, created: drawn.length })
  const bare = (rows: typeof before) => rows.map(({ id: _, version: _v, createdAt: _c, updatedAt: _u, ...row }) => row)
  expect(bare((await list()).data)).toEqual(bare(before))
}, 60_000)

async function fileOf(app: TestApp, person: Staff, jobId: number): Promise<Buffer> {
  const { file } = await untilState(app, person, jobId, 'DONE')
  const staff = app.as(person)
  const { url } = (await staff.call(files.ticket, { params: { id: file?.id ?? 0 } })).data
  return (await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })).bytes
}

test('a name of several records means the one the site has; else it is ambiguous', async ({ staff, given }) => {
  const kind = await given.siteCategory()
  await given.company({ title: 'Twins' })
  const second = await given.company({ title: 'Twins' })
  const body = { code: 'TWIN-1', title: 'A', siteCategoryId: kind.id, companyId: second.id }
  const site = (await staff.call(sites.create, { body })).data
  const send = (code: string, title: string) => {
    const rows = [
      ['code', 'title', 'siteCategory', 'company'],
      [code, title, kind.title, 'twins'],
    ]
    return staff.call(sites.import, { file: { name: 'a.csv', bytes: Buffer.from(rows.map(csvLine).join('')) } })
  }
  expect((await send('twin-1', 'B')).data).toMatchObject({ changed: 1 })
  const after = (await staff.call(sites.get, { params: { id: site.id } })).data
  expect(after).toMatchObject({ title: 'B', companyId: second.id })
  await expect(send('TWIN-2', 'A')).rejects.toMatchObject({
    data: { problems: [{ row: 2, column: 'company', code: 'AMBIGUOUS_REFERENCE' }] },
  })
})

test('a file puts sites into units by P-code in any case; unknown codes name their row', async ({ app }) => {
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
})
