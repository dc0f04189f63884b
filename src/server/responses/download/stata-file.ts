/** Writes a file of Stata 14 and later (`.dta`, format 118) as its rows come, after Stata's `help dta`. */
import type { FileRow } from './download-columns.ts'
import { bytesOf, dayMs, type Measured, measure, msOf, oneLine, type Variable } from './variables.ts'

/** A longer text is kept behind the rows. */
const longestInRow = 2045
/** Days from the first day of Stata's calendar, 1960-01-01, to 1970. */
const epochDays = 3653
const missing = Buffer.from([0, 0, 0, 0, 0, 0, 0xe0, 0x7f])
const nameBytes = 129
const formatBytes = 57
const labelBytes = 321
const typeOf = { long: 32_768, double: 65_526 }

interface Placed extends Variable {
  /** Of a text in the row, in bytes; undefined for numbers and for texts behind the rows. */
  width?: number
  isLong: boolean
}

/** `rows` begins again at each call: the first reading measures, a last one writes what is behind the rows. */
export async function* stataFile(
  variables: readonly Variable[],
  rows: () => AsyncIterable<FileRow[]>,
): AsyncGenerator<Uint8Array> {
  const measured = await measure(variables, rows())
  const placed = variables.map((variable, index): Placed => {
    const longest = measured.longest[index] ?? 0
    const isLong = variable.format === 'text' && longest > longestInRow
    return { ...variable, isLong, ...(variable.format === 'text' && !isLong ? { width: Math.max(1, longest) } : {}) }
  })
  const rowBytes = placed.reduce((sum, { width = 8 }) => sum + width, 0)
  const labels = element('value_labels', Buffer.concat(placed.flatMap(valueLabels)))
  yield head(placed, { measured, dataBytes: rowBytes * measured.rows, labelBytes: labels.length })
  yield Buffer.from('<data>')
  let number = 0
  for await (const batch of rows()) {
    const bytes = Buffer.alloc(rowBytes * batch.length)
    let at = 0
    for (const row of batch) {
      number += 1
      for (const [index, variable] of placed.entries()) at = put(bytes, at, { variable, row, at: [index + 1, number] })
    }
    yield bytes
  }
  yield Buffer.from('</data><strls>')
  if (placed.some(({ isLong }) => isLong)) yield* longTexts(placed, rows())
  yield Buffer.from('</strls>')
  yield labels
  yield Buffer.from('</stata_dta>')
}

function element(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<${name}>`), content, Buffer.from(`</${name}>`)])
}

function whole(bits: 16 | 32 | 64, value: number): Buffer {
  const bytes = Buffer.alloc(bits / 8)
  if (bits === 64) bytes.writeBigUInt64LE(BigInt(value))
  else if (bits === 32) bytes.writeInt32LE(value)
  else bytes.writeUInt16LE(value)
  return bytes
}

/** Ends with a zero at the latest in its last byte. */
function fixed(text: string, size: number, letters = size): Buffer {
  const bytes = Buffer.alloc(size)
  bytesOf(Array.from(text).slice(0, letters).join(''), size - 1).copy(bytes)
  return bytes
}

function list(name: string, parts: readonly Buffer[]): Buffer {
  return element(name, Buffer.concat(parts))
}

const formats = { number: '%10.0g', date: '%tdCCYY-NN-DD', time: '%tcHH:MM', moment: '%tcCCYY-NN-DD_HH:MM:SS' }

function formatOf({ format, width, decimals }: Placed): string {
  if (format === 'text') return `%${Math.min(width ?? 9, 2045)}s`
  return format === 'number' && decimals === 0 ? '%12.0f' : formats[format]
}

interface Sizes {
  measured: Measured
  dataBytes: number
  labelBytes: number
}

/** Everything above the rows. The map says where each part begins. */
function head(placed: readonly Placed[], { measured, dataBytes, labelBytes: valueLabelBytes }: Sizes): Buffer {
  const begin = Buffer.concat([
    Buffer.from('<stata_dta><header><release>118</release><byteorder>LSF</byteorder>'),
    element('K', whole(16, placed.length)),
    element('N', whole(64, measured.rows)),
    element('label', whole(16, 0)),
    element('timestamp', Buffer.from([0])),
    Buffer.from('</header>'),
  ])
  const parts = [
    list(
      'variable_types',
      placed.map(({ width, isLong }) => whole(16, width ?? (isLong ? typeOf.long : typeOf.double))),
    ),
    list(
      'varnames',
      placed.map(({ name }) => fixed(name, nameBytes)),
    ),
    element('sortlist', Buffer.alloc(2 * (placed.length + 1))),
    list(
      'formats',
      placed.map((variable) => fixed(formatOf(variable), formatBytes)),
    ),
    list(
      'value_label_names',
      placed.map(({ name, values }) => fixed(values.length > 0 ? name : '', nameBytes)),
    ),
    list(
      'variable_labels',
      placed.map(({ label }) => fixed(oneLine(label), labelBytes, 80)),
    ),
    element('characteristics', Buffer.alloc(0)),
  ]
  const mapBytes = '<map></map>'.length + 14 * 8
  const longBytes = placed.reduce(
    (sum, { isLong }, index) =>
      sum + (isLong ? (measured.total[index] ?? 0) + longHead * (measured.filled[index] ?? 0) : 0),
    '<strls></strls>'.length,
  )
  const sizes = [
    mapBytes,
    ...parts.map(({ length }) => length),
    dataBytes + '<data></data>'.length,
    longBytes,
    valueLabelBytes,
  ]
  const places = sizes.reduce<number[]>((ends, size) => [...ends, (ends.at(-1) ?? 0) + size], [begin.length])
  const map = [0, ...places, (places.at(-1) ?? 0) + '</stata_dta>'.length].map((place) => whole(64, place))
  return Buffer.concat([begin, list('map', map), ...parts])
}

interface Cell {
  variable: Placed
  row: FileRow
  /** Of its variable and its row, from 1. */
  at: readonly [variable: number, row: number]
}

function put(bytes: Buffer, at: number, { variable: { format, width, isLong, cell }, row, at: place }: Cell): number {
  const value = cell(row)
  if (width !== undefined) {
    bytes.write(String(value ?? ''), at)
    return at + width
  }
  if (isLong) {
    if (value === null || value === '') return at + 8
    bytes.writeUInt16LE(place[0], at)
    return bytes.writeUIntLE(place[1], at + 2, 6)
  }
  const number = value === null ? undefined : numberOf(format, value)
  if (number === undefined) return at + missing.copy(bytes, at)
  return bytes.writeDoubleLE(number, at)
}

function numberOf(format: Variable['format'], value: string | number): number | undefined {
  if (format === 'number') return Number(value)
  const ms = msOf(format, String(value))
  if (ms === undefined || format === 'time') return ms
  return format === 'date' ? ms / dayMs + epochDays : ms + epochDays * dayMs
}

/** Its sign, place, kind and length before a text, and the zero behind it. */
const longHead = 3 + 4 + 8 + 1 + 4 + 1

async function* longTexts(placed: readonly Placed[], batches: AsyncIterable<FileRow[]>): AsyncGenerator<Buffer> {
  let number = 0
  for await (const rows of batches) {
    const parts: Buffer[] = []
    for (const row of rows) {
      number += 1
      for (const [index, { isLong, cell }] of placed.entries()) {
        const value = isLong ? cell(row) : null
        if (value === null || value === '') continue
        const text = Buffer.from(`${value}\0`)
        parts.push(
          Buffer.from('GSO'),
          whole(32, index + 1),
          whole(64, number),
          Buffer.from([130]),
          whole(32, text.length),
          text,
        )
      }
    }
    yield Buffer.concat(parts)
  }
}

function valueLabels({ name, values }: Placed): Buffer[] {
  if (values.length === 0) return []
  const sorted = values.toSorted((a, b) => Number(a.value) - Number(b.value))
  const texts = sorted.map(({ label }) => Buffer.from(`${oneLine(label)}\0`))
  let offset = 0
  const offsets = texts.map(({ length }) => whole(32, (offset += length) - length))
  const table = Buffer.concat([
    whole(32, sorted.length),
    whole(32, offset),
    ...offsets,
    ...sorted.map(({ value }) => whole(32, Number(value))),
    ...texts,
  ])
  return [element('lbl', Buffer.concat([whole(32, table.length), fixed(name, nameBytes), Buffer.alloc(3), table]))]
}
