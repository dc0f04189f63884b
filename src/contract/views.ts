/** How everybody's lists look: columns, their order and widths, density; and the views that were saved of them. */
import * as z from 'zod/mini'
import { endpoint, list, one } from './endpoint.ts'
import { Id, printable, recordFields, text, Version } from './fields.ts'

/** The name of a list in locale keys and here: `sites`; the last word of its call's path. */
const ListName = z.string().check(z.regex(/^[a-z][A-Za-z-]{1,39}(?:-\d{1,15})?$/))
const ColumnKey = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9._]{0,59}$/))

/** The differences from the list's own defaults; an empty object takes them all back. */
export const ListLook = z.strictObject({
  /** Keys of the columns shown, in order. */
  columns: z.optional(z.array(ColumnKey).check(z.minLength(1), z.maxLength(60))),
  /** Pixels by column key. */
  widths: z.optional(z.record(ColumnKey, z.int().check(z.minimum(40), z.maximum(1200)))),
  density: z.optional(z.enum(['comfortable', 'compact'])),
  /** A table unless said, on a screen that is wide enough for one. */
  rows: z.optional(z.enum(['table', 'cards'])),
})
export type ListLook = z.output<typeof ListLook>

const ListLooks = z.object({ looks: z.record(z.string(), ListLook), singleKeys: z.boolean() })

/** Views that one person keeps of one list. */
export const maxViews = 100

/** The words of a list's URL without its page: filters, `q`, `sort`, `pageSize`. */
const ViewQuery = z.string().check(z.maxLength(4000), printable('one'))

export const View = z.object({
  ...recordFields,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  /** Seen by everybody who may read the list. */
  shared: z.boolean(),
  mine: z.boolean(),
  /** Null when the account is gone. */
  ownerName: z.nullable(z.string()),
})
export type View = z.output<typeof View>

const viewFields = { name: text(80), query: ViewQuery, shared: z.boolean() }

export const lists = {
  /** Asked once after sign-in, so that a list screen makes one call. */
  looks: endpoint({
    route: 'GET /account/lists',
    access: 'session',
    summary: 'How I see my lists',
    reply: one(ListLooks),
  }),
  setLook: endpoint({
    route: 'PUT /account/lists/{list}',
    access: 'session',
    summary: 'Keep how I see one list',
    params: z.strictObject({ list: ListName }),
    body: ListLook,
    reply: one(ListLook),
  }),
  /** Single keys (j, k, x) may be switched off (WCAG 2.1.4). */
  setKeys: endpoint({
    route: 'PUT /account/keys',
    access: 'session',
    summary: 'Switch the single keys of lists on or off',
    body: z.strictObject({ singleKeys: z.boolean() }),
    reply: one(z.object({ singleKeys: z.boolean() })),
  }),
  views: endpoint({
    route: 'GET /views',
    access: 'session',
    summary: 'The saved views of one list: mine and the shared ones',
    query: z.strictObject({ list: ListName }),
    reply: list(View),
  }),
  createView: endpoint({
    route: 'POST /views',
    access: 'session',
    summary: 'Save a view of a list',
    body: z.strictObject({ ...viewFields, list: ListName }),
    reply: one(View),
    status: 201,
  }),
  updateView: endpoint({
    route: 'PUT /views/{id}',
    access: 'session',
    summary: 'Change one of my views',
    body: z.strictObject({
      name: z.optional(viewFields.name),
      query: z.optional(ViewQuery),
      shared: z.optional(z.boolean()),
      version: z.optional(Version),
    }),
    sentBack: View,
    reply: one(View),
  }),
  removeView: endpoint({
    route: 'DELETE /views/{id}',
    access: 'session',
    summary: 'Delete one of my views, or, managing the staff, a shared one',
    reply: one(View),
  }),
}

export const exportFormats = ['XLSX', 'CSV'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The file of an export; `keys` are those of the list's rows. */
export function exportChoice(keys: readonly string[]) {
  // No spreadsheet takes a heading for a formula.
  const title = text(200).check(z.regex(/^[^=+\-@]/))
  const column = z.strictObject({ key: z.enum(keys as [string, ...string[]]), title })
  return {
    format: z.enum(exportFormats),
    /** In the order of the file, under the headings the page shows; all of the row, by their keys, when left out. */
    columns: z.optional(z.array(column).check(z.minLength(1), z.maxLength(100))),
    /** For texts in several languages: this language where there is one. */
    locale: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/))),
  }
}

/** The job that was started: watched at `GET /jobs/{id}`. */
export const Started = z.object({ jobId: Id })
