import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'

const limits = { rows: 4, columns: 3 }

type Kind = 'biff8' | 'ods'

function oldWorkbook(sheets: Record<string, unknown[][]>, bookType: Kind = 'biff8'): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType }) as Buffer
}

test.each<Kind>(['biff8', 'ods'])('a workbook of the kind %s is read as a new one is', async (kind) => {
  const day = new Date(Date.UTC(2026, 1, 3))
  const sheets = {
    SURVEY: [['type', 'n', 'day', 'beyond'], ['text', 1.5, { v: day, t: 'd', z: 'm/d/yy' }], [], ['last', true]],
    notes: [['x']],
  }
  const bytes = oldWorkbook(sheets, kind)
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
