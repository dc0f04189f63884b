import { expect, test } from 'vitest'
import { formName } from './form-name.ts'

test('a key of a program is shown by its beginning, one of people in full', () => {
  expect(formName('f67dff69-4584-4eec-8361-b52ded75852c')).toBe('f67dff69')
  expect(formName('uuid:F67DFF69-4584-4eec-8361-b52ded75852c')).toBe('F67DFF69')
  expect(formName('d08ec95e05ff51ced81bc5672630971e')).toBe('d08ec95e')
  expect(formName('HH-2024-0001')).toBe('HH-2024-0001')
})
