/** The store of reference data, from its declaration. */
import { type RawBuilder, sql } from 'kysely'
import { type Kind, titleName } from '#contract/reference.ts'
import type { Reference } from '#contract/reference-data.ts'
import { snake } from '../db/names.ts'
import { tableStore } from '../db/table-store.ts'

export function referenceStore<R extends Reference>(resource: R) {
  const { subject, search, kinds } = resource
  const derived = Object.fromEntries(Object.entries(kinds).flatMap(([name, kind]) => titleOf(subject, name, kind)))
  return tableStore<R['row'], R['fields']>(subject, resource, { search, derived })
}

/** The title of the record that a field names. */
function titleOf(subject: string, name: string, { shown }: Kind): [string, RawBuilder<unknown>][] {
  if (shown.as !== 'record') return []
  const id = sql.ref(`${subject}.${snake(name)}`)
  return [[titleName(name), sql`(select title from ${sql.table(shown.table)} as named where named.id = ${id})`]]
}
