/** Small files that hold endless rows or cells are refused before they are read, in a process that has little memory. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWorkbookBytes, maxWorkbookRows } from '#contract/response-files.ts'
import { workbookOf } from '../test/given-zip.ts'
import { testChance } from '../test/seed.ts'
import { runApart } from './apart.ts'
import { csvLine } from './csv.ts'
import { readFirstSheet } from './read-sheet.ts'
import { inspectSheets } from './sheet-guard.ts'
import { inspectZip } from './zip-guard.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvass-bombs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const limits = { rows: maxWorkbookRows + 1, columns: 50 }

const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

/** What becomes of the file in a child with a heap of so many megabytes. */
async function read(bytes: Buffer, heapMegabytes: number): Promise<unknown> {
  const [path, module] = [join(folder, 'bomb'), join(folder, 'read.mjs')]
  await writeFile(path, bytes)
  await writeFile(
    module,
    `import { readFileSync } from 'node:fs'
     import { answerParent } from ${here('apart.ts')}
     import { readFirstSheet } from ${here('read-sheet.ts')}
     answerParent(async ({ path, limits }) => {
       const read = await readFirstSheet(readFileSync(path), limits)
       return 'refusal' in read ? read.refusal : read.rows.length
     })`,
  )
  return runApart(pathToFileURL(module), { path, limits }, { heapMegabytes, milliseconds: 60_000 })
}

const tooMany = maxWorkbookRows + 2000

test.each<[what: string, bytes: () => Buffer, outcome: string | number]>([
  ['nothing but line ends', () => Buffer.alloc(maxWorkbookBytes, '\n'), 'WORKBOOK_TOO_MANY_ROWS'],
  ['nothing but commas', () => Buffer.alloc(maxWorkbookBytes, ','), 1],
  ['nothing but quotes', () => Buffer.alloc(maxWorkbookBytes, '"'), 'FILE_BROKEN'],
  ['a quote that never ends', () => Buffer.from('a,"b\n'.padEnd(maxWorkbookBytes, 'c')), 'FILE_BROKEN'],
  ['one row more than are taken', () => Buffer.from('a\n'.repeat(limits.rows + 1)), 'WORKBOOK_TOO_MANY_ROWS'],
])('a CSV of %s', async (_, bytes, outcome) => {
  expect(await read(bytes(), 120)).toBe(outcome)
})

test.each<[what: string, bytes: () => Buffer, outcome: string | number]>([
  ['too many rows', () => workbookOf(`<sheetData>${rows(tooMany, '')}</sheetData>`), 'WORKBOOK_TOO_MANY_ROWS'],
  [
    'too many rows under a prefix',
    () => workbookOf(`<x:sheetData>${rows(tooMany, 'x:')}</x:sheetData>`, 'x:'),
    'WORKBOOK_TOO_MANY_ROWS',
  ],
  [
    'a sheet that says it is as large as sheets can be',
    () =>
      workbookOf(
        `<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row>
         <row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>`,
      ),
    'WORKBOOK_TOO_MANY_ROWS',
  ],
])('a workbook with %s', async (_, bytes, outcome) => {
  expect(await read(bytes(), 200)).toBe(outcome)
})

function rows(count: number, prefix: string): string {
  const chance = testChance()
  return Array.from(
    { length: count },
    () => `<${prefix}row><${prefix}c><${prefix}v>${chance.whole(0, 1e9)}</${prefix}v></${prefix}c></${prefix}row>`,
  ).join('')
}

test('rows and tags are counted exactly at any cut, and one too many is refused', async () => {
  const chance = testChance()
  const cells = Array.from({ length: 60_000 }, () => `<c t="str"><v>${chance.whole(0, 1e9)}</v></c>`).join('')
  const bytes = workbookOf(`<sheetData>${rows(20_000, '')}<row>${cells}</row></sheetData>`)
  const entries = inspectZip(bytes, { entries: 9, unpackedBytes: 1e9, growth: 1e3, freeBytes: 1e9 })
  if (typeof entries === 'string') throw new Error(entries)
  const rest = entries.filter(({ name }) => !name.includes('sheet1'))
  const sheet = entries.filter(({ name }) => name.includes('sheet1'))
  const tags = 2 + 2 + 20_000 * 6 + 2 + 60_000 * 4
  expect(await inspectSheets(sheet, { rows: 20_001, tags })).toEqual({ isPlain: true })
  expect(await inspectSheets(sheet, { rows: 20_000, tags })).toMatchObject({ refusal: 'WORKBOOK_TOO_MANY_ROWS' })
  expect(await inspectSheets(sheet, { rows: 20_001, tags: tags - 1 })).toMatchObject({
    refusal: 'FILE_UNPACKED_TOO_LARGE',
  })
  expect(await inspectSheets([...rest, ...sheet], { rows: 20_001, tags })).toMatchObject({
    refusal: 'FILE_UNPACKED_TOO_LARGE',
  })
})

test('the first line decides the separator of cells, and the last line needs no end', async () => {
  const limited = { rows: 9, columns: 3 }
  const of = (text: string) => readFirstSheet(Buffer.from(text), limited)
  expect(await of('a;b\n"1,5";2')).toEqual({
    rows: [
      ['a', 'b'],
      ['1,5', '2'],
    ],
    beyond: new Map(),
  })
  expect(await of('\uFEFF"a;b"\tc\r\n1\t2\r\n')).toEqual({
    rows: [
      ['a;b', 'c'],
      ['1', '2'],
    ],
    beyond: new Map(),
  })
  expect(await of('a,b\n\n3,4\n')).toMatchObject({ rows: [['a', 'b'], [''], ['3', '4']] })
  expect(await of(csvLine(['one']))).toMatchObject({ rows: [['one']] })
})

const textCell = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

test('each row keeps its first filled place beyond the columns that are read', async () => {
  const limited = { rows: 9, columns: 3 }
  const text = Buffer.from('a,b,c,d\n1,,\n,,, ,,"x"\n,,,,y,z')
  expect(await readFirstSheet(text, limited)).toEqual({
    rows: [
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['', '', ''],
      ['', '', ''],
    ],
    beyond: new Map([
      [0, 3],
      [2, 5],
      [3, 4],
    ]),
  })
  // With a formula somewhere a sheet is read in another way.
  for (const first of [textCell('A1', 'a'), '<c r="A1"><f>1+1</f><v>2</v></c>']) {
    const sheet = `<sheetData><row r="1">${first}${textCell('B1', 'b')}${textCell('C1', ' ')}</row>
        <row r="2"><c r="C2"><v>1</v></c><c r="D2" s="0"/>${textCell('F2', ' ')}<c r="XFD2"><v>2</v></c></row>
        <row r="4"><c r="E4"><v>3</v></c></row></sheetData>`
    const read = await readFirstSheet(workbookOf(sheet), limited)
    if ('refusal' in read) throw new Error(read.refusal)
    expect(read.rows).toHaveLength(4)
    expect(read.beyond).toEqual(
      new Map([
        [1, 16_383],
        [3, 4],
      ]),
    )
  }
})

test('a row far below the last one is refused, with a formula in the sheet as without', async () => {
  for (const first of ['<c><v>1</v></c>', formula]) {
    const far = `<sheetData><row r="1">${first}</row><row r="99"><c r="A99"><v>1</v></c></row></sheetData>`
    const read = await readFirstSheet(workbookOf(far), { rows: 9, columns: 3 })
    expect(read).toEqual({ refusal: 'WORKBOOK_TOO_MANY_ROWS' })
  }
})

test('a formula and an error are recognised in any place, wherever the text is cut', async () => {
  const filler = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(20_000)
  for (const prefix of ['', 'x:'] as const) {
    const tag = (text: string) => text.replaceAll(/<(\/?)/g, `<$1${prefix}`)
    const cells = '<row><c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c></row>'
    const read = await readFirstSheet(workbookOf(tag(`<sheetData>${filler}${cells}</sheetData>`), prefix), limits)
    expect('refusal' in read ? read : read.rows.at(-1)).toEqual([{ kind: 'formula', last: 2 }, { kind: 'error' }])
    const plain = await readFirstSheet(workbookOf(tag(`<sheetData>${filler}</sheetData>`), prefix), limits)
    expect('refusal' in plain ? plain : [plain.rows.length, plain.rows.at(-1)]).toEqual([20_000, ['x']])
  }
})

const formula = '<c><f>1+1</f><v>2</v></c>'
const cellsOf = (row: string) => `<sheetData><row>${row}</row></sheetData>`

test.each<[what: string, sheet: string, outcome: unknown]>([
  [
    'a formula under another prefix than its sheet',
    cellsOf('<c><a:f>1+1</a:f><v>2</v></c>'),
    { kind: 'formula', last: 2 },
  ],
  ['a formula behind a root in a comment', `<!-- <x:worksheet> -->${cellsOf(formula)}`, { kind: 'formula', last: 2 }],
  ['a formula with attributes', cellsOf('<c><f\nt="shared">1</f><v>2</v></c>'), { kind: 'formula', last: 2 }],
  ['an error with blanks in its attribute', cellsOf('<c t = "e"><v>#N/A</v></c>'), { kind: 'error' }],
  ['an error in another writing', cellsOf('<c t="&#101;"><v>#N/A</v></c>'), { kind: 'error' }],
  [
    'an error behind a long attribute',
    cellsOf(`<c a="${'x'.repeat(300_000)}" t="e"><v>#N/A</v></c>`),
    { kind: 'error' },
  ],
  ['an error behind a sign for the end', cellsOf('<c a=">" t="e"><v>#N/A</v></c>'), { kind: 'error' }],
])('%s is known for what it is, wherever the text is cut', async (_, sheet, outcome) => {
  for (const cut of [0, 5, 13, 16, 19, 22, 25, 30]) {
    // Pieces of a text end at the powers of two that it is unpacked in.
    const before = `<cols a="${'x'.repeat(262_144 - cut - 90 - sheet.search(/<a?:?[fc][ >\n]/))}"/>`
    const read = await readFirstSheet(workbookOf(before + sheet), limits)
    expect('refusal' in read ? read : read.rows).toEqual([[outcome]])
  }
})

test('rows under any prefix are counted, and what is no row is not', async () => {
  const sheet = (name: string) => `<sheetData>${`<${name}><c><v>1</v></c></${name}>`.repeat(tooMany)}</sheetData>`
  expect(await readFirstSheet(workbookOf(sheet('b:row')), limits)).toEqual({ refusal: 'WORKBOOK_TOO_MANY_ROWS' })
  const read = await readFirstSheet(workbookOf(cellsOf('<c><v>1</v></c>') + '<rowBreaks/>'.repeat(tooMany)), limits)
  expect(read).toMatchObject({ rows: [[1]] })
})

/** Where the directory of an archive says what it holds ends. */
const endOf = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))

test('an archive with a second directory, which only some readers go by, is broken', async () => {
  const [harmless, hostile] = [workbookOf(cellsOf('<c><v>1</v></c>')), workbookOf(cellsOf(formula))]
  const at = hostile.length
  // The second one begins where the first one's archive ends, with all its places moved.
  const end = endOf(hostile)
  const [count, size, offset] = [
    hostile.readUInt16LE(end + 10),
    hostile.readUInt32LE(end + 12),
    hostile.readUInt32LE(end + 16),
  ]
  const moved = Buffer.from(harmless)
  const harmlessEnd = endOf(moved)
  for (let place = moved.readUInt32LE(harmlessEnd + 16); place < harmlessEnd;) {
    moved.writeUInt32LE(moved.readUInt32LE(place + 42) + at, place + 42)
    place += 46 + moved.readUInt16LE(place + 28)
  }
  moved.writeUInt32LE(moved.readUInt32LE(harmlessEnd + 16) + at, harmlessEnd + 16)
  moved.writeUInt32LE(0xffffffff, harmlessEnd + 12)
  const large = Buffer.alloc(76)
  large.write('PK\u0006\u0006')
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.write('PK\u0006\u0007', 56)
  large.writeBigUInt64LE(BigInt(at + harmlessEnd), 64)
  const bytes = Buffer.concat([hostile, moved.subarray(0, harmlessEnd), large, moved.subarray(harmlessEnd)])
  expect(await readFirstSheet(bytes, limits)).toEqual({ refusal: 'FILE_BROKEN' })
})

test('an entry that is empty in the directory and full in its own header is broken', async () => {
  const bytes = workbookOf(cellsOf(formula))
  const listed = bytes.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46
  const local = bytes.readUInt32LE(listed + 42)
  const content = Buffer.from(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cellsOf(formula)}</worksheet>`,
  )
  const rest = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt32LE(local + 18)
  const head = Buffer.from(bytes.subarray(local, local + 30 + bytes.readUInt16LE(local + 26)))
  head.writeUInt16LE(0, 8)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(content.length, 22)
  const tail = Buffer.from(bytes.subarray(rest))
  const moved = listed - rest
  tail.writeUInt16LE(8, moved + 8)
  tail.writeUInt16LE(0, moved + 10)
  tail.writeUInt32LE(0, moved + 20)
  tail.writeUInt32LE(0, moved + 24)
  const end = endOf(tail)
  const before = Buffer.concat([bytes.subarray(0, local), head, content])
  tail.writeUInt32LE(tail.readUInt32LE(end + 16) + before.length - rest, end + 16)
  expect(await readFirstSheet(Buffer.concat([before, tail]), limits)).toEqual({ refusal: 'FILE_BROKEN' })
})
