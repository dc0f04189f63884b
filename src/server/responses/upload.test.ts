import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { forms, type WorkbookReport } from '#contract/forms.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { questions } from '#contract/questions.ts'
import type { Caller, Refused } from '../test/caller.ts'
import { someAnswers } from '../test/given-responses.ts'
import type { GivenSurvey } from '../test/given-survey.ts'
import { filledRow } from '../test/given-workbook.ts'
import { withApp } from '../test/with-app.ts'
import { type FilledRow, writeTemplate } from './template.ts'

let phones = 841_000_000
function nextPhone(): string {
  return `+258${(phones += 1)}`
}

function rowsOf({ content }: GivenSurvey, count: number, prefix = 'f'): FilledRow[] {
  return Array.from({ length: count }, (_, n) =>
    filledRow(content, { formKey: `${prefix}${n}`, phone: nextPhone(), answers: someAnswers(content, n) }),
  )
}

async function workbook(survey: GivenSurvey, rows: readonly FilledRow[]): Promise<Buffer> {
  return Buffer.from(await writeTemplate(survey, 'en', rows))
}

function send(staff: Caller, survey: GivenSurvey, bytes: Uint8Array) {
  return staff.call(forms.upload, { params: { surveyId: survey.id }, file: { name: 'filled.xlsx', bytes } })
}

async function refusalOf(work: Promise<unknown>): Promise<Refused> {
  return work.then(
    () => expect.unreachable('it was taken'),
    (error: unknown) => error as Refused,
  )
}

test(
  'a filled template becomes responses of participants, and the same file again changes nothing',
  withApp(async ({ given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const bytes = await workbook(survey, rowsOf(survey, 12))
    const { data } = await send(staff, survey, bytes)
    expect(data).toMatchObject({ rows: 12, created: 12, alreadyThere: 0, newParticipants: 12, repeated: false })
    const again = await send(staff, survey, bytes)
    expect(again.data).toEqual({ ...data, repeated: true })
    const page = await staff.call(responses.list, { query: { surveyId: survey.id } })
    expect([page.total, page.statusCounts.RECEIVED]).toEqual([12, 12])
    const newest = await staff.call(responses.get, { params: { id: page.list[0]?.id ?? 0 } })
    const n = Number(newest.data.formKey.slice(1))
    expect(newest.data.answers).toEqual(JSON.parse(JSON.stringify(someAnswers(survey.content, n))))
    const { rows } = await sql.owner.query(`select name, username, phone from person where phone = $1`, [
      newest.data.phone,
    ])
    expect(rows).toEqual([
      { name: `+258•••••••${newest.data.phone?.slice(-2)}`, username: newest.data.phone, phone: newest.data.phone },
    ])
  }),
)

test(
  'the template that is downloaded is taken back filled in, in every language',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    for (const lang of ['en', 'pt-br', 'zh'] as const) {
      const { status, headers, bytes } = await staff.raw(forms.template, {
        params: { surveyId: survey.encodedId },
        query: { lang },
      })
      expect([status, headers['content-type']]).toEqual([200, forms.template.reply.mime])
      await expect(send(staff, survey, bytes)).rejects.toMatchObject({ code: 'WORKBOOK_EMPTY' })
      const filled = await writeTemplate(survey, lang, rowsOf(survey, 2, lang))
      expect((await send(staff, survey, filled)).data.created).toBe(2)
    }
  }),
)

test(
  'problems of the file and of what is stored come in one report, and nothing is taken',
  withApp(async ({ given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const [first, second] = rowsOf(survey, 2)
    await send(staff, survey, await workbook(survey, [first ?? {}, second ?? {}]))
    const fresh = rowsOf(survey, 3, 'new')
    const bytes = await workbook(survey, [
      { ...first },
      { ...second, members: 30 },
      { ...fresh[0], participantPhone: first?.['participantPhone'] ?? null },
      { ...fresh[1], members: 'many' },
      { ...fresh[2] },
    ])
    const { code, data } = await refusalOf(send(staff, survey, bytes))
    expect(code).toBe('WORKBOOK_ROWS_INVALID')
    expect(data).toMatchObject({ rows: 5, problemCount: 4 })
    expect((data as WorkbookReport).problems.map(({ row, cell, code }) => [row, cell, code])).toEqual([
      [4, 'A4', 'FORM_EXISTS'],
      [5, 'B5', 'PARTICIPANT_REPEATED'],
      [5, 'B5', 'RESPONSE_REPEATED'],
      [6, 'H6', 'NOT_A_NUMBER'],
    ])
    expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(2)
    const phone = fresh[2]?.['participantPhone']
    const { rows } = await sql.owner.query(`select from person where phone = $1`, [phone])
    expect(rows).toEqual([])
  }),
)

test(
  'a file that grew is taken for its new rows, and what is there already stays as it is',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const rows = rowsOf(survey, 5)
    await send(staff, survey, await workbook(survey, rows.slice(0, 3)))
    const { data } = await send(staff, survey, await workbook(survey, rows))
    expect(data).toMatchObject({ rows: 5, created: 2, alreadyThere: 3, newParticipants: 2 })
  }),
)

test(
  'of the same file sent twice at once one is taken and both get its answer',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const bytes = await workbook(survey, rowsOf(survey, 30))
    const answers = await Promise.all([send(staff, survey, bytes), send(staff, survey, bytes)])
    expect(answers.map(({ data }) => data.repeated).toSorted()).toEqual([false, true])
    expect(new Set(answers.map(({ data }) => data.uploadId)).size).toBe(1)
    expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(30)
  }),
)

test(
  'a template of another survey and one of an older version are refused',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const other = await given.survey()
    await expect(send(staff, survey, await workbook(other, rowsOf(other, 1)))).rejects.toMatchObject({
      status: 422,
      code: 'WORKBOOK_WRONG_SURVEY',
    })
    const old = await workbook(survey, rowsOf(survey, 1))
    const sectionId = survey.content.sections[0]?.id ?? 0
    await staff.call(questions.create, { body: { sectionId, type: 'TEXT', text: { en: 'One more' } } })
    await staff.call(surveys.publish, { params: { surveyId: survey.id } })
    await expect(send(staff, survey, old)).rejects.toMatchObject({ status: 422, code: 'WORKBOOK_WRONG_VERSION' })
  }),
)

test.each(['DRAFT', 'PAUSED', 'CLOSED'] as const)('a survey that is %s takes no workbook', (status) =>
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey({ status })
    const bytes = await workbook(survey, rowsOf(survey, 1))
    await expect(send(staff, survey, bytes)).rejects.toMatchObject({ status: 409, code: 'SURVEY_NOT_OPEN' })
  })(),
)

test(
  'without the right to enter responses neither the template nor the upload is open',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin({ permissions: ['responses.read', 'responses.review'] }))
    const survey = await given.survey()
    await expect(send(staff, survey, Buffer.from('x'))).rejects.toMatchObject({ status: 403 })
    expect((await staff.raw(forms.template, { params: { surveyId: survey.id } })).status).toBe(403)
  }),
)

/** A ZIP of one entry, whose directory claims what it is told to claim. */
function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content)
  const path = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claimed, 22)
  local.writeUInt16LE(path.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(claimed, 24)
  entry.writeUInt16LE(path.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + path.length, 12)
  end.writeUInt32LE(local.length + path.length + packed.length, 16)
  return Buffer.concat([local, path, packed, entry, path, end])
}

const zeros = Buffer.alloc(400 * 1024 * 1024)

test.each<[what: string, bytes: () => Buffer | Promise<Buffer>, status: number, code: string]>([
  ['a picture', () => Buffer.from('89504e470d0a1a0a00', 'hex'), 415, 'FILE_TYPE'],
  ['text with commas', () => Buffer.from('formKey,name\n1,Ana\n'), 415, 'FILE_TYPE'],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, 'FILE_TYPE'],
  ['a ZIP of something else', () => zip('word/document.xml', Buffer.from('<a/>')), 415, 'FILE_TYPE'],
  ['half a workbook', async () => (await emptyWorkbook()).subarray(0, 2000), 422, 'FILE_BROKEN'],
  ['an entry that lies about its size', () => zip('[Content_Types].xml', Buffer.alloc(1e6), 100), 415, 'FILE_TYPE'],
  ['400 MB of nothing in 400 KB', () => zip('xl/worksheets/sheet1.xml', zeros), 413, 'FILE_UNPACKED_TOO_LARGE'],
  ['20 MB', () => Buffer.alloc(20 * 1024 * 1024, 1), 413, 'PAYLOAD_TOO_LARGE'],
  ['a workbook with nothing in it', emptyWorkbook, 422, 'WORKBOOK_EMPTY'],
  ['a workbook that is no template', foreignWorkbook, 422, 'WORKBOOK_NOT_A_TEMPLATE'],
])('%s is refused within two seconds, and nothing is stored', (_, make, status, code) =>
  withApp(async ({ given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey()
    const bytes = await make()
    const began = performance.now()
    await expect(send(staff, survey, bytes)).rejects.toMatchObject({ status, code })
    expect(performance.now() - began).toBeLessThan(2000)
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
  'a formula in a filled template is refused, whatever it last showed',
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

test(
  'ten thousand rows are taken whole, with exact counts',
  { timeout: 60_000 },
  withApp(async ({ given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey({ status: 'PILOT', allowMultipleResponses: true })
    const { data } = await send(staff, survey, await workbook(survey, rowsOf(survey, 10_000)))
    expect(data).toMatchObject({ rows: 10_000, created: 10_000, newParticipants: 10_000 })
    const page = await staff.call(responses.list, { query: { surveyId: survey.id, pageSize: 1 } })
    expect([page.total, page.list[0]?.isPilot]).toEqual([10_000, true])
    const { rows } = await sql.owner.query(
      `select (select count(*) from form where survey_id = $1) as forms,
        (select count(*) from form_doc where survey_id = $1) as docs,
        (select sum(n)::bigint from survey_counter where survey_id = $1) as counted`,
      [survey.id],
    )
    expect(rows).toEqual([{ forms: 10_000, docs: 10_000, counted: 10_000 }])
  }),
)
