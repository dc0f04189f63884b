/** The six standard calls of a resource (seed §7), each a route that may be replaced by a hand-written one. */
import type * as z from 'zod/mini'
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import { errorCatalogue, type ErrorCode } from '#domain/errors.ts'
import { usesSeen } from '#domain/survey-access.ts'
import type { TableStore } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import { type Context, on, type Route } from './context.ts'

interface Standard {
  path: string
  list: Endpoint
  get: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
  removeMany: Endpoint
}

interface Stored {
  id: number
  version: number
}

export interface CrudRoutes {
  list: Route
  get: Route
  create: Route
  update: Route
  remove: Route
  removeMany: Route
}

type CrudStore<Row, Fields extends object> = Omit<TableStore<Row, Fields>, 'lockMany' | 'matching'>

export function crudRoutes<Row extends Stored, Fields extends object>(
  resource: Standard,
  store: CrudStore<Row, Fields>,
): CrudRoutes {
  const subjectType = store.table
  const audited = (action: string) => ({ action: `${resource.path}.${action}`, subjectType })

  return {
    list: on(resource.list, ({ db, query }) => store.list(db, query)),
    get: on(resource.get, ({ db, params }) => store.get(db, idOf(params))),
    create: on(resource.create, async ({ db, body, audit }) => {
      const after = await store.insert(db, body as Fields)
      audit({ ...audited('create'), subjectId: after.id, after })
      return after
    }),
    update: on(resource.update, async ({ db, params, body, audit }) => {
      const { version, ...changes } = body as Partial<Fields> & { version?: number }
      const before = await store.lock(db, idOf(params), version)
      const after = await store.update(db, before.id, changes as Partial<Fields>)
      audit({ ...audited('update'), subjectId: before.id, before, after })
      return after
    }),
    remove: on(resource.remove, async ({ db, params, actor, audit }) => {
      const { removed, uses } = await store.remove(db, [idOf(params)])
      const [before] = removed
      if (!before) throw inUseOrMissing(usesSeen(uses.get(idOf(params)), actor.permissions))
      audit({ ...audited('delete'), subjectId: before.id, before })
      return before
    }),
    removeMany: on(resource.removeMany, (context) => removeMany(context, resource.path, store)),
  }
}

/** What is in use is refused by name, the rest goes; the answer says which row met what. */
async function removeMany<Row extends Stored, Fields extends object>(
  { db, body, audit }: Context<Endpoint>,
  path: string,
  store: CrudStore<Row, Fields>,
): Promise<BulkResult> {
  const ids = [...new Set((body as { ids: number[] }).ids)]
  const { removed, uses, known } = await store.remove(db, ids)
  const gone = new Set(removed.map((row) => row.id))
  const refused = new Map<number, ErrorCode>()
  for (const id of ids) if (!gone.has(id)) refused.set(id, known.has(id) && uses.has(id) ? 'IN_USE' : 'NOT_FOUND')
  const action = `${path}.delete`
  for (const before of removed) audit({ action, subjectType: store.table, subjectId: before.id, before })
  if (removed.length === 0) audit({ action, subjectType: store.table, after: { refused: ids } })
  return bulkResult(ids, refused, uses)
}

/** What a bulk call answers: every id went through but those that were refused; `uses` says who uses what is in use. */
export function bulkResult(
  ids: readonly number[],
  refused: ReadonlyMap<number, ErrorCode>,
  uses: ReadonlyMap<number, Record<string, number>> = new Map(),
): BulkResult {
  const results = ids.map((id): BulkRow => {
    const code = refused.get(id)
    if (code === undefined) return { id, ok: true, code: 'OK', message: '' }
    const usedBy = code === 'IN_USE' ? uses.get(id) : undefined
    return { id, ok: false, code, message: errorCatalogue[code].message, ...(usedBy ? { usedBy } : {}) }
  })
  const failed = results.filter((row) => !row.ok).length
  return { requested: ids.length, succeeded: ids.length - failed, failed, skipped: 0, results }
}

/** Why a single row was not removed. */
export function inUseOrMissing(usedBy: Record<string, number> | undefined): AppError {
  return usedBy ? new AppError('IN_USE', { data: { usedBy } }) : new AppError('NOT_FOUND')
}

function idOf(params: z.output<ObjectSchema>): number {
  return (params as { id: number }).id
}
