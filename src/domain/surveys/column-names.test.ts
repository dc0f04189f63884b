import { expect, test } from 'vitest'
import { questionCode } from '#domain/surveys/survey.ts'
import { questionCodeFor, readable } from './column-names.ts'

test.each([
  ['no_membrs', [], 'no_membrs'],
  ['Nº de membros?', [], 'No_de_membros'],
  ['2nd visit', [], 'q_2nd_visit'],
  ['村庄', [], 'q'],
  ['Village', ['village'], 'Village_2'],
  ['latitude', [], 'latitude_2'],
  ['x'.repeat(60), [], 'x'.repeat(50)],
  ['x'.repeat(60), ['x'.repeat(50)], `${'x'.repeat(48)}_2`],
])('the column %s makes a code that a question may have', (header, taken, code) => {
  expect(questionCodeFor(header, taken)).toBe(code)
  expect(code).toMatch(questionCode)
})

test.each([
  ['respondent_wall_type', 'Respondent wall type'],
  ['key_ID', 'Key ID'],
  ['monthsLackFood', 'Months Lack Food'],
  ['  água ', 'Água'],
])('the name %s is read as a label', (name, label) => {
  expect(readable(name)).toBe(label)
})
