/**
 * A resource is declared once: its row, its form fields and its rights. The standard calls (seed §7, and the export of the
 * list), validation on both sides, column and field names on the page and the OpenAPI entry follow from it.
 */
import * as z from 'zod/mini'
import type { PermissionName } from '#domain/people/permissions.ts'
import type { FieldProblem, ProblemCode } from '#domain/problems.ts'
import { type Endpoint, endpoint, list, one, type ObjectSchema, type Upload } from './endpoint.ts'
import { bulkIds, BulkResult, Version } from './fields.ts'
import type { Filters } from './filters.ts'
import { exportCall, listFilter, listQuery } from './listing.ts'
import { saying } from './problems.ts'

interface ResourceSpec<Path extends string, Row extends ObjectSchema, Fields extends ObjectSchema, F extends Filters> {
  /** The collection's path segment, which is also its name in locale keys: `companies`. */
  path: Path
  row: Row
  /** The fields of create. Update takes any part of them. */
  fields: Fields
  /** What the shapes cannot say: all that is wrong with the whole record. The server refuses by it, the form explains. */
  rule?(record: z.output<Fields>): FieldProblem[]
  read: PermissionName
  write: PermissionName
  remove: PermissionName
  /** Columns that may be sorted by; the first is the default order. */
  sort: readonly (keyof Row['shape'] & string)[]
  /** The filters of the list: fields of the row, each a word of the query. */
  filters?: F & Record<Exclude<keyof F, keyof Row['shape']>, never>
  /** Create and update come as multipart when a file goes along. */
  upload?: Upload
}

const noFilters = {}

const noMore = {}

/** Some rows by their ids, or all that match a filter, with the count of them that was shown; `more`: what to do with them. */
export function chosenRows<F extends ObjectSchema, More extends z.core.$ZodLooseShape = typeof noMore>(
  filter: F,
  more = noMore as More,
) {
  const expected = z.int().check(z.minimum(0))
  const choice = { ids: z.optional(bulkIds.shape.ids), filter: z.optional(filter), expected: z.optional(expected) }
  return z.strictObject({ ...choice, ...more }).check(({ value: body, issues }) => {
    const value: { ids?: unknown; filter?: unknown; expected?: unknown } = body
    const refuse = (key: 'ids' | 'filter' | 'expected', code: ProblemCode) =>
      void issues.push({ code: 'custom', input: value, path: [key], params: saying(code) })
    if (value.ids && value.filter) refuse('filter', 'NOT_ALLOWED')
    if (!value.ids && !value.filter) refuse('ids', 'REQUIRED')
    if (!value.filter && value.expected !== undefined) refuse('expected', 'NOT_ALLOWED')
    if (value.filter && value.expected === undefined) refuse('expected', 'REQUIRED')
  })
}

export function resource<
  Path extends string,
  Row extends ObjectSchema,
  Fields extends ObjectSchema,
  const F extends Filters = typeof noFilters,
>(spec: ResourceSpec<Path, Row, Fields, F>) {
  const { path, row, fields: form, read, write, remove, upload } = spec
  const filters = (spec.filters ?? noFilters) as F
  const withUpload = upload ? { upload } : {}
  // Only the keys that are present change; `version` turns on the check against a lost update.
  const filter = listFilter(filters)
  const changes = z.extend(z.partial(form), { version: z.optional(Version) }) as unknown as Changes<Fields>
  return {
    ...spec,
    filters,
    filter,
    list: endpoint({
      route: `GET /${path}`,
      access: read,
      summary: `List ${path}`,
      query: listQuery(spec.sort, filters),
      reply: list(row),
    }),
    get: endpoint({
      route: `GET /${path}/{id}`,
      access: read,
      summary: `One of ${path}`,
      reply: one(row),
    }),
    create: endpoint({
      route: `POST /${path}`,
      access: write,
      summary: `Create one of ${path}`,
      body: form,
      reply: one(row),
      status: 201,
      ...withUpload,
    }),
    update: endpoint({
      route: `PUT /${path}/{id}`,
      access: write,
      summary: `Change one of ${path}`,
      body: changes,
      sentBack: row,
      reply: one(row),
      ...withUpload,
    }),
    remove: endpoint({
      route: `DELETE /${path}/{id}`,
      access: remove,
      summary: `Delete one of ${path}`,
      reply: one(row),
    }),
    removeMany: endpoint({
      route: `POST /${path}/delete`,
      access: remove,
      summary: `Delete several of ${path}`,
      body: chosenRows(filter),
      reply: one(BulkResult),
    }),
    export: exportCall({
      path,
      access: read,
      sort: spec.sort,
      filter,
      columns: Object.keys(row.shape),
    }),
  }
}

type Changes<Fields extends ObjectSchema> = z.ZodMiniObject<
  { [K in keyof Fields['shape']]: z.ZodMiniOptional<Fields['shape'][K]> } & {
    version: z.ZodMiniOptional<typeof Version>
  },
  z.core.$strict
>

type Declared = ReturnType<typeof resource<string, ObjectSchema, ObjectSchema, Filters>>

/**
 * Any resource, for helpers that serve all of them. A record may also be named by another id than its number, and a resource
 * put together by hand need not take filters.
 */
export type Resource = Omit<
  Declared,
  'list' | 'get' | 'update' | 'remove' | 'removeMany' | 'filters' | 'filter' | 'export'
> &
  Record<'list' | 'get' | 'update' | 'remove' | 'removeMany', Endpoint> & { filters?: Filters; export?: Endpoint }
