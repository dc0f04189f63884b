import { expect } from 'vitest'
import { forms } from '#contract/response-files.ts'
import type { SurveySpec } from '../../test/given-survey.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { send, workbook } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'
import { writeTemplate } from '../download/template.ts'

const household: NonNullable<SurveySpec['sections']> = [
  [{ code: 'plots', type: 'INTEGER', validation: { min: 0, max: 9 } }],
  { repeat: { max: 5 }, asks: [{ code: 'name', type: 'TEXT', validation: { maxLength: 5 } }] },
]

test('rows with problems come back with the reasons, and are taken once corrected', async ({ staff, given }) => {
  const survey = await given.survey({ sections: household })
  const rows = [
    { formKey: 'good', plots: 1 },
    { formKey: 'f1', plots: 10 },
    { formKey: 'f2', plots: 2 },
  ]
  const members = [
    { formKey: 'good', name: 'Ana' },
    { formKey: 'f1', name: 'Rui' },
    { formKey: 'f2', name: 'Eva' },
    { formKey: 'f2', name: 'Madalena' },
    { formKey: 'f9', name: 'Lost' },
  ]
  const bytes = await writeTemplate(survey, 'en', rows, { 'Section 2': members })
  const asked = (lang: 'en' | 'pt-br') => ({
    params: { surveyId: survey.id },
    query: { lang },
    file: { name: 'h.xlsx', bytes },
  })
  const { status, bytes: noted } = await staff.raw(forms.problems, asked('pt-br'))
  expect(status).toBe(200)
  const read = await readWorkbook(noted, ['responses', 'Section 2'], { rows: 2000, columns: 50 })
  if ('refusal' in read) throw new Error(read.refusal)
  const [[codes = [], , ...responses] = [], [, , ...repetitions] = []] = [...read.workbook.sheets.values()]
  const cell = (code: string) => responses.map((row) => row[codes.indexOf(code)])
  expect(cell('formKey')).toEqual(['f1', 'f2'])
  expect(cell('_problem')).toEqual(['plots: O valor máximo é 9.', null])
  expect(repetitions.map((row) => [row[0], row[2], row[3]])).toEqual([
    ['f1', 'Rui', null],
    ['f2', 'Eva', null],
    ['f2', 'Madalena', 'name: São permitidos no máximo 5 caracteres.'],
    ['f9', 'Lost', 'formKey: Nenhuma linha das respostas tem esta chave de formulário.'],
  ])
  await expect(send(staff, survey, noted)).rejects.toMatchObject({ code: 'WORKBOOK_ROWS_INVALID' })
  const corrected = rows.slice(1).map((row) => ({ ...row, plots: 3, _problem: 'as it was' }))
  const mended = await writeTemplate(survey, 'en', corrected, {
    'Section 2': [{ formKey: 'f1', name: 'Rui', _problem: 'mended' }],
  })
  expect((await send(staff, survey, Buffer.from(mended))).data).toMatchObject({ rows: 2, created: 2 })
})

test('a workbook without problems gives back no rows; another survey’s is refused', async ({ staff, given }) => {
  const survey = await given.survey({ sections: household })
  const other = await given.survey()
  const ask = async (bytes: Uint8Array) =>
    staff.raw(forms.problems, { params: { surveyId: survey.id }, query: {}, file: { name: 'h.xlsx', bytes } })
  const good = await ask(await writeTemplate(survey, 'en', [{ formKey: 'good' }]))
  expect(good.status).toBe(200)
  const wrong = await ask(await workbook(other, [{ formKey: 'a' }]))
  expect([wrong.status, wrong.bytes.toString('utf8')]).toEqual([422, expect.stringContaining('WORKBOOK_WRONG_SURVEY')])
})
