/** Finds the headings in a table that no template was made for, and what its columns hold: an answer may have several. */
import { createHash } from 'node:crypto'
import type { UploadRemarks } from '#domain/answers/upload-remarks.ts'
import { type Cell, isBlank, savedValue } from '../../excel/cell.ts'
import { readText } from '../../excel/cells.ts'
import type { ProblemList } from '../../excel/problem-list.ts'
import { foldText } from '../../excel/words.ts'
import {
  headingText,
  type PlacedColumn,
  placedAt,
  requiredMark,
  type Rows,
  type SheetLayout,
} from '../download/header.ts'
import type { Column } from '../download/columns.ts'
import { type ColumnNames, isMetadata, isPlaceName, keyNames, type Meaning, pathEnds } from './column-names.ts'

/** Titles and notes above the headings are fewer. */
const rowsLookedAt = 20

export interface Headings {
  /** From 0. */
  at: number
  texts: readonly string[]
  meanings: readonly (Meaning | undefined)[]
  /** How many belong to questions. */
  fit: number
}

/** The row with the most headings that belong to questions; undefined when there is none. */
export function findHeadings(rows: Rows, names: ColumnNames): Headings | undefined {
  let best: Headings | undefined
  for (const [at, cells] of rows.slice(0, rowsLookedAt).entries()) {
    const texts = Array.from(cells, (cell) => (typeof cell === 'string' ? headingText(cell) : ''))
    const filled = texts.filter((text) => text !== '').length
    if (filled <= (best?.fit ?? 0)) continue
    const twins = Map.groupBy([...texts.keys()], (index) => texts[index])
    const meanings = texts.map((text, index) => {
      const same = twins.get(text) ?? []
      return text === '' ? undefined : names.meaningOf(text, same.indexOf(index), same.length)
    })
    const fit = meanings.filter((meaning) => meaning && meaning.column.kind !== 'fixed').length
    if (fit > (best?.fit ?? 0)) best = { at, texts, meanings, fit }
    if (best && best.fit * 2 > filled) break
  }
  return best
}

export interface ForeignSheet extends SheetLayout {
  headings: Headings
  /** The heading that names responses, folded; undefined when there is none. */
  key: string | undefined
}

/** `sheet`: its name in problems. */
export function layOut(
  rows: Rows,
  headings: Headings,
  {
    names,
    problems,
    remarks,
    sheet,
  }: { names: ColumnNames; problems: ProblemList; remarks: UploadRemarks; sheet?: string },
): ForeignSheet {
  const { at, texts, meanings } = headings
  const found = new Map<string, Found>()
  const key = keyOf(headings)
  for (const [index, text] of texts.entries()) {
    if (text === '' || index === key?.index || text === '_problem') continue
    const meaning = meanings[index]
    if (!meaning) {
      if (isPlaceName(text)) continue
      remarks.add(names.isFile(text) ? 'FILES_LEFT' : isMetadata(text) ? 'METADATA_LEFT' : 'COLUMNS_LEFT', text)
      continue
    }
    const { column, option, point, rank } = meaning
    const parts = found.get(column.code) ?? { column, options: [], points: {} }
    found.set(column.code, parts)
    if (option !== undefined) parts.options.push([option, index])
    else if (point) parts.points[point] ??= index
    else if (!parts.whole || rank > parts.whole.rank) {
      if (parts.whole) remarks.add('COLUMNS_LEFT', texts[parts.whole.index])
      parts.whole = { index, rank }
    } else if (rank < parts.whole.rank) remarks.add('COLUMNS_LEFT', text)
    else
      problems.add(
        { ...(sheet === undefined ? {} : { sheet }), row: at + 1, column: index, code: text },
        { code: 'DUPLICATE_COLUMN' },
      )
  }
  const placed = [...found.values()].map(placedFrom)
  const begin = at + 1 + (isLabelRow(rows[at + 1] ?? [], headings, names) ? 1 : 0)
  return { rows, begin, placed: [...placed, ...wholePlaces(texts, placed, names)], headings, key: key?.name }
}

interface Found {
  column: Column
  whole?: { index: number; rank: number }
  options: [option: string, index: number][]
  points: Partial<Record<'latitude' | 'longitude' | 'altitude' | 'accuracy', number>>
}

function placedFrom({ column, whole, options, points }: Found): PlacedColumn {
  const base = (cells: readonly Cell[]) => (whole ? (cells[whole.index] ?? null) : null)
  const { latitude, longitude, accuracy } = points
  if (latitude !== undefined && longitude !== undefined)
    return { column, index: latitude, cell: (cells) => pointOf(cells, [latitude, longitude, accuracy]) ?? base(cells) }
  const [first] = options
  if (!first) return placedAt(column, whole?.index ?? latitude ?? longitude ?? 0)
  return { column, index: first[1], cell: (cells) => chosenOf(cells, options) ?? base(cells) }
}

/** Undefined where no part is filled. */
function pointOf(cells: readonly Cell[], [latitude, longitude, accuracy]: (number | undefined)[]): Cell | undefined {
  const parts = [latitude, longitude, accuracy].map((index) => coordinate(index === undefined ? null : cells[index]))
  if (parts.every((part) => part === '')) return undefined
  return parts.slice(0, parts[2] === '' ? 2 : 3).join(', ')
}

/** Coordinates are below thousands, so that any comma is a decimal one. */
function coordinate(cell: Cell | undefined): string {
  const last = savedValue(cell ?? null)
  return typeof last === 'number' ? String(last) : headingText(last).replace(',', '.')
}

const yes = new Set(['1', 'true', 'yes', 'x'])
const no = new Set(['0', 'false', 'no', ''])

/** The codes of those that are marked; what is no mark comes along, to be named as no choice. */
function chosenOf(cells: readonly Cell[], options: Found['options']): Cell | undefined {
  const marks = options.map(([option, index]) => {
    const text = headingText(savedValue(cells[index] ?? null))
    const word = text.toLowerCase()
    return { text, chosen: yes.has(word) ? option : no.has(word) ? '' : text }
  })
  if (marks.every(({ text }) => text === '')) return undefined
  return marks.flatMap(({ chosen }) => (chosen === '' ? [] : [chosen])).join(';') || null
}

/** Where the form itself was: `[-19.1, 33.5]` in one column. */
function wholePlaces(texts: readonly string[], placed: readonly PlacedColumn[], names: ColumnNames): PlacedColumn[] {
  const index = texts.findIndex(isPlaceName)
  if (index < 0 || placed.some(({ column }) => column.code === 'latitude')) return []
  return (['latitude', 'longitude'] as const).flatMap((code, part) => {
    const column = names.meaningOf(code)?.column
    const cell = (cells: readonly Cell[]) =>
      headingText(savedValue(cells[index] ?? null)).match(/-?\d+(\.\d+)?/g)?.[part] ?? null
    return column ? [{ column, index, cell }] : []
  })
}

/** Labels below the codes, as our own files have them. */
function isLabelRow(cells: readonly Cell[], { meanings }: Headings, names: ColumnNames): boolean {
  const whole = meanings.flatMap((meaning, index) =>
    meaning && meaning.option === undefined && !meaning.point ? [{ column: meaning.column, index }] : [],
  )
  const alike = whole.filter(({ column, index }) =>
    names.isCalled(column, headingText(cells[index]).replace(requiredMark, '')),
  )
  return alike.length > 0 && alike.length * 2 >= whole.length
}

function keyOf({ texts, meanings }: Headings): { index: number; name: string } | undefined {
  const ranked = texts.flatMap((text, index) => {
    const isAnswer = meanings[index] !== undefined && meanings[index].column.code !== 'formKey'
    const name = isAnswer ? undefined : keyNames.find((each) => pathEnds(text).includes(each))
    const own = meanings[index]?.column.code === 'formKey' ? 'formkey' : name
    return own === undefined ? [] : [{ index, name: own }]
  })
  return ranked.toSorted((one, other) => keyNames.indexOf(one.name) - keyNames.indexOf(other.name))[0]
}

/** The column of the key, made from the rows where the file has none. */
export function keyColumn({ headings, key, placed }: ForeignSheet, column: Column): PlacedColumn {
  const at = keyOf(headings)
  if (key !== undefined && at)
    return { column, index: at.index, cell: (cells) => formKeyOf(savedValue(cells[at.index] ?? null)) }
  const seen = new Map<string, number>()
  const known = new WeakMap<readonly Cell[], string>()
  const cell = (cells: readonly Cell[]) => {
    const made = known.get(cells) ?? keyOfRow(cells)
    known.set(cells, made)
    return made
  }
  const keyOfRow = (cells: readonly Cell[]) => {
    const said = placed.map((each) => headingText(each.cell(cells)))
    const print = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32)
    const count = (seen.get(print) ?? 0) + 1
    seen.set(print, count)
    return `row:${print}${count > 1 ? `-${count}` : ''}`
  }
  return { column, index: 0, cell }
}

/** As collecting apps write it, so that an interview has one name by all doors. */
export function formKeyOf(cell: Cell): Cell {
  if (isBlank(cell)) return cell
  const text = readText(cell).value ?? ''
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text) ? `uuid:${foldText(text)}` : cell
}
