import { expect, test } from 'vitest'
import { formName, responseName } from './form-name.ts'
import { answersById, smallSurvey } from './test/small-survey.ts'

test('a key of a program is shown by its beginning, one of people in full', () => {
  expect(formName('f67dff69-4584-4eec-8361-b52ded75852c')).toBe('f67dff69')
  expect(formName('uuid:F67DFF69-4584-4eec-8361-b52ded75852c')).toBe('F67DFF69')
  expect(formName('d08ec95e05ff51ced81bc5672630971e')).toBe('d08ec95e')
  expect(formName('HH-2024-0001')).toBe('HH-2024-0001')
})

test('the calculation instance_name names a response, unless it is blank', () => {
  const content = smallSurvey([[{ code: 'instance_name', type: 'TEXT', calculation: "'x'" }]])
  const named = (name: string) =>
    responseName(content, { answers: answersById(content, { instance_name: name }), formKey: 'HH-1' })
  expect([named('Ana, Beira'), named(' ')]).toEqual(['Ana, Beira', 'HH-1'])
})
