/**
 * Reference data: records with a title and little more, each declared once by the kinds of its fields. From the kinds
 * follow the input and output of the API, the filters, order and search of the list, its columns and its form
 * (`web/record/reference-screens.tsx`). From `path` follow its rights: `<path>.read`, `.write` and `.delete`.
 */
import * as z from 'zod/mini'
import type { PermissionName } from '#domain/people/permissions.ts'
import type { Endpoint, Schema } from './endpoint.ts'
import { Id, optionalLines, recordFields, text } from './fields.ts'
import { type Filter, recordFilters } from './filters.ts'
import { resource } from './resource.ts'

/** A field, as all parts of the house see it. */
export interface Kind {
  /** Of the field in create, and in a row. */
  takes: Schema
  gives: Schema
  filter?: Filter
  /** Whether the list may be ordered by it, and whether `q` looks into it. */
  sorted?: true
  searched?: true
  /** The page's part of it. */
  shown: Shown
}

export type Shown =
  | { as: 'line' }
  | { as: 'lines' }
  | { as: 'choice'; values: readonly string[] }
  | { as: 'yesNo'; starts: boolean }
  /** A text with its form, by language. */
  | { as: 'richText' }
  /** Another record, by its id: `categoryId`. Its title comes along in the row: `categoryTitle`. */
  | { as: 'record'; of: Referred; table: string }

interface Referred {
  path: string
  list: Endpoint
  get: Endpoint
}

const line = { filter: { kind: 'text' }, sorted: true, searched: true, shown: { as: 'line' } } as const

export const title = { takes: text(200), gives: z.string(), ...line }

/** The record's name in files and other programs: `GATE_CLOSED`. */
export const code = {
  takes: z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{0,49}$/)),
  gives: z.string(),
  ...line,
}

export const description = {
  takes: optionalLines(2000),
  gives: z.nullable(z.string()),
  shown: { as: 'lines' } as const,
}

/** One of a few values; their words are `<path>.<field>.<VALUE>`. */
export function choice<const V extends readonly [string, ...string[]]>(values: V) {
  const shape = z.enum(values)
  const more = { filter: { kind: 'oneOf', values }, sorted: true, shown: { as: 'choice', values } } as const
  return { takes: shape, gives: shape, ...more }
}

/** `starts`: what a new record's form has. */
export function yesNo(starts: boolean) {
  const more = { filter: { kind: 'yesNo' }, shown: { as: 'yesNo', starts } } as const
  return { takes: z.boolean(), gives: z.boolean(), ...more }
}

/** A record of another list, kept in `table`. */
export function record(of: Referred, table: string) {
  const more = { filter: { kind: 'record', of: of.path }, shown: { as: 'record', of, table } } as const
  return { takes: Id, gives: Id, ...more }
}

type Kinds = Readonly<Record<string, Kind>>
type Takes<K extends Kinds> = { [N in keyof K]: K[N]['takes'] }
type Gives<K extends Kinds> = { [N in keyof K]: K[N]['gives'] }
type Titles<K extends Kinds> = {
  [N in keyof K as K[N]['shown'] extends { as: 'record' } ? TitleName<N> : never]: z.ZodMiniString
}
type TitleName<N> = N extends `${infer Name}Id` ? `${Name}Title` : never
type FiltersOf<K extends Kinds> = {
  [N in keyof K as K[N] extends { filter: Filter } ? N : never]: K[N] extends { filter: infer F } ? F : never
} & typeof recordFilters
type RowShape<K extends Kinds> = typeof recordFields & Gives<K> & Titles<K>

/** Areas of rights that can be read, written and deleted. */
type Area = { [N in PermissionName]: N extends `${infer A}.delete` ? A : never }[PermissionName]

interface ReferenceSpec<Path extends Area, Subject extends string, K extends Kinds> {
  path: Path
  /** The name of one record: in the trail, and as the table in the database. */
  subject: Subject
  /** Form and columns follow this order. Lists sort by the first sortable field by default. */
  fields: K
}

export function reference<const Path extends Area, const Subject extends string, const K extends Kinds>(
  spec: ReferenceSpec<Path, Subject, K>,
) {
  const { path, subject, fields: kinds } = spec
  const sort = [...Object.keys(parts(kinds, 'sorted')), 'createdAt', 'updatedAt']
  const titles = Object.entries(kinds).flatMap(([name, { shown }]) =>
    shown.as === 'record' ? [[titleName(name), z.string()] as const] : [],
  )
  return {
    ...resource({
      path,
      row: z.object({
        ...recordFields,
        ...parts(kinds, 'gives'),
        ...Object.fromEntries(titles),
      } as unknown as RowShape<K>),
      fields: z.strictObject(parts(kinds, 'takes') as unknown as Takes<K>),
      read: `${path}.read`,
      write: `${path}.write`,
      remove: `${path}.delete`,
      sort,
      filters: { ...parts(kinds, 'filter'), ...recordFilters } as unknown as FiltersOf<K>,
    }),
    subject,
    /** Of its list, and the menu's word for it: `siteCategory`; one record is below it. */
    screen: subject.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    /** Those and `sort` use the indexes that `call listed(...)` of the migration makes. */
    search: Object.keys(parts(kinds, 'searched')),
    kinds: kinds as Kinds,
  }
}

/** `categoryTitle` for `categoryId`. */
export function titleName(name: string): string {
  return name.replace(/Id$/, 'Title')
}

/** One part of every kind that has it. */
function parts(kinds: Kinds, part: keyof Kind): Record<string, unknown> {
  const parts = Object.entries(kinds).map(([name, kind]) => [name, kind[part]] as const)
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
}
