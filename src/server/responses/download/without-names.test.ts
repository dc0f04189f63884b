import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { test } from '../../test/with-app.ts'

const limits = { rows: 100, columns: 100 }

test('a file without personal data has no name or phone, and coarse places and days', async ({ given, as, sql }) => {
  const staff = as(await given.admin())
  const survey = await given.survey({
    sections: [
      [
        { code: 'own_name', type: 'TEXT', personal: true },
        { code: 'call_me', type: 'PHONE' },
        { code: 'face', type: 'IMAGE' },
        { code: 'well', type: 'GEOPOINT' },
        { code: 'seen', type: 'DATETIME' },
        { code: 'meals', type: 'INTEGER' },
      ],
      {
        repeat: { max: 3 },
        asks: [
          { code: 'age', type: 'INTEGER' },
          { code: 'child', type: 'TEXT', personal: true },
        ],
      },
    ],
  })
  const id = (code: string) => survey.question(code).id
  const answers = {
    [id('own_name')]: 'Ana Sitoe',
    [id('call_me')]: '+258849998877',
    [id('well')]: { latitude: -19.83456, longitude: 34.83456, accuracy: 4 },
    [id('seen')]: '2025-06-02T08:15:00Z',
    [id('meals')]: 2,
    [`${id('age')}.1`]: 7,
    [`${id('child')}.1`]: 'Rui Sitoe',
  }
  const made = await given.responses(survey, 2, { submittedAt: '2025-06-02T08:15:00Z', answers })
  await sql.owner.query(
    'update form set latitude = -19.81234, longitude = 34.81234, accuracy = 3 where survey_id = $1',
    [survey.id],
  )
  const order = { surveyId: survey.id, identity: 'removed' }
  const sheetsOf = async () => {
    const read = await readWorkbook((await staff.raw(excels.download, { query: order })).bytes, 'ALL', limits)
    if ('refusal' in read) throw new Error(read.refusal)
    return [...read.workbook.sheets.values()].map((rows) =>
      rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : `${cell as string | number}`))),
    )
  }
  const [responses = [], children = [], codebook = []] = await sheetsOf()
  const all = JSON.stringify([responses, children])
  for (const word of [
    'Ana',
    'Rui',
    '84999',
    '08:15',
    '19.83456',
    '19.81234',
    ...made.flatMap(({ formKey, phone }) => [formKey, phone]),
  ])
    expect(all).not.toContain(word)
  const [codes = [], , first = []] = responses
  const cell = (code: string) => first[codes.indexOf(code)]
  expect(codes).not.toEqual(
    expect.arrayContaining(['_id', 'participantPhone', '_deviceId', 'own_name', 'call_me', 'face', 'siteCode']),
  )
  expect(['latitude', 'longitude', 'well.latitude', 'meals'].map(cell)).toEqual(['-19.81', '34.81', '-19.83', '2'])
  expect([cell('submittedAt'), cell('seen')].map((day) => day?.slice(0, 10))).toEqual(['2025-06-02', '2025-06-02'])
  // One name in all tables of a file, another one in the next.
  expect(new Set(children.slice(2).map(([name]) => name))).toEqual(
    new Set(responses.slice(2).map((row) => row[codes.indexOf('formKey')])),
  )
  const again = (await sheetsOf())[0]?.[2]?.[codes.indexOf('formKey')]
  expect(again).not.toBe(cell('formKey'))
  const told = new Map(codebook.map(([variable = '', , means = '']) => [variable, means]))
  expect(['own_name', 'child', 'participantPhone'].map((code) => told.get(code))).toEqual(
    Array(3).fill('LEFT OUT: it may tell who answered'),
  )
  expect(told.get('latitude')).toContain('two decimals')
  for (const format of ['geojson', 'zip'])
    await expect(staff.call(excels.download, { query: { ...order, format } })).rejects.toMatchObject({
      errors: [{ path: 'identity' }],
    })
  for (const format of ['csv', 'sav', 'dta', 'parquet']) {
    const { status, bytes } = await staff.raw(excels.download, { query: { ...order, format } })
    expect(status).toBe(200)
    expect(bytes.toString('latin1')).not.toMatch(/Ana Sitoe|84999|participantPhone/)
  }
})
