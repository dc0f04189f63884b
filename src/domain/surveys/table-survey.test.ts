import { expect, test } from 'vitest'
import { inferQuestions, templateCell } from './table-survey.ts'

/** The type and the option codes that a column of these cells gets. */
function inferred(cells: string[]) {
  const rows = cells.map((cell, index) => [String(index), cell])
  const [question] = inferQuestions(['id', 'column'], rows, 0)
  if (!question) throw new Error('No question')
  return question
}

function cellsOf(cells: string[]) {
  const question = inferred(cells)
  return cells.map((cell) => templateCell(question, cell))
}

test.each([
  ['whole numbers', ['3', '-7', 'NULL', '10'], 'INTEGER'],
  ['numbers with a fraction', ['3', '2.5', ''], 'DECIMAL'],
  ['numbers with leading zeros', ['007', '012', '100', '070'], 'TEXT'],
  ['phone numbers', ['+258841234567', '+258841234568'], 'TEXT'],
  ['more digits than a number keeps', ['1234567890123456', '1234567890123457'], 'TEXT'],
  ['days', ['2016-11-17', '2017-02-28'], 'DATE'],
  ['time stamps', ['2016-11-17T00:00:00Z', '2016-11-18T09:30:00+02:00'], 'DATE'],
  ['a day that does not exist among days', ['2016-11-17', '2016-02-30'], 'TEXT'],
  ['few values again and again', ['yes', 'no', 'yes', 'no', 'NULL'], 'SINGLE'],
  ['values of their own', ['Ana', 'Rui', 'Eva', 'Ivo'], 'TEXT'],
  ['lists', ['radio;table', 'NULL', 'bicycle'], 'MULTIPLE'],
  ['lists that name a thing twice', ['radio;Radio', 'bicycle'], 'TEXT'],
  ['long words', ['x'.repeat(201), 'short'], 'LONG_TEXT'],
  ['several lines', ['one\ntwo', 'three'], 'LONG_TEXT'],
  ['no answer at all', ['NULL', '', 'NA'], 'TEXT'],
])('a column of %s becomes a question', (_, cells, type) => {
  expect(inferred(cells).type).toBe(type)
})

test('more than twenty different values are no list to choose from', () => {
  const values = Array.from({ length: 21 }, (_, index) => `village ${index}`)
  expect(inferred([...values, ...values]).type).toBe('TEXT')
  expect(inferred([...values.slice(1), ...values.slice(1)]).type).toBe('SINGLE')
})

test('options keep the order of their appearance, under the first of several spellings', () => {
  const cells = ['mud_daub', 'Brick', 'brick', 'mud_daub']
  expect(inferred(cells).options).toEqual([
    { code: 'mud_daub', label: 'Mud daub' },
    { code: 'Brick', label: 'Brick' },
  ])
  expect(cellsOf(cells)).toEqual(['mud_daub', 'Brick', 'Brick', 'mud_daub'])
})

test('cells become what the template takes, and words for "no answer" stay blank', () => {
  expect(cellsOf(['12', 'NULL', ' 7 '])).toEqual([12, undefined, 7])
  expect(cellsOf(['2016-11-17T00:00:00Z', ''])).toEqual(['2016-11-17', undefined])
  expect(cellsOf(['Jan; Feb', 'Feb;', 'NULL'])).toEqual(['Jan;Feb', 'Feb', undefined])
})

test('answers are counted, and the column of the keys asks nothing', () => {
  const questions = inferQuestions(
    ['instanceID', 'members'],
    [
      ['uuid:1', '4'],
      ['uuid:2', 'NULL'],
    ],
    0,
  )
  expect(questions).toMatchObject([{ column: 1, code: 'members', type: 'INTEGER', answered: 1 }])
})
