/**
 * What a form holds and what it sends. Pure. A value that is undefined, null or '' is blank, and all three are the same
 * to the user. What is sent for a blank depends on the shape of the field.
 */
import type * as z from 'zod/mini'
import type { ObjectSchema } from '#contract/endpoint.ts'
import { problemsOf } from '#contract/problems.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { Resource } from '#contract/resource.ts'

/** What the open form is about. `row` is undefined while it is fetched. */
export type Editing<Row> = { type: 'create' } | { type: 'update'; id: string; row: Row | undefined; error: unknown }

/** What the form of a record gets from the screen that opens it. */
export interface FormProps<Row> {
  /** Undefined: closed. */
  editing: Editing<Row> | undefined
  /** Closes the form: after saving, and when it is given up. */
  onDone: () => void
  /** Shown, not changed: for those who may read only. */
  readOnly: boolean
}

export type Values = Readonly<Record<string, unknown>>

type FieldShape = z.ZodMiniType

function shapeOf(fields: ObjectSchema): Record<string, FieldShape> {
  return fields.shape as Record<string, FieldShape>
}

/** What the form starts with: the record's values, or the defaults of a new one. Of texts in several languages, all. */
export function startingValues(fields: ObjectSchema, source: object): Values {
  const { texts } = source as { texts?: object }
  const from: Record<string, unknown> = { ...source, ...texts }
  return Object.fromEntries(Object.keys(shapeOf(fields)).map((name) => [name, from[name]]))
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function sameValue(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true
  return typeof a === 'object' && typeof b === 'object' ? ordered(a) === ordered(b) : a === b
}

/** The server keeps the keys of an object in an order of its own. */
function ordered(value: object | null): string {
  return JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A value as people read it; '' for a blank. Of a text in several languages, each under the name of its language. */
export function plainText(value: unknown, nameOf: (key: string) => string = (key) => key): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, inner]) => `${nameOf(key)}: ${plainText(inner, nameOf)}`)
    .join('\n')
}

export function changedNames(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => !sameValue(before[name], after[name]))
}

export function isRequired(fields: ObjectSchema, name: string): boolean {
  const shape = shapeOf(fields)[name]
  return shape !== undefined && !shape.safeParse(undefined).success
}

/** Whether a stored value may be taken away again by null. */
export function isClearable(fields: ObjectSchema, name: string): boolean {
  const shape = shapeOf(fields)[name]
  return shape !== undefined && shape.safeParse(null).success
}

/** The whole record; blanks are left out. */
export function createBody(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))
}

/** Only what changed; a field that was emptied is sent as null, which clears it. */
export function updateBody(before: Values, after: Values): Values {
  const changed = changedNames(before, after)
  return Object.fromEntries(changed.map((name) => [name, isBlank(after[name]) ? null : after[name]]))
}

/** The same check as the server's, before anything is sent: of each field, and by the rule about all of them. */
export function problemsIn({ fields, rule }: Pick<Resource, 'fields' | 'rule'>, values: Values): FieldProblem[] {
  const record = createBody(values)
  const parsed = fields.safeParse(record, { reportInput: true })
  const found = parsed.success ? [] : problemsOf(parsed.error)
  const misshapen = new Set(found.map(({ path }) => path))
  const ruled = rule?.(record) ?? []
  // The rule may know the limit better: it reads the currency beside the amount.
  const better = found.map((each) => ruled.find(({ path, code }) => path === each.path && code === each.code) ?? each)
  return [...better, ...ruled.filter(({ path }) => !misshapen.has(path))]
}

/** `sections[0].title` and `text.en` belong to the fields `sections` and `text`. */
export function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? ''
}

export interface SortedProblems {
  /** By field name; `sections[0].title` belongs to `sections`. */
  byField: Record<string, FieldProblem[]>
  /** Of no field that the form shows. */
  rest: FieldProblem[]
}

export function sortProblems(problems: readonly FieldProblem[], shown: ReadonlySet<string>): SortedProblems {
  const sorted: SortedProblems = { byField: {}, rest: [] }
  for (const problem of problems) {
    const name = fieldOf(problem.path)
    if (shown.has(name)) (sorted.byField[name] ??= []).push(problem)
    else sorted.rest.push(problem)
  }
  return sorted
}

export interface Conflict {
  name: string
  /** I changed it; else only they did, and saving mine leaves it theirs. */
  isMine: boolean
  mine: unknown
  theirs: unknown
}

/** Fields in which my values differ from those that another person saved meanwhile. */
export function conflictsOf(before: Values, mine: Values, theirs: Values): Conflict[] {
  const touched = Object.keys(mine).filter(
    (name) => !sameValue(before[name], mine[name]) || !sameValue(before[name], theirs[name]),
  )
  return touched
    .filter((name) => !sameValue(mine[name], theirs[name]))
    .map((name) => ({
      name,
      isMine: !sameValue(before[name], mine[name]),
      mine: mine[name],
      theirs: theirs[name],
    }))
}

export type Side = 'mine' | 'theirs'

/** What to save: theirs, but for the fields where mine was chosen. Unless said otherwise what I changed is mine. */
export function settled(before: Values, mine: Values, theirs: Values, choices: Readonly<Record<string, Side>>): Values {
  const kept = changedNames(before, mine).filter((name) => (choices[name] ?? 'mine') === 'mine')
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) }
}

interface Place {
  pathname: string
  search: string
}

/** A list goes to another page by itself when its rows became fewer: a form that is open over it stays open. */
export function turnsPageOnly(now: Place, next: Place): boolean {
  return now.pathname === next.pathname && now.search !== next.search && withoutPage(now) === withoutPage(next)
}

function withoutPage({ search }: Place): string {
  const words = new URLSearchParams(search)
  words.delete('page')
  return words.toString()
}
