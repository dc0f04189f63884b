import { expect, onTestFinished } from 'vitest'
import { forms, type WorkbookReport } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { questions } from '#contract/questions.ts'
import { someAnswers } from '../../test/given-responses.ts'
import { refusalOf, rowsOf, send, workbook } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { writeTemplate } from '../download/template.ts'

test('a filled template becomes responses; the same file again changes nothing', async ({ staff, given, sql }) => {
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
})

test('the template that is downloaded is taken back filled in, in every language', async ({ staff, given }) => {
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
})

test('problems of file and stored rows come in one report, and nothing is taken', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const [first, second] = rowsOf(survey, 2)
  await send(staff, survey, await workbook(survey, [first ?? {}, second ?? {}]))
  const fresh = rowsOf(survey, 3, 'new')
  const bytes = await workbook(survey, [
    { ...first },
    { ...second, latitude: 1, longitude: 2 },
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
})

test('a file that grew adds its new rows, and known rows stay as they are', async ({ staff, given }) => {
  const survey = await given.survey()
  const rows = rowsOf(survey, 5)
  await send(staff, survey, await workbook(survey, rows.slice(0, 3)))
  const { data } = await send(staff, survey, await workbook(survey, rows))
  expect(data).toMatchObject({ rows: 5, created: 2, alreadyThere: 3, newParticipants: 2 })
})

test('of the same file sent twice at once one is taken and both get its answer', async ({ staff, given }) => {
  const survey = await given.survey()
  const bytes = await workbook(survey, rowsOf(survey, 30))
  const answers = await Promise.all([send(staff, survey, bytes), send(staff, survey, bytes)])
  expect(answers.filter(({ data }) => data.repeated).length).toBe(1)
  expect(new Set(answers.map(({ data }) => data.uploadId)).size).toBe(1)
  expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(30)
})

test('a template of another survey and one of an older version are refused', async ({ staff, given }) => {
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
})

test.for(['DRAFT', 'PAUSED', 'CLOSED'] as const)(
  'a survey that is %s takes no workbook',
  async (status, { given, as }) => {
    const staff = as(await given.admin())
    const survey = await given.survey({ status })
    const bytes = await workbook(survey, rowsOf(survey, 1))
    await expect(send(staff, survey, bytes)).rejects.toMatchObject({ status: 409, code: 'SURVEY_NOT_OPEN' })
  },
)

test('without the right to enter responses neither the template nor the upload is open', async ({ given, as }) => {
  const staff = as(await given.admin({ permissions: ['responses.read', 'responses.review'] }))
  const survey = await given.survey()
  await expect(send(staff, survey, Buffer.from('x'))).rejects.toMatchObject({ status: 403 })
  expect((await staff.raw(forms.template, { params: { surveyId: survey.id } })).status).toBe(403)
})

test('ten thousand rows are taken whole, with exact counts', { timeout: 180_000 }, async ({ staff, given, sql }) => {
  const survey = await given.survey({ status: 'PILOT', allowMultipleResponses: true })
  const { data } = await send(staff, survey, await workbook(survey, rowsOf(survey, 10_000)))
  expect(data).toMatchObject({ rows: 10_000, created: 10_000, newParticipants: 10_000 })
  const page = await staff.call(responses.list, { query: { surveyId: survey.id, isPilot: 'true', pageSize: 1 } })
  expect([page.total, page.list[0]?.isPilot]).toEqual([10_000, true])
  const { rows } = await sql.owner.query(
    `select (select count(*) from form where survey_id = $1) as forms,
        (select count(*) from form_doc where survey_id = $1) as docs,
        (select sum(n)::bigint from survey_counter where survey_id = $1) as counted`,
    [survey.id],
  )
  expect(rows).toEqual([{ forms: 10_000, docs: 10_000, counted: 10_000 }])
})

test('two files with other values of the same forms at once: one is taken, one refused', async ({
  staff,
  given,
  sql,
}) => {
  const survey = await given.survey()
  const rows = rowsOf(survey, 200, 'same')
  const files = [1, 2].map((members) =>
    workbook(
      survey,
      rows.map((row) => ({ ...row, members })),
    ),
  )
  const sent = await Promise.allSettled((await Promise.all(files)).map((bytes) => send(staff, survey, bytes)))
  const taken = sent.flatMap((result) => (result.status === 'fulfilled' ? [result.value.data.created] : []))
  const refused = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(taken).toEqual([rows.length])
  expect(refused).toMatchObject([{ code: 'WORKBOOK_UPDATES' }])
  const { rows: stored } = await sql.owner.query(`select from form where survey_id = $1`, [survey.id])
  expect(stored).toHaveLength(rows.length)
})

test('a participant who is erased during an upload gets none of its answers', async ({ given, as, sql }) => {
  const survey = await given.survey()
  const { id, phone } = await given.participant()
  const rows = rowsOf(survey, 1, 'erased').map((row) => ({ ...row, participantPhone: phone }))
  const holder = await sql.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select from person where id = $1 for update', [id])
  const sent = send(as(await given.admin()), survey, await workbook(survey, rows))
  await untilWaiting(sql)
  await holder.query(
    `update person set phone = null, username = 'anonymous-' || id, anonymised_at = now() where id = $1`,
    [id],
  )
  await holder.query('commit')
  expect((await sent).data).toMatchObject({ created: 1, newParticipants: 1 })
  expect((await sql.owner.query('select from form where participant_id = $1', [id])).rowCount).toBe(0)
})
