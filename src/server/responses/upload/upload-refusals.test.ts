import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { WorkbookReport } from '#contract/response-files.ts'
import { refusalOf, send } from '../../test/given-upload.ts'
import { zip } from '../../test/given-zip.ts'
import { withApp } from '../../test/with-app.ts'

test.each<[what: string, bytes: () => Buffer | Promise<Buffer>, status: number, code: string]>([
  ['a picture', () => Buffer.from('89504e470d0a1a0a00', 'hex'), 415, 'FILE_TYPE'],
  ['text with commas', () => Buffer.from('formKey,name\n1,Ana\n'), 415, 'FILE_TYPE'],
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
])('%s is refused, and nothing is stored', (_, make, status, code) =>
  withApp(async ({ given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const bytes = await make()
    await expect(send(staff, survey, bytes)).rejects.toMatchObject({ status, code })
    const { rows } = await sql.owner.query(`select from form_upload where survey_id = $1`, [survey.id])
    expect(rows).toEqual([])
  })(),
)

async function emptyWorkbook(): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [] }] }))
}

async function foreignWorkbook(): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'responses', rows: [['formKey'], ['Form key'], ['f1']] }] }))
}

test(
  'a formula in a filled template is refused with any last value',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey({ sections: [[{ code: 'name', type: 'TEXT' }]] })
    const codes = ['formKey', 'name']
    const cells = new Map([['2,1', { formula: 'A3&"!"', formulaResult: 'f1!', value: null }]])
    const bytes = await writeXlsx({
      sheets: [
        { name: 'responses', rows: [codes, ['Form key *', 'Name'], ['f1', null]], cells },
        {
          name: 'readme',
          rows: [
            ['', ''],
            ['', survey.encodedId],
            ['', String(survey.version)],
          ],
        },
      ],
      namedRanges: [
        { name: 'canvass_survey', range: 'readme!$B$2' },
        { name: 'canvass_version', range: 'readme!$B$3' },
      ],
    })
    const { data } = await refusalOf(send(staff, survey, bytes))
    expect((data as WorkbookReport).problems).toMatchObject([{ cell: 'B3', column: 'name', code: 'FORMULA_CELL' }])
  }),
)
