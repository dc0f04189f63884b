/** What the refusal of a field teaches: the values that are taken, an example, the key that was meant. */
import type * as z from 'zod/mini'
import { hints, type Teach } from '#contract/problems.ts'
import type { Hint } from '#domain/problems.ts'
import { nearTo } from '#domain/nearest.ts'

/** So many values are listed. */
const mostListed = 20
/** Of a body with more problems only the first ones teach: each hint is longer than what it answers. */
const mostHints = 50

const examples: Record<string, string> = {
  int: '12',
  number: '12.5',
  boolean: 'true',
  string: '"words"',
  array: '[ … ]',
  object: '{ … }',
  record: '{ … }',
  date: '2024-12-31',
  datetime: '2024-12-31T23:59:00Z',
}

/** The hints of the problems of one body or query. */
export function teachingOf(schema: z.ZodMiniType): Teach {
  let given = 0
  return (issue, place, key) => {
    given += 1
    return given > mostHints ? {} : hintOf(schema, issue, place, key)
  }
}

function hintOf(schema: z.ZodMiniType, issue: z.core.$ZodIssue, place: readonly PropertyKey[], key?: string): Hint {
  const at = place.reduce<z.ZodMiniType | undefined>((outer, name) => outer && partOf(outer, name), schema)
  if (key !== undefined) return among(key, Object.keys(at ? shapeOf(at) : {}))
  if (issue.code === 'invalid_value') return among(issue.input, issue.values.map(String))
  const own = at && ownHint(at)
  if (own) return own
  const kind = issue.code === 'invalid_type' ? issue.expected : issue.code === 'invalid_format' ? issue.format : ''
  const example = issue.input === undefined ? undefined : examples[kind]
  return example === undefined ? {} : { example }
}

function among(word: unknown, known: readonly string[]): Hint {
  const near = typeof word === 'string' ? nearTo(word, known) : {}
  if (near.nearest !== undefined) return near
  return known.length === 0 ? {} : { allowed: known.slice(0, mostListed) }
}

/** The shape inside what makes it optional, nullable or another value. */
function inner(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { innerType, in: before } = schema.def as { innerType?: z.ZodMiniType; in?: z.ZodMiniType }
  return innerType ?? before
}

function ownHint(schema: z.ZodMiniType): Hint | undefined {
  const next = inner(schema)
  const { options = [] } = schema.def as Parts
  const within = next ? ownHint(next) : options.map(ownHint).find((hint) => hint !== undefined)
  return hints.get(schema) ?? within
}

interface Parts {
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
}

function partsOf(schema: z.ZodMiniType): Parts {
  const next = inner(schema)
  return next ? partsOf(next) : (schema.def as Parts)
}

function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const { shape, options = [] } = partsOf(schema)
  return shape ?? Object.assign({}, ...options.map(shapeOf))
}

function partOf(schema: z.ZodMiniType, name: PropertyKey): z.ZodMiniType | undefined {
  const { shape, element, valueType, options = [] } = partsOf(schema)
  const own = shape ? shape[String(name)] : (element ?? valueType)
  return own ?? options.map((option) => partOf(option, name)).find((part) => part !== undefined)
}
