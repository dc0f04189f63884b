/** The rows of a list as cells of a file: numbers stay numbers, everything else is text as the API writes it. */
import type { ObjectSchema } from '#contract/endpoint.ts'
import { languageCode } from '#domain/surveys/survey.ts'
import { wordIn } from '#words/texts.ts'
import { openApiSchema } from '../http/json-schema.ts'

export type ExportCell = string | number | null

export interface ExportColumn {
  key: string
  title: string
  format: 'text' | 'number'
  /** The pages' words for the values, where they are one of several, in the language of the file. */
  words: ReadonlyMap<string, string>
}

interface ColumnChoice {
  /** Under the headings that the page shows; all of the row, by their keys, when left out. */
  columns?: readonly { key: string; title: string }[] | undefined
  locale?: string | undefined
}

/** The columns of a file of the list `path`. Without a language values stay what the API calls them. */
export function exportColumns(path: string, row: ObjectSchema, { columns, locale }: ColumnChoice): ExportColumn[] {
  const { properties } = openApiSchema(row, 'output') as { properties: Record<string, JsonSchema> }
  const chosen = columns ?? Object.keys(properties).map((key) => ({ key, title: key }))
  return chosen.map(({ key, title }) => {
    const schema = properties[key]
    const words = choicesOf(schema).flatMap((value) => {
      const word = locale === undefined ? undefined : wordIn(locale, `${path}.${key}.${value}`)
      return word === undefined ? [] : [[value, word] as const]
    })
    const format = isNumeric(schema) && words.length === 0 ? 'number' : 'text'
    return { key, title, format, words: new Map(words) }
  })
}

interface JsonSchema {
  type?: string
  enum?: (string | number)[]
  anyOf?: JsonSchema[]
}

function isNumeric({ type, anyOf = [] }: JsonSchema = {}): boolean {
  return type === 'integer' || type === 'number' || anyOf.some(isNumeric)
}

function choicesOf({ enum: values = [], anyOf = [] }: JsonSchema = {}): string[] {
  return [...values.map(String), ...anyOf.flatMap(choicesOf)]
}

export function cellsOf(row: object, columns: readonly ExportColumn[], locale: string): ExportCell[] {
  const values = row as Record<string, unknown>
  return columns.map(({ key, words }) => cellOf(values[key], words, locale))
}

function cellOf(value: unknown, words: ReadonlyMap<string, string>, locale: string): ExportCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return words.get(value) ?? value
  if (typeof value === 'number') return words.get(String(value)) ?? value
  return textIn(value, locale) ?? wayOf(value) ?? nameOf(value) ?? JSON.stringify(value)
}

/** Words beside each other; records one below the other, by their codes: `MZ > MZ01`. */
function wayOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  if (value.every((part) => typeof part === 'string')) return value.join(', ')
  const codes = value.map((record: { code?: unknown } | null) => record?.code)
  return codes.every((code) => typeof code === 'string') ? codes.join(' > ') : undefined
}

/** A record that a row names: `{ id: 5, name: 'Ana' }`, `{ id: 7, title: 'Clinic' }`. */
function nameOf(value: unknown): string | undefined {
  const { name, title } = value as { name?: unknown; title?: unknown }
  return [name, title].find((text) => typeof text === 'string')
}

/** A text in the wanted language, else in English, else in the first one. */
function textIn(value: unknown, locale: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const texts = new Map<string, unknown>(Object.entries(value))
  if (texts.size === 0 || ![...texts].every(([key, text]) => languageCode.test(key) && typeof text === 'string'))
    return undefined
  return String(texts.get(locale) ?? texts.get('en') ?? [...texts.values()][0])
}
