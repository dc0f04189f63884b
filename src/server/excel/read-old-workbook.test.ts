import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'

const limits = { rows: 4, columns: 3 }

function oldWorkbook(sheets: Record<string, unknown[][]>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

test('a workbook of old Excel is read as a new one is', async () => {
  const day = new Date(Date.UTC(2026, 1, 3))
  const bytes = oldWorkbook({
    SURVEY: [['type', 'n', 'day', 'beyond'], ['text', 1.5, { v: day, t: 'd', z: 'yyyy-mm-dd' }], [], ['last', true]],
    notes: [['x']],
  })
  const read = await readWorkbook(bytes, ['survey', 'choices'], limits)
  expect(read).toMatchObject({
    workbook: {
      others: ['notes'],
      sheets: new Map([['survey', [['type', 'n', 'day'], ['text', 1.5, day], [], ['last', true]]]]),
    },
  })
})

test('a workbook of old Excel has its limits, and a broken one is refused', async () => {
  const long = oldWorkbook({ survey: [['a'], ['b'], ['c'], ['d'], ['e']] })
  expect(await readWorkbook(long, 'FIRST', limits)).toEqual({ refusal: 'WORKBOOK_TOO_MANY_ROWS' })
  expect(await readWorkbook(long.subarray(0, 700), 'FIRST', limits)).toEqual({ refusal: 'FILE_TYPE' })
})
