import { expect, test } from 'vitest'
import { questionsOf } from '#domain/survey.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'

type Row = (string | number | null)[]

function read(survey: Row[], choices: Row[] = [], settings: Row[] = []) {
  const report = new Report()
  const sheets = new Map(Object.entries({ survey, choices, settings }))
  return { ...readForm(sheets, { report, fallbackTitle: 'Form' }), remarks: report.remarks }
}

const head = ['type', 'name', 'label::English (en)', 'label::Português (pt)', 'required', 'relevant', 'constraint', 'calculation']

test('a form becomes sections with questions, options, texts by language and rules', () => {
  const { content, title, remarks } = read(
    [
      head,
      ['begin_group', 'home', 'Home', 'Casa'],
      ['integer', 'members', 'Members', 'Membros', 'yes', null, '. >= 1 and . <= 30'],
      ['select_multiple crops', 'crops', 'Crops', null, null, '${members} > 2'],
      ['select_one yn', 'sells', 'Sells?', null, null, "selected(${crops}, 'maize')"],
      ['end_group'],
      ['calculate', 'double', null, null, null, null, null, '${members} * 2'],
      ['text', 'why', 'Why?', null, null, "${sells} = 'no' and ${double} != ''", "regex(., '^[a-z]+$') and . != ${sells}"],
    ],
    [['list_name', 'name', 'label::English (en)'], ['crops', 'maize', 'Maize'], ['crops', 'rice', 'Rice'], ['yn', 'yes', 'Y'], ['yn', 'no', 'N']],
    [['form_title'], ['Farm']],
  )
  expect(remarks.filter(({ verdict }) => verdict !== 'TAKEN')).toEqual([])
  expect(title).toBe('Farm')
  expect(questionsOf(content)).toMatchObject([])
})
