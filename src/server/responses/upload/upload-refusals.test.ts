import { writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { forms, type WorkbookReport } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { refusalOf, send } from '../../test/given-upload.ts'
import { zip } from '../../test/given-zip.ts'
import { test } from '../../test/with-app.ts'

test.for<[what: string, bytes: () => Buffer | Promise<Buffer>, status: number, code: string]>([
  ['a picture', () => Buffer.from('89504e470d0a1a0a00', 'hex'), 415, 'FILE_TYPE'],
  ['a table of something else', () => Buffer.from('code,price\n1,2\n'), 422, 'WORKBOOK_NOT_A_TEMPLATE'],
  ['a CSV with a quote that never ends', () => Buffer.from('formKey,name\n1,"Ana\n'), 422, 'FILE_BROKEN'],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, 'FILE_TYPE'],
  ['a ZIP of something else', () => zip([{ name: 'word/document.xml', content: '<a/>' }]), 415, 'FILE_TYPE'],
  ['half a workbook', async () => (await emptyWorkbook()).subarray(0, 2000), 422, 'FILE_BROKEN'],
  [
    'an entry that lies about its size',
    () => zip([{ name: '[Content_Types].xml', content: Buffer.alloc(1e6), claimed: 100 }]),
    415,
    'FILE_TYPE',
  ],
  [
    '100 MB of nothing in 100 KB',
    () => zip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(100e6) }]),
    413,
    'FILE_UNPACKED_TOO_LARGE',
  ],
  ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1, 1), 413, 'PAYLOAD_TOO_LARGE'],
  ['a workbook with nothing in it', emptyWorkbook, 422, 'WORKBOOK_EMPTY'],
  ['a workbook that is no template', foreignWorkbook, 422, 'WORKBOOK_NOT_A_TEMPLATE'],
])('%s is refused, and nothing is stored', async ([_, make, status, code], { staff, given, sql }) => {
  const survey = await given.survey()
  const bytes = await make()
  await expect(send(staff, survey, bytes)).rejects.toMatchObject({ status, code })
  const { rows } = await sql.owner.query(`select from form_upload where survey_id = $1`, [survey.id])
  expect(rows).toEqual([])
})

async function emptyWorkbook(): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [] }] }))
}

async function foreignWorkbook(): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'responses', rows: [['formKey'], ['Form key'], ['f1']] }] }))
}

test('a formula counts by its last value, and is wrong without one', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [[{ code: 'name', type: 'TEXT' }]] })
  const sent = async (key: string, last: object) =>
    send(
      staff,
      survey,
      await writeXlsx({
        sheets: [
          {
            name: 'responses',
            rows: [
              ['formKey', 'name'],
              ['Form key *', 'Name'],
              [key, null],
            ],
            cells: new Map([['2,1', { formula: 'A3&"!"', value: null, ...last }]]),
          },
          { name: 'readme', rows: [[], ['', survey.encodedId], ['', String(survey.version)]] },
        ],
        namedRanges: [
          { name: 'canvass_survey', range: 'readme!$B$2' },
          { name: 'canvass_version', range: 'readme!$B$3' },
        ],
      }),
    )
  const { data } = await sent('f1', { formulaResult: 'f1!' })
  expect(data).toMatchObject({ created: 1, remarks: [{ code: 'FORMULA_VALUES', names: 'name' }] })
  const { data: report } = await refusalOf(sent('f2', {}))
  expect((report as WorkbookReport).problems).toMatchObject([{ cell: 'B3', column: 'name', code: 'FORMULA_CELL' }])
})

test('an export of another program is asked about and taken once; wrong rows come back', async ({ staff, given }) => {
  const sections = [
    [
      { code: 'name', type: 'TEXT' as const },
      { code: 'day', type: 'DATE' as const },
    ],
  ]
  const survey = await given.survey({ sections })
  const uuid = 'f0b4a1c2-1111-4222-8333-abcdefabcdef'
  const file = (day: string) => ({
    name: 'kobo.csv',
    bytes: Buffer.from(`hh/name;hh/day;_uuid\nAna;${day};${uuid}\n`),
  })
  const upload = (query: { dates?: 'DAY_FIRST' }, day: string) =>
    staff.call(forms.upload, { params: { surveyId: survey.id }, query, file: file(day) })
  await expect(upload({}, '03/04/2024')).rejects.toMatchObject({
    status: 409,
    code: 'WORKBOOK_ASKS',
    data: { dates: ['03/04/2024'] },
  })
  const taken = await upload({ dates: 'DAY_FIRST' }, '03/04/2024')
  expect(taken.data).toMatchObject({ created: 1, remarks: [{ code: 'KEY_TAKEN', value: '_uuid' }] })
  expect((await upload({}, '2024-04-03')).data).toMatchObject({ created: 0, alreadyThere: 1 })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  expect([data.formKey, Object.values(data.answers)]).toEqual([`uuid:${uuid}`, ['Ana', '2024-04-03']])
  const { bytes } = await staff.raw(forms.problems, { params: { surveyId: survey.id }, file: file('soon') })
  const read = await readWorkbook(Buffer.from(bytes), ['responses'], { rows: 9, columns: 20 })
  const rows = 'workbook' in read ? read.workbook.sheets.get('responses') : []
  expect(rows?.[2]).toEqual(expect.arrayContaining([`uuid:${uuid}`, 'Ana', 'soon', expect.stringContaining('date')]))
})
