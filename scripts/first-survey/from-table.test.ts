import { expect } from 'vitest'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { apiClient } from '#server/demo/api-client.ts'
import { within } from '#server/demo/within.ts'
import { test } from '#server/test/with-app.ts'
import { filledTemplate, publishSurvey, responseOf } from './from-table.ts'
import { inferQuestions } from '#domain/surveys/table-survey.ts'
import { phonesFrom } from './phones.ts'

const headers = [
  'key_ID',
  'village',
  'interview_date',
  'no_membrs',
  'memb_assoc',
  'items_owned',
  'latitude',
  'instanceID',
]
const rows = [
  ['1', 'God', '2016-11-17T00:00:00Z', '3', 'NULL', 'bicycle;solar_panel', '-19.1', 'uuid:a-1'],
  ['2', 'God', '2016-11-17T00:00:00Z', '7', 'yes', 'NULL', '', 'uuid:a-2'],
  ['3', 'Ruaca', '2017-02-01T00:00:00Z', '10', 'yes', 'radio', '-19.25', 'uuid:a-3'],
  ['4', 'Ruaca', '2017-06-03T00:00:00Z', '6', 'no', 'radio;bicycle', '-19', 'uuid:a-4'],
  ['5', 'God', '2016-11-21T00:00:00Z', '2', 'no', 'table;radio', '-19.3', 'uuid:a-5'],
]

test('a table becomes a paid survey whose template, filled with its rows, is accepted', async ({ given, server }) => {
  const { token } = await given.admin()
  const api = apiClient({ url: 'http://canvass', token, send: within(server) })
  const questions = inferQuestions(headers, rows, 7)
  const surveyId = await publishSurvey(api, { title: 'Interviews', amount: '50', currency: 'MZN' }, questions)
  const { data: survey } = await api.call(surveys.get, { params: { id: surveyId } })
  expect(survey).toMatchObject({ surveyType: 'PAID', amount: '50.00', status: 'PUBLISHED', questionCount: 7 })

  const phones = phonesFrom('+258840000000', rows.length)
  const filled = rows.map((row, index) => responseOf(row, { keyColumn: 7, questions, phone: phones[index] }))
  const workbook = await filledTemplate(api, surveyId, filled)
  const file = new File([Uint8Array.from(workbook)], 'interviews.xlsx', { type: xlsxMime })
  const { data: uploaded } = await api.call(forms.upload, { params: { surveyId }, file })
  expect(uploaded).toMatchObject({ rows: 5, created: 5, newParticipants: 5 })

  const { list } = await api.call(responses.list, { query: { surveyId, q: 'uuid:a-4' } })
  const { data: response } = await api.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const codes = response.sections.flatMap((section) => section.questions.map(({ id, code }) => [code, id] as const))
  expect(response).toMatchObject({ formKey: 'uuid:a-4', phone: '+258840000003' })
  expect(codes.map(([code, id]) => [code, response.answers[id]])).toEqual([
    ['key_ID', 4],
    ['village', 'Ruaca'],
    ['interview_date', '2017-06-03'],
    ['no_membrs', 6],
    ['memb_assoc', 'no'],
    ['items_owned', ['radio', 'bicycle']],
    ['latitude_2', -19],
  ])
})
