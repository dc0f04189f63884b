/** What the columns of a file of answers mean: a line for each, and for each of its values that has a label. */
import type { FileColumn } from './download-columns.ts'
import type { FileTable } from './download-tables.ts'
import { isLong } from '#domain/answers/merged-versions.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { fileText } from '#words/texts.ts'

export interface CodedValue {
  value: string | number
  label: string
}

/** Values of the file of codes, which is what the syntax of statistical programs reads. */
export function valuesOf({ question, code }: FileColumn, language: string | undefined): CodedValue[] {
  const yesNo = (yes: string | number, no: string | number) => [
    { value: yes, label: fileText(language, 'yes') },
    { value: no, label: fileText(language, 'no') },
  ]
  if (!question) return []
  if (code.includes('/')) return yesNo(1, 0)
  if (code.includes('.')) return []
  if (question.question.type === 'YES_NO') return yesNo('yes', 'no')
  if (isLong(question)) return []
  return [...question.options].map(([value, { option }]) => ({
    value,
    label: plainIn(option.text, language ?? 'en') || value,
  }))
}

export function typeOf({ question, code, format }: FileColumn): string {
  if (!question) return format === 'number' ? 'DECIMAL' : 'TEXT'
  // An option's code may hold a dot of its own.
  if (code.includes('/')) return 'YES_NO'
  if (code.includes('.')) return format === 'number' ? 'DECIMAL' : 'TEXT'
  return question.question.type
}

type Line = (string | number | null)[]

export interface Codebook {
  headings: string[]
  formats: ('text' | 'number')[]
  lines: Line[]
}

/** The sheet comes last: a question that repeats in some versions only is a column of two, each with its versions. */
export function codebookOf(tables: readonly FileTable[], language: string | undefined): Codebook {
  const headings = ['variable', 'label', 'type', 'value', 'valueLabel', 'firstVersion', 'lastVersion', 'sheet'] as const
  return {
    headings: headings.map((heading) => fileText(language, heading)),
    formats: ['text', 'text', 'text', 'text', 'text', 'number', 'number', 'text'],
    lines: tables
      .flatMap(({ name, columns }) =>
        columns.flatMap((column) => linesOf(column, language).map((line) => [...line, name])),
      )
      .concat(treatedLines(tables, language)),
  }
}

function linesOf(column: FileColumn, language: string | undefined): Line[] {
  const { code, path = code, label, question } = column
  const head = [path, label, typeOf(column)]
  const own = lifetimeOf(question)
  const values = valuesOf(column, language)
  if (values.length === 0) return [[...head, null, null, ...own]]
  return values.map(({ value, label: said }) => [
    ...head,
    value,
    said,
    ...(code.includes('/') ? own : lifetimeOf(question?.options.get(String(value)) ?? question)),
  ])
}

function lifetimeOf(of: { firstVersion: number; lastVersion: number } | undefined): Line {
  return of ? [of.firstVersion, of.lastVersion] : [null, null]
}

/** What was done with columns that tell who answered, in the place of their type. */
function treatedLines(tables: readonly FileTable[], language: string | undefined): Line[] {
  return tables.flatMap(({ name, treated = [] }) =>
    treated.map(({ column: { code, path = code, label }, treatment }) => {
      return [path, label, fileText(language, treatment), null, null, null, null, name]
    }),
  )
}
