/** What goes into a file comes out of it, whatever it looks like. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nastyText } from '../test/nasty.ts'
import { csvLine, readCsv } from './csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { streamWorkbook } from './write-workbook.ts'

const limits = { rows: 10_000, columns: 20 }
const cells = fc.array(fc.oneof(nastyText(80, 'many'), fc.constant('')), { minLength: 2, maxLength: 6 })

test('any texts come out of a CSV as they went in, between any other rows', () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 8 }), (rows) => {
      // Headings say which sign stands between cells.
      const head = ['a', 'b', 'c', 'd', 'e', 'f']
      const bytes = Buffer.from([head, ...rows].map(csvLine).join(''))
      expect(readCsv(bytes, limits)).toEqual({ rows: [head, ...rows] })
    }),
    { numRuns: 400 },
  )
})

test('any texts and numbers come out of a workbook as they went in', async () => {
  const rows = fc.sample(
    fc.tuple(
      nastyText(80, 'many'),
      fc.oneof(nastyText(80, 'many'), fc.double({ noNaN: true, noDefaultInfinity: true })),
    ),
    1500,
  )
  const stream = streamWorkbook('any', ['=text', { title: 'value', format: 'text' }], each(rows))
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  const read = await readWorkbook(Buffer.concat(parts), 'FIRST', limits)
  if ('refusal' in read) throw new Error(read.refusal)
  const [found] = read.workbook.sheets.values()
  expect(found).toEqual([
    ['=text', 'value'],
    // There is one zero in a workbook.
    ...rows.map(([text, value]) => [text, typeof value === 'number' ? value + 0 : value]),
  ])
})

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}
