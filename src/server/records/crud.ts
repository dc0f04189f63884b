/** The standard calls of a resource (seed §7), each a route that may be replaced by a hand-written one. */
import type * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import type { TableStore } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import { usesSeen } from '../scope.ts'
import { type ExportedList, exportRoute } from './export-records.ts'
import { on, type Route } from '../http/context.ts'
import { type RecordRoute, type RecordSet, type RemoveRecords, removingUnused, type RowScope } from './record-set.ts'
import { removeMany } from './remove-many.ts'

type Standard = RecordSet['resource'] & Record<'list' | 'get' | 'create' | 'update', Endpoint>

interface Stored {
  id: number
  version: number
}

type CrudStore<Row, Fields extends object> = Omit<TableStore<Row, Fields>, 'lockMany' | 'listCounted' | 'matching'>

interface CrudOptions {
  /** Which rows each person sees, where that is not all of them. */
  scope?: RowScope
  /** How several go, where more keeps one from going than its use elsewhere. */
  remove?: RemoveRecords
}

export function crudRoutes<Row extends Stored, Fields extends object>(
  resource: Standard,
  store: CrudStore<Row, Fields>,
  { scope, remove = removingUnused(resource.path, store) }: CrudOptions = {},
): Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'removeMany', Route> & { export: RecordRoute } {
  const records: RecordSet = { resource, store, scope, remove }
  const subjectType = store.table
  const audited = (action: string) => ({ action: `${resource.path}.${action}`, subjectType })

  return {
    list: on(resource.list, async ({ db, query, actor }) => store.list(db, query, await scope?.(db, actor))),
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
      if (!before) throw inUseOrMissing(usesSeen(uses.get(idOf(params)), actor))
      audit({ ...audited('delete'), subjectId: before.id, before })
      return before
    }),
    removeMany: on(resource.removeMany, (context) => removeMany(context, records)),
    export: { ...exportRoute(exportedRecords(resource, store, scope)), records },
  }
}

/** All of them, for a resource that deviates in none. */
export function standardRoutes<Row extends Stored, Fields extends object>(
  resource: Standard,
  store: CrudStore<Row, Fields>,
): Route[] {
  return Object.values(crudRoutes(resource, store))
}

function exportedRecords(
  resource: RecordSet['resource'],
  store: Pick<TableStore<Stored, object>, 'table' | 'whole'>,
  scope: RowScope | undefined,
): ExportedList {
  return {
    path: resource.path,
    table: store.table,
    row: resource.row,
    export: resource.export,
    belongsTo: scope ? 'SURVEYS' : 'NOTHING',
    whole: async ({ db, actor }, query, use) => store.whole(db, query, { scope: await scope?.(db, actor), use }),
  }
}

/** Why a single row was not removed. */
export function inUseOrMissing(usedBy: Record<string, number> | undefined): AppError {
  return usedBy ? new AppError('IN_USE', { data: { usedBy } }) : new AppError('NOT_FOUND')
}

function idOf(params: z.output<ObjectSchema>): number {
  return (params as { id: number }).id
}
