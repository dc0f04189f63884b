import { expect, test } from 'vitest'
import { recordName } from './record-name.ts'

test('a record without a name is called by its number', () => {
  expect(recordName({ id: 4, name: null }, '4')).toBe('#4')
  expect(recordName({ id: 4, name: 'March' }, '4')).toBe('March')
})
