/** Reads back what `spss-file.ts` and `stata-file.ts` write: numbers as they are stored, texts without the blanks behind. */

export interface ReadColumn {
  name: string
  values: (string | number | null)[]
  labels: Map<string | number, string>
}

class Bytes {
  readonly #bytes: Buffer
  at: number
  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }
  take(size: number): Buffer {
    return this.#bytes.subarray(this.at, (this.at += size))
  }
  int(): number {
    return this.take(4).readInt32LE()
  }
  double(): number {
    return this.take(8).readDoubleLE()
  }
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/[ \0]+$/, '')
}

export function readSav(bytes: Buffer): ReadColumn[] {
  const from = new Bytes(bytes, 68)
  const [units, , , rows] = [from.int(), from.int(), from.int(), from.int()]
  from.at = 176
  const variables: { unit: number; short: string; name: string; width: number; labels: ReadColumn['labels'] }[] = []
  const widths = new Map<string, number>()
  let unit = 0
  let open: [Buffer, string][] = []
  for (let kind = from.int(); kind !== 999; kind = from.int()) {
    if (kind === 2) {
      unit += 1
      const [width, hasLabel] = [from.int(), from.int()]
      from.take(12)
      const short = textOf(from.take(8))
      if (hasLabel) from.take(4 * Math.ceil(from.int() / 4))
      if (width >= 0) variables.push({ unit, short, name: short, width, labels: new Map() })
    } else if (kind === 3) {
      open = Array.from({ length: from.int() }, () => {
        const value = from.take(8)
        const size = from.take(1)[0] ?? 0
        return [value, textOf(from.take(8 * Math.ceil((size + 1) / 8) - 1))]
      })
    } else if (kind === 4) {
      from.int()
      const place = from.int()
      const variable = variables.find((each) => each.unit === place)
      for (const [value, label] of open)
        variable?.labels.set(variable.width === 0 ? value.readDoubleLE() : textOf(value), label)
    } else {
      const [subtype, size, count] = [from.int(), from.int(), from.int()]
      const content = from.take(size * count)
      const pairs = textOf(content)
        .split('\t')
        .map((pair) => pair.split('='))
      if (subtype === 13)
        for (const [short, name = ''] of pairs)
          Object.assign(variables.find((each) => each.short === short) ?? {}, { name })
      if (subtype === 14) for (const [short = '', width] of pairs) widths.set(short, Number.parseInt(width ?? '', 10))
      if (subtype === 21) readLongLabels(new Bytes(content), variables)
    }
  }
  from.int()
  const cells = unpacked(from, units * rows)
  const whole = variables.filter(({ short }) => !short.includes('_'))
  return whole.map(({ name, short, width, unit: place, labels }) => ({
    name,
    labels,
    values: Array.from({ length: rows }, (_, row) => {
      const at = units * row + place - 1
      if (width === 0) return cells[at]?.equals(missingNumber) ? null : (cells[at]?.readDoubleLE() ?? null)
      const long = widths.get(short) ?? width
      const segments = long > 255 ? Math.ceil(long / 252) : 1
      const parts = Array.from({ length: segments }, (_each, n) =>
        Buffer.concat(cells.slice(at + 32 * n, at + 32 * (n + 1))).subarray(0, 255),
      )
      return textOf(Buffer.concat(parts).subarray(0, long))
    }),
  }))
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

const missingNumber = double(-Number.MAX_VALUE)

function readLongLabels(from: Bytes, variables: readonly { name: string; labels: ReadColumn['labels'] }[]): void {
  for (let last = -1; from.at > last;) {
    last = from.at
    const head = from.take(4)
    if (head.length === 0) return
    const name = textOf(from.take(head.readInt32LE()))
    const [, count] = [from.int(), from.int()]
    const labels = variables.find((each) => each.name === name)?.labels
    for (let n = 0; n < count; n++) {
      const value = textOf(from.take(from.int()))
      labels?.set(value, textOf(from.take(from.int())))
    }
  }
}

function unpacked(from: Bytes, count: number): Buffer[] {
  const units: Buffer[] = []
  while (units.length < count)
    for (const code of from.take(8)) {
      if (code === 255) units.push(missingNumber)
      else if (code === 254) units.push(Buffer.alloc(8, ' '))
      else if (code === 253) units.push(from.take(8))
      else if (code > 0) units.push(double(code - 100))
    }
  return units
}

export function readDta(bytes: Buffer): ReadColumn[] {
  const mapAt = bytes.indexOf('<map>') + 5
  const begin = (part: number, name: string) => Number(bytes.readBigUInt64LE(mapAt + 8 * part)) + name.length + 2
  const count = bytes.readUInt16LE(bytes.indexOf('<K>') + 3)
  const rows = Number(bytes.readBigUInt64LE(bytes.indexOf('<N>') + 3))
  const types = Array.from({ length: count }, (_, n) => bytes.readUInt16LE(begin(2, 'variable_types') + 2 * n))
  const ofNames = (part: number, name: string) =>
    Array.from({ length: count }, (_, n) => textOf(bytes.subarray(begin(part, name) + 129 * n).subarray(0, 129)))
  const names = ofNames(3, 'varnames')
  const labelNames = ofNames(6, 'value_label_names')
  const long = new Map<string, string>()
  const from = new Bytes(bytes, begin(10, 'strls'))
  while (textOf(from.take(3)) === 'GSO') {
    const place = `${from.int()} ${from.take(8).readBigUInt64LE()}`
    from.take(1)
    long.set(place, textOf(from.take(from.int())))
  }
  const labels = new Map<string, ReadColumn['labels']>()
  from.at = begin(11, 'value_labels')
  while (textOf(from.take(5)) === '<lbl>') {
    from.int()
    const name = textOf(from.take(132))
    const [many, size] = [from.int(), from.int()]
    const offsets = Array.from({ length: many }, () => from.int())
    const values = Array.from({ length: many }, () => from.int())
    const texts = from.take(size)
    labels.set(
      name,
      new Map(
        values.map((value, n) => [value, texts.subarray(offsets[n], texts.indexOf(0, offsets[n])).toString('utf8')]),
      ),
    )
    from.take(6)
  }
  const columns = names.map((name, n): ReadColumn => ({
    name,
    values: [],
    labels: labels.get(labelNames[n] ?? '') ?? new Map<string | number, string>(),
  }))
  from.at = begin(9, 'data')
  for (let row = 0; row < rows; row++)
    for (const [n, { values }] of columns.entries()) {
      const type = types[n] ?? 0
      if (type === 65_526) {
        const number = from.double()
        values.push(number > 8.988e307 ? null : number)
      } else if (type === 32_768) {
        const place = from.take(8)
        values.push(long.get(`${place.readUInt16LE()} ${place.readUIntLE(2, 6)}`) ?? '')
      } else values.push(textOf(from.take(type)))
    }
  return columns
}
