/** What a JSON Schema says to a person who fills in a call: an example that fits, and the kind in a word. Pure. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  readOnly?: boolean
}

export type Fields = 'required' | 'all'

/** The first that fits is the example of a text. */
const texts = [
  'text',
  '1',
  '2026-01-31',
  '2026-01-31T08:00:00Z',
  'USD',
  'MZ',
  'en',
  'TEXT',
  '+258841234567',
  'a@example.org',
  'https://example.org',
]

export function sampleOf(schema: Schema, fields: Fields): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, fields)
  if (schema.type === 'object') return objectSample(schema, fields)
  if (schema.type === 'array') return schema.items && schema.minItems ? [sampleOf(schema.items, fields)] : []
  if (schema.type === 'string') return texts.find((text) => fits(text, schema)) ?? ''
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') {
    return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1)
  }
  return schema.allOf?.[0] ? sampleOf(schema.allOf[0], fields) : null
}

function objectSample({ properties = {}, required = [] }: Schema, fields: Fields): Record<string, unknown> {
  const entries = Object.entries(properties).filter(
    ([name, { readOnly }]) => !readOnly && (fields === 'all' || required.includes(name)),
  )
  return Object.fromEntries(entries.map(([name, schema]) => [name, sampleOf(schema, fields)]))
}

function fits(text: string, { pattern, minLength = 0, maxLength = Infinity, allOf = [], format }: Schema): boolean {
  if (format === 'email' && !text.includes('@')) return false
  if (text.length < minLength || text.length > maxLength) return false
  return (pattern === undefined || new RegExp(pattern, 'u').test(text)) && allOf.every((each) => fits(text, each))
}

/** As a program would write it: `string`, `integer | null`, `"PRIVATE" | "PUBLIC"`. */
export function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return shortened(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return shortened([...new Set(choices.map(kindOf))])
  if (schema.type === 'array') return `${kindOf(schema.items ?? {})}[]`
  return schema.type ?? 'any'
}

const shownChoices = 6

function shortened(words: readonly string[]): string {
  const shown = words.slice(0, shownChoices).join(' | ')
  return words.length > shownChoices ? `${shown} | …` : shown
}
