/** Workbooks whose rows differ from stored responses, and those of which only the good rows are taken. */
import { expect } from 'vitest'
import { responseEdits } from '#contract/response-edits.ts'
import { payments } from '#contract/payments.ts'
import { forms, type UploadResult, type WorkbookUpdates } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import type { Caller } from '../../test/caller.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { refusalOf, rowsOf, send, workbook } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'

type Words = { goodOnly?: 'true'; confirm?: string }

function sendWith(staff: Caller, survey: GivenSurvey, bytes: Uint8Array, query: Words) {
  return staff.call(forms.upload, { params: { surveyId: survey.id }, query, file: { name: 'again.xlsx', bytes } })
}

async function differences(work: Promise<unknown>): Promise<WorkbookUpdates> {
  const { status, code, data } = await refusalOf(work)
  expect([status, code]).toEqual([409, 'WORKBOOK_UPDATES'])
  return data as WorkbookUpdates
}

const counts = ({ rows, created, updated, alreadyThere, skipped }: UploadResult) => [
  rows,
  created,
  updated,
  alreadyThere,
  skipped,
]

test('a corrected workbook shows what it changes, and changes just that once confirmed', async ({
  staff,
  given,
  sql,
}) => {
  const survey = await given.survey()
  const [first = {}, second = {}, third = {}] = rowsOf(survey, 3)
  await send(staff, survey, await workbook(survey, [first, second]))
  const corrected = await workbook(survey, [{ ...first, members: 9, notes: null }, second, third])
  const { confirm, updates } = await differences(send(staff, survey, corrected))
  expect(updates).toMatchObject([
    {
      row: 3,
      formKey: first['formKey'],
      changes: [
        { question: 'members', before: first['members'], after: 9, source: 'EDIT' },
        { question: 'notes', before: first['notes'], after: null },
      ],
    },
  ])
  const id = updates[0]?.responseId ?? 0
  expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(2)
  await differences(sendWith(staff, survey, corrected, { confirm: '0'.repeat(32) }))
  const { data } = await sendWith(staff, survey, corrected, { confirm })
  expect(counts(data)).toEqual([3, 1, 1, 1, 0])
  const { data: changes } = await staff.call(responseEdits.changes, { params: { id }, query: {} })
  expect(changes.map(({ after, reason, source }) => [after, reason, source])).toEqual([
    [null, 'workbook', 'EDIT'],
    [9, 'workbook', 'EDIT'],
  ])
  expect((await staff.call(responses.get, { params: { id } })).data.status).toBe('EDITED')
  const again = await sendWith(staff, survey, corrected, { confirm })
  expect(again.data).toEqual({ ...data, repeated: true })
  const { rows } = await sql.owner.query(`select from audit where action = 'responses.edit' and subject_id = $1`, [id])
  expect(rows).toHaveLength(1)
})

test('an edit in the meantime asks again, and another header is no change of answers', async ({ staff, given }) => {
  const survey = await given.survey()
  const [first = {}, second = {}] = rowsOf(survey, 2)
  await send(staff, survey, await workbook(survey, [first, second]))
  const corrected = await workbook(survey, [{ ...first, members: 9 }])
  const { confirm, updates } = await differences(send(staff, survey, corrected))
  const id = updates[0]?.responseId ?? 0
  await staff.call(responseEdits.update, { params: { id }, body: { questionId: 'members', value: 8 } })
  const asked = await differences(sendWith(staff, survey, corrected, { confirm }))
  expect(asked.updates[0]?.changes).toMatchObject([{ question: 'members', before: 8, after: 9 }])
  const moved = await workbook(survey, [{ ...first, members: 9, latitude: 1, longitude: 2 }])
  const { code, data } = await refusalOf(send(staff, survey, moved))
  expect([code, data]).toMatchObject(['WORKBOOK_ROWS_INVALID', { problems: [{ row: 3, code: 'FORM_EXISTS' }] }])
})

test('a response stays the same for a caller who may not edit or see it, or once paid', async ({
  staff,
  given,
  as,
  sql,
}) => {
  const survey = await given.survey({ amount: '10' })
  const [first = {}] = rowsOf(survey, 1)
  await send(staff, survey, await workbook(survey, [first]))
  const corrected = (cells: object) => workbook(survey, [{ ...first, ...cells }])
  const codeFor = async (caller: Caller, cells: object) => {
    const { data } = await refusalOf(send(caller, survey, await corrected(cells)))
    return (data as { problems: { code: string }[] }).problems.map(({ code }) => code)
  }
  const enterer = as(await given.admin({ permissions: ['responses.enter', 'surveys.all'] }))
  expect(await codeFor(enterer, { members: 9 })).toEqual(['FORM_EXISTS'])
  const editor = as(await given.admin({ permissions: ['responses.enter', 'responses.edit', 'surveys.all'] }))
  expect(await codeFor(editor, { name: 'Another' })).toEqual(['FORM_EXISTS'])
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
  const id = list[0]?.id ?? 0
  await staff.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } })
  await staff.call(payments.bulkInitiate, { body: { locationIds: [id] } })
  await as(await given.admin()).call(payments.bulkApprove, { body: { locationIds: [id] } })
  expect(await codeFor(staff, { members: 9 })).toEqual(['RESPONSE_LOCKED'])
  const { rows } = await sql.owner.query('select from answer_change where survey_id = $1', [survey.id])
  expect(rows).toEqual([])
})

test('good rows alone are taken, and the same file is read again for the others', async ({ staff, given, sql }) => {
  const survey = await given.survey({ participantRequired: false })
  const [first = {}, second = {}, third = {}] = rowsOf(survey, 3)
  await send(staff, survey, await workbook(survey, [first]))
  const rows = [{ ...first, latitude: 5, longitude: 5 }, { ...second, members: 'many' }, third]
  const bytes = await workbook(survey, rows)
  await expect(send(staff, survey, bytes)).rejects.toMatchObject({ code: 'WORKBOOK_ROWS_INVALID' })
  const { data } = await sendWith(staff, survey, bytes, { goodOnly: 'true' })
  expect(counts(data)).toEqual([3, 1, 0, 0, 2])
  expect(data.problems.map(({ row, code }) => [row, code])).toEqual([
    [3, 'FORM_EXISTS'],
    [4, 'NOT_A_NUMBER'],
  ])
  await sql.owner.query('update form set latitude = 5, longitude = 5 where survey_id = $1 and client_uuid = $2', [
    survey.id,
    first['formKey'],
  ])
  expect(counts((await sendWith(staff, survey, bytes, { goodOnly: 'true' })).data)).toEqual([3, 0, 0, 2, 1])
})
