/** The filters of options: by the answer to one earlier question, or an expression over the columns of the options. */
import type { Cell } from '../excel/cell.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { type Names, translated } from './from-xpath.ts'
import { textOfCell } from './sheets.ts'
import { parseXPath, straight, understood, type XPath } from './xpath.ts'

type SheetCells = readonly (readonly Cell[])[]

/** The columns of the choices that filters look at; in a form of ours all further ones are kept. */
export function filtersOf(cells: SheetCells, choices: SheetCells): ReadonlySet<string> {
  const headings = (cells[0] ?? []).map((cell) => textOfCell(cell).toLowerCase())
  const place = headings.indexOf('choice_filter')
  const further = headings.includes('canvass')
    ? (choices[0] ?? [])
        .map(textOfCell)
        .filter((each) => !/^(list_name|name|canvass|parent|)$|^label\b|^media::/.test(each))
    : []
  const filters = cells.slice(1).flatMap((row) => {
    const cell = row[place]
    return cell === undefined ? [] : [...columnsOf(understood(() => parseXPath(textOfCell(cell))))]
  })
  return new Set([
    ...further,
    ...(place < 0 ? [] : filters.filter((column) => column !== 'name' && !column.includes(':'))),
  ])
}

function partsOf(tree: XPath): readonly XPath[] {
  if (tree.kind === 'binary') return [tree.left, tree.right]
  if (tree.kind === 'call') return tree.of
  return tree.kind === 'minus' ? [tree.of] : []
}

function columnsOf(tree: XPath | undefined): Set<string> {
  if (!tree) return new Set()
  const own = tree.kind === 'column' ? [tree.name] : []
  return new Set([...own, ...partsOf(tree).flatMap((part) => [...columnsOf(part)])])
}

/** `province=${province}`, either way round; options that belong to none may be shown always. */
export function readFilter(written: string): { column: string; name: string } | undefined {
  const text = straight(written)
  const found =
    /^\s*([\w-]+)\s*=\s*(?:\$\{\s*([^}\s]+)\s*\}|(?<path>\/[^\s=]+))\s*(?:or\s+\1\s*=\s*''\s*)?$/.exec(text) ??
    /^\s*\$\{\s*(?<name>[^}\s]+)\s*\}\s*=\s*(?<column>[\w-]+)\s*$/.exec(text)
  if (!found) return undefined
  const { path, name = path ?? found[2] ?? '', column = found[1] ?? '' } = found.groups ?? {}
  return { column, name }
}

interface FilterOf {
  question: Pick<Question, 'type' | 'answers' | 'list'>
  names: Names
  /** Takes what is not understood. */
  left: (value: string) => void
}

/** Our expression for any other filter; null where it offers all options. */
export function optionFilterFrom(written: string, { question, names, left }: FilterOf): string | null {
  const own = new Set(['name', ...question.answers.flatMap((option) => Object.keys(option.columns ?? {}))])
  // Which columns a file has is known when it is there.
  const columns = question.list ? { has: () => true } : own
  const isChoice = question.type === 'SINGLE' || question.type === 'MULTIPLE'
  if (!isChoice) left(written)
  const tell = (what: string) => left(what || written)
  const source = isChoice ? understood(() => translated(parseXPath(written), { ...names, columns }), tell) : undefined
  return source === undefined || source === 'true' ? null : source
}
