/** Deleting sections, questions and answers: what a published version holds stays. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { removalRefusal } from '#domain/survey-rules.ts'
import type { Db } from '../db/pool.ts'
import type { TableStore } from '../db/table-store.ts'
import { refuse } from '../errors.ts'
import { on, type Route } from '../http/context.ts'
import { bulkResult, inUseOrMissing } from '../http/crud.ts'
import { lockContent, lockSurveysOf } from './content-store.ts'
import { actRefusals, type Onlooker } from './scope.ts'

interface ContentRow {
  id: number
  surveyId: number
  version: number
  firstVersion: number | null
}

type ContentStore<Row extends ContentRow> = Pick<
  TableStore<Row, object>,
  'table' | 'get' | 'lock' | 'lockMany' | 'remove'
>

interface Removable {
  path: string
  remove: Endpoint
  removeMany: Endpoint
}

/** DELETE of one and of several, for each of the three alike. */
export function removalRoutes<Row extends ContentRow>(
  { path, remove, removeMany }: Removable,
  store: ContentStore<Row>,
): { remove: Route; removeMany: Route } {
  const action = `${path}.delete`
  const subjectType = store.table
  return {
    remove: on(remove, async ({ db, params, actor, audit }) => {
      const row = await lockContent(db, actor, store, params as { id: number })
      refuse(removalRefusal(row))
      const { removed, uses } = await store.remove(db, [row.id])
      const [before] = removed
      if (!before) throw inUseOrMissing(uses.get(row.id))
      audit({ action, subjectType, subjectId: before.id, before })
      return before
    }),
    removeMany: on(removeMany, async ({ db, body, actor, audit }) => {
      const ids = [...new Set((body as { ids: number[] }).ids)]
      const { removed, refused, uses } = await removeSeveral(db, actor, store, ids)
      for (const before of removed) audit({ action, subjectType, subjectId: before.id, before })
      if (removed.length === 0) audit({ action, subjectType, after: { refused: ids } })
      return bulkResult(ids, refused, uses)
    }),
  }
}

/** What may go goes; the rest is refused by name. */
async function removeSeveral<Row extends ContentRow>(
  db: Db,
  onlooker: Onlooker,
  store: ContentStore<Row>,
  ids: readonly number[],
) {
  await lockSurveysOf(db, store.table, ids)
  const rows = new Map((await store.lockMany(db, ids)).map((row) => [row.id, row]))
  const surveyIds = rows.values().map((row) => row.surveyId)
  const closed = await actRefusals(db, onlooker, 'edit', surveyIds)
  const refused = new Map<number, ErrorCode>()
  for (const id of ids) {
    const row = rows.get(id)
    const code = row ? (closed.get(row.surveyId) ?? removalRefusal(row)) : 'NOT_FOUND'
    if (code) refused.set(id, code)
  }
  const { removed, uses } = await store.remove(
    db,
    ids.filter((id) => !refused.has(id)),
  )
  for (const id of uses.keys()) refused.set(id, 'IN_USE')
  return { removed, refused, uses }
}
