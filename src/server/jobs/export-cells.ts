/** The rows of a list as cells of a file: numbers stay numbers, everything else is text as the API writes it. */
import type { ObjectSchema } from '#contract/endpoint.ts'
import { languageCode } from '#domain/survey.ts'
import { openApiSchema } from '../http/json-schema.ts'

export type ExportCell = string | number | null

export interface ExportColumn {
  key: string
  title: string
  format: 'text' | 'number'
}

/** The chosen columns, or all of the row. */
export function exportColumns(
  row: ObjectSchema,
  chosen: readonly { key: string; title: string }[] | undefined,
): ExportColumn[] {
  const { properties } = openApiSchema(row, 'output') as { properties: Record<string, object> }
  const columns = chosen ?? Object.keys(properties).map((key) => ({ key, title: key }))
  return columns.map(({ key, title }) => ({ key, title, format: isNumeric(properties[key]) ? 'number' : 'text' }))
}

interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
}

function isNumeric({ type, anyOf = [] }: JsonSchema = {}): boolean {
  return type === 'integer' || type === 'number' || anyOf.some(isNumeric)
}

export function cellsOf(row: object, columns: readonly ExportColumn[], locale: string): ExportCell[] {
  const values = new Map<string, unknown>(Object.entries(row))
  return columns.map(({ key }) => cellOf(values.get(key), locale))
}

function cellOf(value: unknown, locale: string): ExportCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Date) return value.toISOString()
  return textIn(value, locale) ?? JSON.stringify(value)
}

/** A text that stands in several languages: in the one asked for, in English, or in whichever there is. */
function textIn(value: unknown, locale: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const texts = new Map<string, unknown>(Object.entries(value))
  if (texts.size === 0 || ![...texts].every(([key, text]) => languageCode.test(key) && typeof text === 'string'))
    return undefined
  return String(texts.get(locale) ?? texts.get('en') ?? [...texts.values()][0])
}
