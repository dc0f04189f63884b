/** What goes into a file comes out of it, whatever it looks like. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nastyText } from '../test/nasty.ts'
import { testChance } from '../test/seed.ts'
import { csvLine, readCsv } from './csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { streamWorkbook } from './stream-workbook.ts'

const limits = { rows: 10_000, columns: 20 }
const cells = fc.array(fc.oneof(nastyText(80, 'many'), fc.constant('')), { minLength: 2, maxLength: 6 })

test('any texts come out of a CSV as they went in, between any other rows', () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 8 }), (rows) => {
      // The headings show which sign separates the cells.
      const head = ['a', 'b', 'c', 'd', 'e', 'f']
      const bytes = Buffer.from([head, ...rows].map(csvLine).join(''))
      expect(readCsv(bytes, limits)).toEqual({ rows: [head, ...rows], beyond: new Map() })
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
  const read = await readWorkbook(await bytesOf(stream), 'FIRST', limits)
  if ('refusal' in read) throw new Error(read.refusal)
  const [found] = read.workbook.sheets.values()
  expect(found).toEqual([
    ['=text', 'value'],
    // There is one zero in a workbook.
    ...rows.map(([text, value]) => [text, typeof value === 'number' ? value + 0 : value]),
  ])
})

test('a full sheet continues in another with headings; an empty list has headings', async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => [`row ${n}`, n])
  const headings = ['name', { title: 'n', format: 'number' as const }]
  const sheetsOf = async (list: typeof rows) => {
    const bytes = await bytesOf(streamWorkbook('A & B', headings, each(list), 701))
    const read = await readWorkbook(bytes, ['A & B', 'A & B_2', 'A & B_3', 'A & B_4'], limits)
    if ('refusal' in read) throw new Error(read.refusal)
    return [...read.workbook.sheets]
  }
  const head = ['name', 'n']
  expect(await sheetsOf([])).toEqual([['A & B', [head]]])
  expect(await sheetsOf(rows.slice(0, 700))).toEqual([['A & B', [head, ...rows.slice(0, 700)]]])
  expect(await sheetsOf(rows)).toEqual([
    ['A & B', [head, ...rows.slice(0, 700)]],
    ['A & B_2', [head, ...rows.slice(700, 1400)]],
    ['A & B_3', [head, ...rows.slice(1400)]],
  ])
})

test('a reader that stops early stops the source of rows, whose errors it gets', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<string[][]> {
    const chance = testChance()
    try {
      for (;;) yield [[String(chance.whole(0, 1e9))]]
    } finally {
      isClosed = true
    }
  }
  for await (const part of streamWorkbook('any', ['a'], endless())) if (part.length > 1000) break
  await expect.poll(() => isClosed).toBe(true)
  await expect(bytesOf(streamWorkbook('any', ['a'], broken()))).rejects.toThrow('The database is gone')
})

async function* broken(): AsyncGenerator<string[][]> {
  yield [['a']]
  throw new Error('The database is gone')
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** A few at a time, as they come from the database. */
async function* each<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < rows.length; at += 700) yield rows.slice(at, at + 700)
}
