/** The columns of a table as the variables of a program for statistics: names that it takes, numbers, dates, labels. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { freeNames } from '#domain/text/free-names.ts'
import { type CodedValue, typeOf, valuesOf } from './codebook.ts'
import type { FileColumn, FileRow } from './download-columns.ts'

export type Program = 'sav' | 'dta'

export interface Variable {
  name: string
  label: string
  format: FileColumn['format']
  /** Shown behind the point. */
  decimals: number
  values: CodedValue[]
  cell: (row: FileRow) => string | number | null
}

/** SPSS has labels on texts, Stata only on numbers: there the codes become numbers, unless the order wants codes. */
export function variablesOf(
  columns: readonly FileColumn[],
  { language, values: form }: DownloadOrder,
  program: Program,
): Variable[] {
  const names = namesOf(columns, program)
  return columns.map((column, index): Variable => {
    const { label, format, cell, code } = column
    // A list of several codes is no value with a label of its own.
    const values = /^(SINGLE|YES_NO)$/.test(typeOf(column)) ? valuesOf(column, language) : []
    const decimals = typeOf(column) === 'DECIMAL' && !code.startsWith('_') ? 6 : 0
    const plain: Variable = { name: names[index] ?? '', label, format, decimals, values, cell }
    if (values.length === 0 || format === 'number') return plain
    const numbers = numbersOf(values, program === 'dta' && form !== 'codes')
    if (numbers) return { ...plain, ...numbered(column, values, numbers) }
    return program === 'dta' ? { ...plain, values: [] } : plain
  })
}

/** The codes' own numbers where all are; else their places, where places do. */
function numbersOf(values: readonly CodedValue[], byPlace: boolean): number[] | undefined {
  if (values.every(({ value }) => /^(0|-?[1-9]\d{0,8})$/.test(String(value))))
    return values.map(({ value }) => Number(value))
  return byPlace ? values.map((_, index) => index + 1) : undefined
}

function numbered({ cell }: FileColumn, values: readonly CodedValue[], numbers: readonly number[]) {
  const numberOf = new Map(values.map(({ value }, index) => [value, numbers[index] ?? null]))
  return {
    format: 'number' as const,
    values: values.map(({ label }, index) => ({ value: numbers[index] ?? 0, label })),
    cell: (row: FileRow) => numberOf.get(cell(row) ?? '') ?? null,
  }
}

const longestName = { sav: 64, dta: 32 }
const reserved = {
  sav: /^(all|and|by|eq|ge|gt|le|lt|ne|not|or|to|with)$/i,
  dta: /^(byte|double|float|if|in|int|long|str\d*|strl|using|with)$/i,
}

/** Letters, digits and `_`, a letter first, no two alike whatever their case. */
function namesOf(columns: readonly FileColumn[], program: Program): string[] {
  const free = freeNames([], { longest: longestName[program] })
  return columns.map(({ code }) => {
    const letters = code.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[^A-Za-z])/, 'v')
    return free(reserved[program].test(letters) ? `${letters}_` : letters)
  })
}

export const dayMs = 86_400_000

/** Milliseconds since 1970, or since midnight. */
export function msOf(format: FileColumn['format'], text: string): number | undefined {
  const ms = format === 'time' ? Date.parse(`1970-01-01T${text}Z`) : Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** What a first reading of the rows tells: both kinds of files have cells of one width in all rows. */
export interface Measured {
  rows: number
  /** In bytes, by the place of the variable. */
  longest: number[]
  /** The bytes of all its texts, and how many are not blank. */
  total: number[]
  filled: number[]
}

export async function measure(variables: readonly Variable[], batches: AsyncIterable<FileRow[]>): Promise<Measured> {
  const zeros = () => variables.map(() => 0)
  const measured = { rows: 0, longest: zeros(), total: zeros(), filled: zeros() }
  for await (const rows of batches)
    for (const row of rows) {
      measured.rows += 1
      for (const [at, { format, cell }] of variables.entries()) {
        if (format !== 'text') continue
        const size = Buffer.byteLength(String(cell(row) ?? ''))
        measured.longest[at] = Math.max(measured.longest[at] ?? 0, size)
        measured.total[at] = (measured.total[at] ?? 0) + size
        measured.filled[at] = (measured.filled[at] ?? 0) + Math.min(size, 1)
      }
    }
  return measured
}

/** The text in at most so many bytes, cut between two letters. */
export function bytesOf(text: string, most: number): Buffer {
  const bytes = Buffer.from(text)
  let end = Math.min(most, bytes.length)
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

/** For labels. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
