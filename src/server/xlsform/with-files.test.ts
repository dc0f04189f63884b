/** A form comes in with its lists and media: from one archive, or from its own sheet of long lists. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { formFiles } from '#contract/form-files.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveys } from '#contract/surveys.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import type { Caller } from '../test/caller.ts'
import { loadForm, makeToken } from '../test/collecting-app.ts'
import { html, png } from '../test/given-files.ts'
import { refusalOf } from '../test/given-upload.ts'
import { zip } from '../test/given-zip.ts'
import { test } from '../test/with-app.ts'

async function workbookOf(sheets: Record<string, OutCell[][]>): Promise<Buffer> {
  const written = Object.entries(sheets).map(([name, rows]) => ({ name, rows, columns: [], headings: 1 }))
  return Buffer.from(await writeWorkbook({ sheets: written, names: {} }))
}

async function imported(staff: Caller, name: string, bytes: Buffer) {
  const make = async (confirm: 'true' | 'false') =>
    (await staff.call(formFiles.import, { file: { name, bytes }, query: { confirm } })).data
  const looked = await make('false')
  const made = await make('true')
  expect(made.remarks).toEqual(looked.remarks)
  const told = made.remarks.filter(({ code }) => /^FILE_|NOT_PUBLISHABLE/.test(code))
  return { id: made.survey?.id ?? 0, title: made.title, told: told.map((each) => [each.code, each.name ?? each.value]) }
}

const draftOf = async (staff: Caller, id: number) => (await staff.call(surveys.get, { params: { id } })).data

test('an archive of a form, a list and a picture makes a survey that can be published', async ({
  given,
  as,
  services,
}) => {
  const staff = as(await given.admin())
  const survey: OutCell[][] = [
    ['type', 'name', 'label', 'media::image', 'calculation'],
    ['select_one_from_file villages.csv', 'village', 'Village', 'roof.png'],
    ['select_one_from_file wells.geojson', 'well', 'Well', null],
    ['note', 'where', 'At ${place}', null],
    ['calculate', 'place', null, null, "instance('wells')/root/item[id = ${well}]/geometry"],
  ]
  const bytes = zip([
    { name: 'aBc/Farms.xlsx', content: await workbookOf({ survey }) },
    { name: 'aBc/media/', content: '' },
    { name: '../../../etc/villages.csv', content: 'name;label\nna;Namaacha\n' },
    {
      name: 'aBc/media/wells.geojson',
      content: '{"type":"FeatureCollection","features":[{"properties":{"id":"w1","title":"Well"}}]}',
    },
    { name: 'aBc/media/roof.png', content: await png() },
    { name: 'aBc/media/villages.csv', content: 'name,label\nbo,Boane\n' },
    { name: 'aBc/media/page.html', content: html },
    { name: 'aBc/media/a.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
    { name: '__MACOSX/aBc/._roof.png', content: 'x' },
  ])
  const { id, title, told } = await imported(staff, 'download.zip', bytes)
  expect(title).toBe('Farms')
  expect(told.map((words) => words.join(' ')).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'FILE_LEFT a.xml',
    'FILE_LEFT page.html',
    'FILE_LEFT villages.csv',
    'FILE_TAKEN roof.png',
    'FILE_TAKEN villages.csv',
    'FILE_TAKEN wells.geojson',
  ])
  const { files = [] } = await draftOf(staff, id)
  expect(files.map(({ name, kind, list }) => [name, kind, list])).toEqual([
    ['roof.png', 'MEDIA', null],
    ['villages.csv', 'LIST', { columns: ['name', 'label'], rows: 1 }],
    ['wells.geojson', 'LIST', { columns: ['id', 'title', 'geometry'], rows: 1 }],
  ])
  const { bytes: kept } = await staff.raw(surveyFiles.open, { params: { id, fileId: files[1]?.id ?? 0 } })
  expect(kept.toString()).toBe('name,label\nna,Namaacha\n')
  expect(await services.files.spooled()).toEqual([])
  await staff.call(surveys.publish, { params: { surveyId: id } })
})

test('select_one_external takes its rows from external_choices, with its filter', async ({ staff, server }) => {
  const bytes = await workbookOf({
    survey: [
      ['type', 'name', 'label', 'choice_filter'],
      ['select_one states', 'state', 'State', null],
      ['select_one_external cities', 'city', 'City', 'state=${state}'],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['states', 'tx', 'Texas'],
      ['states', 'wa', 'Washington'],
    ],
    external_choices: [
      ['list_name', 'name', 'label::English (en)', 'state'],
      ['cities', 'austin', 'Austin, TX', 'tx'],
      ['cities', 'seattle', 'Seattle', 'wa'],
      ['counties', 'king', 'King', 'wa'],
    ],
  })
  const { id, told } = await imported(staff, 'external.xlsx', bytes)
  expect(told).toEqual([
    ['FILE_TAKEN', 'cities.csv'],
    ['FILE_TAKEN', 'counties.csv'],
  ])
  const { version } = await draftOf(staff, id)
  await staff.call(surveys.update, { params: { id }, body: { version, participantRequired: false } })
  await staff.call(surveys.publish, { params: { surveyId: id } })
  const { data: form } = await staff.call(entry.form, { params: { surveyId: String(id) } })
  expect(questionsOf(form.content)[1]).toMatchObject({
    list: { file: 'cities.csv' },
    optionFilter: `column('state') = state`,
  })
  const send = (answers: object) => staff.call(entry.send, { body: { surveyId: id, answers: { ...answers } } })
  expect((await refusalOf(send({ state: 'tx', city: 'seattle' }))).errors).toMatchObject([
    { code: 'CHOICE_NOT_OFFERED' },
  ])
  await send({ state: 'tx', city: 'austin' })
  const { xml } = await loadForm({ server, token: await makeToken(staff, id) })
  expect(xml).toContain(`nodeset="instance('cities')/root/item[(state = /data/state`)
})

test('an archive that grows too far, or is broken, is refused and leaves nothing', async ({ staff, services }) => {
  const form = await workbookOf({
    survey: [
      ['type', 'name', 'label'],
      ['text', 'a', 'A'],
    ],
  })
  const refused = async (bytes: Buffer) =>
    (await refusalOf(staff.call(formFiles.import, { file: { name: 'a.zip', bytes }, query: { confirm: 'true' } }))).code
  const zeros = Buffer.alloc(40 * 1024 * 1024)
  expect(
    await refused(
      zip([
        { name: 'a.xlsx', content: form },
        { name: 'b.csv', content: zeros },
      ]),
    ),
  ).toBe('FILE_UNPACKED_TOO_LARGE')
  const lying = { name: 'b.csv', content: zeros, claimed: 1000 }
  expect(await refused(zip([{ name: 'a.xlsx', content: form }, lying]))).toBe('FILE_BROKEN')
  const many = Array.from({ length: 1001 }, (_, n) => ({ name: `${n}.csv`, content: 'name\n' }))
  expect(await refused(zip([{ name: 'a.xlsx', content: form }, ...many]))).toBe('FILE_UNPACKED_TOO_LARGE')
  expect(await services.files.spooled()).toEqual([])
})
