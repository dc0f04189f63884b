import { readXlsx, type Sheet } from 'hucre/xlsx'
import { expect } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { forms } from '#contract/response-files.ts'
import { test } from '../../test/with-app.ts'
import { writeTemplate } from './template.ts'

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

async function sheetsOf(bytes: Uint8Array) {
  const workbook = await readXlsx(bytes, { readStyles: true })
  const sheet = (name: string): Sheet =>
    workbook.sheets.find((entry) => entry.name === name) ?? expect.unreachable(name)
  return { ...workbook, responses: sheet('responses'), choices: sheet('choices'), readme: sheet('readme') }
}

test('the template names survey and version, and labels a column for every question', async ({ staff, given }) => {
  const survey = await given.survey({ title: 'Água: 2024/25' })
  const params = { surveyId: survey.id }
  const { bytes, headers } = await staff.raw(forms.template, { params, query: { lang: 'pt-br' } })
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Agua 2024 25 v1.xlsx"; filename*=UTF-8''${encodeURIComponent('Água 2024 25 v1.xlsx')}`,
  )
  const { responses, choices, readme, namedRanges } = await sheetsOf(bytes)
  expect(responses.rows[0]).toEqual(
    words(
      'formKey participantPhone submittedAt latitude longitude accuracy',
      'name members income visited village village.other items home notes _collector',
    ),
  )
  expect(responses.rows[1]?.slice(5, 8)).toEqual(['Precisão (m)', 'Pergunta name *', 'Pergunta members *'])
  expect(choices.rows.slice(0, 4)).toEqual([
    ['Pergunta', 'Código', 'Rótulo'],
    ['village', 'god', 'Opção god'],
    ['village', 'ruaca', 'Opção ruaca'],
    ['village', 'other', 'Opção other'],
  ])
  expect(responses.dataValidations).toMatchObject([
    { type: 'list', formula1: 'choices!$B$2:$B$4', range: 'K3:K1048576' },
  ])
  expect(namedRanges).toEqual([
    { name: 'canvass_survey', range: 'readme!$B$2' },
    { name: 'canvass_version', range: 'readme!$B$3' },
  ])
  expect(readme.rows.slice(0, 3)).toEqual([
    ['Pesquisa', survey.title],
    ['Modelo de', survey.encodedId],
    ['Versão', '1'],
  ])
})

test('a survey without a version has no template', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  expect((await staff.raw(forms.template, { params: { surveyId: survey.id } })).status).toBe(409)
  expect((await staff.raw(forms.template, { params: { surveyId: 'unknown' } })).status).toBe(404)
})

test('no text that we write can become a formula', async () => {
  const danger = '=HYPERLINK("http://example.com")'
  const text = { en: danger }
  const option = { id: 2, code: '=1+1', text, isOther: true, exclusive: false, position: 1 }
  const question = plainQuestion(1, { type: 'SINGLE', text, answers: [option] })
  const content = { sections: [{ id: 1, title: text, position: 1, questions: [question] }] }
  const row = { formKey: '@SUM(1)', q1: '=1+1', 'q1.other': '+1' }
  const bytes = await writeTemplate({ encodedId: 's1', title: danger, version: 1, content }, 'en', [row])
  const { sheets } = await sheetsOf(bytes)
  const found: string[] = []
  for (const { rows, cells } of sheets) {
    for (const [place, cell] of cells ?? []) expect([place, cell.formula]).toEqual([place, undefined])
    for (const [index, values] of rows.entries()) {
      for (const [column, value] of values.entries()) {
        if (typeof value !== 'string') continue
        // Formatted as text, it stays one even when a user types Enter in it.
        expect(cells?.get(`${index},${column}`)?.style?.numFmt).toBe('@')
        if (/^[=+@]/.test(value)) found.push(value)
      }
    }
  }
  expect(found).toEqual([danger, `${danger}: other`, '@SUM(1)', '=1+1', '+1', '=1+1', danger, danger])
})
