/**
 * Writes a system file of SPSS (`.sav`) as its rows come, after the description in PSPP's developer's guide. Numbers
 * that are small and blanks are packed to a byte each.
 */
import type { FileRow } from './download-columns.ts'
import { bytesOf, measure, msOf, oneLine, type Variable } from './variables.ts'

const longestText = 32_767
/** A longer text is kept in several variables of 255 bytes, counted as 252 each. */
const segmentBytes = 255
const segmentCount = 252
/** Seconds from the first day of the calendar of SPSS, 1582-10-14, to 1970. */
const epochSeconds = 12_219_379_200
const sysmis = -Number.MAX_VALUE
const bias = 100

interface Placed extends Variable {
  /** Of a text, in bytes; 0 for numbers. */
  width: number
  /** Begins as no name of a column does. */
  shortName: string
  /** Where it begins among the units of eight bytes, from 1. */
  unit: number
}

/** `rows` begins again at each call: the first reading measures. */
export async function* spssFile(
  variables: readonly Variable[],
  rows: () => AsyncIterable<FileRow[]>,
): AsyncGenerator<Uint8Array> {
  const measured = await measure(variables, rows())
  const placed = placedOf(variables, measured.longest)
  const units = placed.reduce((sum, { width }) => sum + unitsOf(width), 0)
  yield Buffer.concat([header(units, measured.rows), ...placed.flatMap(variableRecords), ...dictionary(placed)])
  const cells = new Packed()
  for await (const batch of rows()) {
    for (const row of batch) for (const variable of placed) put(cells, variable, row)
    yield cells.take()
  }
  yield cells.end()
}

function placedOf(variables: readonly Variable[], longest: readonly number[]): Placed[] {
  let unit = 1
  return variables.map((variable, index) => {
    const { format, values } = variable
    const codes = values.map(({ value }) => Buffer.byteLength(String(value)))
    const width = format === 'text' ? Math.min(longestText, Math.max(1, longest[index] ?? 0, ...codes)) : 0
    const placed = { ...variable, width, shortName: `@${index.toString(36).toUpperCase()}`, unit }
    unit += unitsOf(width)
    return placed
  })
}

/** The widths of the variables that hold a text of this width. */
function segmentsOf(width: number): number[] {
  if (width <= segmentBytes) return [width]
  const count = Math.ceil(width / segmentCount)
  return Array.from({ length: count }, (_, n) => (n < count - 1 ? segmentBytes : width - n * segmentCount))
}

function unitsOf(width: number): number {
  return segmentsOf(width).reduce((sum, each) => sum + Math.max(1, Math.ceil(each / 8)), 0)
}

function int(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, 4 * index)
  return bytes
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

function padded(bytes: Buffer | string, size: number): Buffer {
  const whole = Buffer.alloc(size, ' ')
  Buffer.from(bytes).copy(whole)
  return whole
}

function header(units: number, rows: number): Buffer {
  return Buffer.concat([
    Buffer.from('$FL2'),
    padded('@(#) SPSS DATA FILE Canvass', 60),
    int(2, units, 1, 0, rows),
    double(bias),
    padded('01 Jan 70', 9),
    padded('00:00:00', 8),
    padded('', 64),
    Buffer.alloc(3),
  ])
}

const formatOf = {
  text: ({ width }: Placed) => [1, Math.min(width, segmentBytes), 0],
  number: ({ decimals }: Placed) => [5, decimals > 0 ? 20 : 12, decimals],
  date: () => [39, 10, 0],
  time: () => [21, 8, 0],
  moment: () => [22, 20, 0],
} satisfies Record<Variable['format'], (variable: Placed) => number[]>

function variableRecords(variable: Placed): Buffer[] {
  const { label, shortName, format, width } = variable
  return segmentsOf(width).flatMap((size, segment) => {
    const [type = 0, digits = 0, decimals = 0] = formatOf[format]({ ...variable, width: size })
    const shown = (type << 16) | (digits << 8) | decimals
    const text = segment === 0 ? bytesOf(oneLine(label), 255) : Buffer.alloc(0)
    const name = segment === 0 ? shortName : `${shortName}_${segment.toString(36).toUpperCase()}`
    const head = [int(2, size, text.length > 0 ? 1 : 0, 0, shown, shown), padded(name, 8)]
    const labelled = text.length > 0 ? [int(text.length), padded(text, 4 * Math.ceil(text.length / 4))] : []
    const rest = Array.from({ length: Math.ceil(size / 8) - 1 }, () =>
      Buffer.concat([int(2, -1, 0, 0, 0, 0), padded('', 8)]),
    )
    return [...head, ...labelled, ...rest]
  })
}

function extension(subtype: number, size: number, bytes: Buffer): Buffer {
  return Buffer.concat([int(7, subtype, size, bytes.length / size), bytes])
}

function dictionary(placed: readonly Placed[]): Buffer[] {
  const names = placed.map(({ shortName, name }) => `${shortName}=${name}`).join('\t')
  const long = placed.filter(({ width }) => width > segmentBytes)
  const widths = long.map(({ shortName, width }) => `${shortName}=${String(width).padStart(5, '0')}\0\t`).join('')
  const labelled = placed.filter(({ values }) => values.length > 0)
  const onLongTexts = labelled.filter(({ width }) => width > 8)
  return [
    ...labelled.filter(({ width }) => width <= 8).flatMap(valueLabels),
    extension(3, 4, int(20, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, Buffer.concat([double(sysmis), double(Number.MAX_VALUE), double(-1.797_693_134_862_315_5e308)])),
    extension(13, 1, Buffer.from(names)),
    ...(long.length > 0 ? [extension(14, 1, Buffer.from(widths))] : []),
    extension(20, 1, Buffer.from('UTF-8')),
    ...(onLongTexts.length > 0 ? [extension(21, 1, Buffer.concat(onLongTexts.map(longValueLabels)))] : []),
    int(999, 0),
  ]
}

const longestLabel = 120

function valueLabels({ values, width, unit }: Placed): Buffer[] {
  const labels = values.map(({ value, label }) => {
    const text = bytesOf(oneLine(label), longestLabel)
    const key = width === 0 ? double(Number(value)) : padded(String(value), 8)
    return Buffer.concat([key, Buffer.from([text.length]), padded(text, 8 * Math.ceil((text.length + 1) / 8) - 1)])
  })
  return [int(3, labels.length), ...labels, int(4, 1, unit)]
}

function longValueLabels({ name, values, width }: Placed): Buffer {
  const counted = (bytes: Buffer) => Buffer.concat([int(bytes.length), bytes])
  const labels = values.map(({ value, label }) =>
    Buffer.concat([counted(padded(String(value), width)), counted(bytesOf(oneLine(label), longestLabel))]),
  )
  return Buffer.concat([counted(Buffer.from(name)), int(width, labels.length), ...labels])
}

function put(cells: Packed, { format, width, cell }: Placed, row: FileRow): void {
  const value = cell(row)
  if (format === 'text') {
    const bytes = bytesOf(String(value ?? ''), width)
    for (const [segment, size] of segmentsOf(width).entries())
      cells.text(bytes.subarray(segment * segmentBytes, (segment + 1) * segmentBytes), Math.ceil(size / 8))
  } else if (value === null || format === 'number') cells.number(value === null ? undefined : Number(value))
  else {
    const ms = msOf(format, String(value))
    cells.number(ms === undefined ? undefined : ms / 1000 + (format === 'time' ? 0 : epochSeconds))
  }
}

/** Blocks of eight codes, each block followed by the units that its codes do not say by themselves. */
class Packed {
  #bytes = Buffer.alloc(64 * 1024)
  /** Where the codes of the open block are, and how many it has. */
  #codes = 0
  #count = 0
  #end = 8

  number(value: number | undefined): void {
    if (value === undefined) this.#code(255)
    else if (Number.isInteger(value) && !Object.is(value, -0) && value + bias >= 1 && value + bias <= 251)
      this.#code(value + bias)
    else {
      this.#code(253)
      this.#end = this.#bytes.writeDoubleLE(value, this.#end)
    }
  }

  text(bytes: Buffer, units: number): void {
    for (let unit = 0; unit < units; unit++) {
      if (unit * 8 >= bytes.length) {
        this.#code(254)
        continue
      }
      this.#code(253)
      this.#bytes.fill(0x20, this.#end, this.#end + 8)
      bytes.copy(this.#bytes, this.#end, unit * 8, unit * 8 + 8)
      this.#end += 8
    }
  }

  /** All blocks but the open one. */
  take(): Buffer {
    const whole = Buffer.from(this.#bytes.subarray(0, this.#codes))
    this.#bytes.copyWithin(0, this.#codes, this.#end)
    this.#end -= this.#codes
    this.#codes = 0
    return whole
  }

  end(): Buffer {
    return this.#count === 0 ? Buffer.alloc(0) : Buffer.from(this.#bytes.subarray(0, this.#end))
  }

  #code(code: number): void {
    if (this.#count === 8) {
      this.#codes = this.#end
      this.#end += 8
      this.#count = 0
    }
    if (this.#end + 16 > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)])
    if (this.#count === 0) this.#bytes.fill(0, this.#codes, this.#codes + 8)
    this.#bytes[this.#codes + this.#count] = code
    this.#count += 1
  }
}
