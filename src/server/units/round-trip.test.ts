/** Units out and in again: the whole tree by its own export, and what the list shows by that of the list. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { files } from '#contract/files.ts'
import { locales } from '#domain/text/locale.ts'
import { jobKinds } from '../app.ts'
import { givenWorker, untilState } from '../jobs/test/given-job.ts'
import { headingsIn, nastyText } from '../test/nasty.ts'
import { readHere } from '../test/read-here.ts'
import { test } from '../test/with-app.ts'
import { unitTable } from './import-table.ts'

async function said(bytes: Buffer) {
  const { rows, problems } = await readHere(bytes, unitTable)
  return { rows: rows.toSorted((a, b) => String(a['code']).localeCompare(String(b['code']))), problems }
}

test('a tree comes back unchanged from either export, and can be rebuilt from it', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin()
  const staff = as(person)
  givenWorker(app, jobKinds)
  const names = fc.sample(nastyText(200), { numRuns: 60, seed: 11 })
  const ids: number[] = []
  for (const [n, name] of names.entries()) {
    const parentId = n < 2 ? null : (ids[(n - 2) >> 1] ?? null)
    ids.push((await staff.call(administrativeUnits.create, { body: { code: `RT-${n}`, name, parentId } })).data.id)
  }
  const stored = async () => {
    const { rows } = await sql.owner.query(
      `select u.code, u.name, above.code as parent, u.level from administrative_unit u
         left join administrative_unit above on above.id = u.parent_id order by u.code`,
    )
    return rows as object[]
  }
  const before = await stored()
  const listed = async (format: string, locale: string) => {
    const keys = Object.keys(administrativeUnits.row.shape)
    const columns = headingsIn(locale, 'administrative-units', keys)
    const { data } = await staff.call(administrativeUnits.export, { body: { format, columns, locale } })
    const { file } = await untilState(app, person, data.jobId, 'DONE')
    const { url } = (await staff.call(files.ticket, { params: { id: file?.id ?? 0 } })).data
    return (await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })).bytes
  }
  const own = async (format: string) => (await staff.raw(unitTree.exportUnits, { query: { format } })).bytes
  const ofTree = await own('csv')
  for (const bytes of [ofTree, await own('xlsx'), await listed('CSV', 'zh')]) {
    const send = async () => (await staff.call(unitTree.importUnits, { file: { name: 'units', bytes } })).data
    expect(await send()).toEqual({ rows: 60, created: 0, updated: 0, unchanged: 60 })
    await sql.owner.query('delete from administrative_unit')
    expect(await send()).toEqual({ rows: 60, created: 60, updated: 0, unchanged: 0 })
    expect(await stored()).toEqual(before)
  }
  // What says the same does the same.
  const wanted = await said(ofTree)
  expect(wanted.rows).toHaveLength(60)
  for (const language of locales)
    for (const format of ['CSV', 'XLSX'])
      expect([language, format, await said(await listed(format, language))]).toEqual([language, format, wanted])
}, 60_000)
