/** Lists in the formats that people have: each becomes the same rows, and hostile ones are refused. */
import { expect } from 'vitest'
import { surveyFiles } from '#contract/survey-files.ts'
import { sections } from '#contract/sections.ts'
import { questions } from '#contract/questions.ts'
import { surveys } from '#contract/surveys.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { Caller } from '../test/caller.ts'
import { loadForm, makeToken } from '../test/collecting-app.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'

async function add(staff: Caller, id: number, name: string, text: string, encoding: BufferEncoding = 'utf8') {
  const file = { name, bytes: Buffer.from(text, encoding) }
  return (await staff.call(surveyFiles.upload, { params: { id }, file })).data
}

async function rowsOf(staff: Caller, id: number, fileId: number) {
  return (await staff.raw(surveyFiles.open, { params: { id, fileId }, query: { as: 'rows' } })).bytes.toString()
}

const feature = (properties: object, geometry: object | null, more = {}) => ({
  type: 'Feature',
  properties,
  geometry,
  ...more,
})
const geoJson = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    feature({ id: 'p1', title: 'Poço' }, { type: 'Point', coordinates: [33.5, -19.1] }),
    feature(
      { title: 'Área', deep: { a: 1 } },
      {
        type: 'Polygon',
        coordinates: [
          [
            [33, -19],
            [34, -20],
          ],
        ],
      },
      { id: 7 },
    ),
    feature({ id: 'p3' }, null),
  ],
})

test('CSV of any encoding and delimiter, XML and GeoJSON become rows', async ({ staff, given }) => {
  const { id } = await given.survey({ status: 'DRAFT' })
  const wanted = 'name,label\nna,Muçene\nbo,Boane\n'
  const kept = 'na;Muçene\nbo;Boane\n'
  for (const [name, text, encoding] of [
    ['a.csv', `name;label\n${kept}`, 'latin1'],
    ['b.csv', `\uFEFF${`name;label\n${kept}`.replaceAll(';', '\t')}`, 'utf16le'],
    ['c.csv', `\uFEFF${wanted}`, 'utf8'],
    [
      'd.xml',
      '<?xml version="1.0"?><root><item><name>na</name><label>Mu&#231;ene</label></item><item><name>bo</name><label>Boane</label></item></root>',
      'utf8',
    ],
  ] as const) {
    const file = await add(staff, id, name, text, encoding)
    expect(file.list, name).toEqual({ columns: ['name', 'label'], rows: 2 })
    expect(await rowsOf(staff, id, file.id), name).toBe(wanted)
    const { bytes } = await staff.raw(surveyFiles.open, { params: { id, fileId: file.id } })
    // Apps read UTF-8 with commas alone.
    expect(bytes.toString(), name).toBe(name === 'a.csv' || name === 'b.csv' ? wanted : text)
  }
  const places = await add(staff, id, 'e.geojson', geoJson)
  expect(places.list).toEqual({ columns: ['id', 'title', 'geometry', 'deep'], rows: 3 })
  expect(await rowsOf(staff, id, places.id)).toBe(
    'id,title,geometry,deep\np1,Poço,-19.1 33.5 0 0,\n7,Área,"-19 33 0 0; -20 34 0 0",\np3,,,\n',
  )
})

const entities = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><root><item><name>&b;</name></item></root>'
const hostile: [string, string][] = [
  ['a.xml', entities],
  ['a.xml', '<root><item><name>a</name></item>'],
  ['a.xml', '<a>'.repeat(100_000)],
  ['a.xml', '<root><item><name><b>a</b></name></item></root>'],
  ['a.geojson', '['.repeat(1_000_000)],
  ['a.geojson', '{"type":"FeatureCollection","features":[null]}'],
  ['a.geojson', '{"type":"Feature"}'],
  [
    'a.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [{ properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, 1])) }],
    }),
  ],
]

test('a list that is none, is nested, has entities or is too large is refused', async ({ staff, given }) => {
  const { id } = await given.survey({ status: 'DRAFT' })
  for (const [name, text] of hostile)
    expect((await refusalOf(add(staff, id, name, text))).errors, text.slice(0, 60)).toMatchObject([
      { path: 'file', code: 'LIST_UNREADABLE' },
    ])
  const long = `<root>${'<i><n>1</n></i>'.repeat(100_001)}</root>`
  expect((await refusalOf(add(staff, id, 'a.xml', long))).errors).toMatchObject([
    { code: 'LIST_TOO_LONG', limit: 100_000 },
  ])
  expect((await refusalOf(add(staff, id, 'a.csv', 'x'.repeat(31 * 1024 * 1024)))).code).toBe('PAYLOAD_TOO_LARGE')
  const named = await add(
    staff,
    id,
    'a.geojson',
    '{"type":"FeatureCollection","features":[{"properties":{"__proto__":"p","id":"x"}}]}',
  )
  expect(named.list?.columns).toEqual(['__proto__', 'id', 'geometry'])
})

test('a survey is published when its files have the columns that it names', async ({ staff, given, server }) => {
  const { id, encodedId } = await given.survey({ status: 'DRAFT', sections: [[{ code: 'a', type: 'TEXT' }], []] })
  const { data: draft } = await staff.call(surveys.get, { params: { id } })
  const [, section] = draft.sections
  if (!section) throw new Error('no section')
  const { id: sectionId, version } = section
  const relevant = `lookup('p.csv', 'open', 'name', a) = 'yes'`
  await staff.call(sections.update, { params: { id: sectionId }, body: { version, relevant } })
  const asked = { sectionId, code: 'place', text: 'Place', type: 'SINGLE' as const, list: { file: 'p.geojson' } }
  await staff.call(questions.create, { body: { ...asked, optionFilter: `column('district') = a` } })
  const publish = () => staff.call(surveys.publish, { params: { surveyId: id } })
  const problems = async () =>
    ((await refusalOf(publish())).errors as FieldProblem[]).map(({ path, code, names }) => [path, code, names])
  const [inSection, inList, inFilter] = [
    'sections[1].relevant',
    'sections[1].questions[0].list',
    'sections[1].questions[0].optionFilter',
  ]
  expect(await problems()).toEqual([
    [inSection, 'LIST_FILE_MISSING', 'p.csv'],
    [inList, 'LIST_FILE_MISSING', 'p.geojson'],
  ])
  await add(staff, id, 'p.csv', 'code,open\n1,yes\n')
  await add(staff, id, 'p.geojson', '{"type":"FeatureCollection","features":[{"properties":{"name":"x"}}]}')
  expect(await problems()).toEqual([
    [inSection, 'LIST_COLUMN_MISSING', 'name (p.csv)'],
    [inList, 'LIST_COLUMN_MISSING', 'id (p.geojson)'],
    [inFilter, 'LIST_COLUMN_MISSING', 'district (p.geojson)'],
  ])
  await add(staff, id, 'p.csv', 'name,open\n1,yes\n')
  await add(staff, id, 'p.geojson', geoJson.replaceAll('"title"', '"district":"d","title"'))
  await publish()
  const { xml } = await loadForm({ server, token: await makeToken(staff, id) })
  expect(xml).toContain('src="jr://file/p.geojson"')
  expect(xml).toMatch(/<value ref="id"\/><label ref="title"\/>/)
  expect(encodedId).toBeTruthy()
})
