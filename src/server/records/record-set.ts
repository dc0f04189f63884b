/**
 * The records of a standard resource for its bulk calls, its export and their jobs: what a list query finds, and how
 * some of them are deleted.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import type { TableStore } from '../db/table-store.ts'
import type { Actor, Route } from '../http/context.ts'

/** The caller, or the asker of a job as they are when it runs. */
type Asking = Pick<Actor, 'id' | 'permissions' | 'surveyIds'>

/** One transaction that removes records. */
interface RemovalWork {
  db: Db
  actor: Asking
  audit: (entry: AuditEntry) => void
}

/** Why rows stay: the code of each, and who uses those that are in use. */
interface Refusals {
  refused: ReadonlyMap<number, ErrorCode>
  uses: ReadonlyMap<number, Record<string, number>>
}

/** Removes the ids that may go, and notes each on the trail. */
export type RemoveRecords = (work: RemovalWork, ids: readonly number[]) => Promise<Refusals>

/** The rows that a person sees; undefined for people who see all of them. */
export type RowScope = (db: Db, actor: Asking) => Promise<RawBuilder<unknown> | undefined>

interface Identified {
  id: number
  version: number
}

type FindingStore<Row> = Pick<TableStore<Row, object>, 'table' | 'count' | 'idsOf'>

export interface RecordSet {
  /** What names a record, where it has neither a title nor a name. */
  named?: { by: string; as: (stored: string) => string }
  resource: Pick<Resource, 'path' | 'row' | 'read' | 'remove' | 'removeMany'> & { export: Endpoint }
  store: FindingStore<Identified>
  /** Undefined where every reader of the list sees all rows. */
  scope: RowScope | undefined
  remove: RemoveRecords
}

/** A route that brings its records along, so that the jobs find them among all routes. */
export interface RecordRoute extends Route {
  records: RecordSet
}

/** The records of standard resources by their paths, among the routes that are served. */
function recordsByPath(routes: readonly Route[]): ReadonlyMap<string, RecordSet> {
  const sets = routes.filter((route): route is RecordRoute => 'records' in route).map(({ records }) => records)
  return new Map(sets.map((records) => [records.resource.path, records]))
}

/** Finds the records of a path that has some. */
export function recordsAmong(routes: readonly Route[]): (path: string) => RecordSet {
  const byPath = recordsByPath(routes)
  return (path) => {
    const records = byPath.get(path)
    if (!records) throw new Error(`There are no records of ${path}`)
    return records
  }
}

/** The titles of the records of a path; none where no records have that path. */
export function titlesAmong(routes: readonly Route[]) {
  const byPath = recordsByPath(routes)
  return async (db: Db, actor: Asking, path: string | null, ids: readonly number[]): Promise<Map<number, string>> => {
    const records = byPath.get(path ?? '')
    return records ? await titlesOf(db, actor, records, ids) : new Map()
  }
}

/** The titles of the records, as far as they exist and the caller may read them. */
export async function titlesOf(
  db: Db,
  actor: Asking,
  { resource, store, scope, named }: Pick<RecordSet, 'resource' | 'store' | 'scope' | 'named'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const column = named?.by ?? ['title', 'name'].find((key) => key in resource.row.shape)
  if (column === undefined || ids.length === 0 || !actor.permissions.has(resource.read)) return new Map()
  const seen = (await scope?.(db, actor)) ?? sql`true`
  const rows = await rowsOf<{ id: number; title: unknown }>(db)`
    select id, ${sql.ref(column)} as title from ${sql.table(store.table)} where id = any(${ids}) and ${seen}`
  return new Map(
    rows.flatMap(({ id, title }) => (typeof title === 'string' ? [[id, named?.as(title) ?? title] as const] : [])),
  )
}

/** Removes what nothing else uses: the rest is IN_USE or NOT_FOUND. */
export function removingUnused<Row extends Identified>(
  path: string,
  store: Pick<TableStore<Row, object>, 'table' | 'remove'>,
): RemoveRecords {
  return async ({ db, audit }, ids) => {
    const { removed, uses, known } = await store.remove(db, ids)
    for (const before of removed)
      audit({ action: `${path}.delete`, subjectType: store.table, subjectId: before.id, before })
    const gone = new Set(removed.map((row) => row.id))
    const staying = ids.filter((id) => !gone.has(id))
    const refused = new Map(
      staying.map((id): [number, ErrorCode] => [id, known.has(id) && uses.has(id) ? 'IN_USE' : 'NOT_FOUND']),
    )
    return { refused, uses }
  }
}
