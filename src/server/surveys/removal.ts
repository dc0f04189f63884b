/** Deleting parts of the draft, which published versions keep. A part that a rule or a condition names stays. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { TableStore } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import { on, type Route } from '../http/context.ts'
import { inUseOrMissing } from '../records/crud.ts'
import type { RemoveRecords } from '../records/record-set.ts'
import { lockContent, lockSurveysOf, skipStore } from './content-store.ts'
import { expressionsNaming } from './expressions-naming.ts'
import { keepRemoved } from './removed-parts.ts'
import { rulesUsing } from './rules-using.ts'
import { actRefusals } from '../scope.ts'

interface ContentRow {
  id: number
  surveyId: number
  version: number
}

type ContentStore<Row extends ContentRow> = Pick<
  TableStore<Row, object>,
  'table' | 'get' | 'lock' | 'lockMany' | 'remove'
>

/** DELETE of one, for each kind alike. Rules that name it are listed, or go with it when the caller says so. */
export function removalRoute<Row extends ContentRow>(
  { path, remove }: { path: string; remove: Endpoint },
  store: ContentStore<Row>,
): Route {
  return on(remove, async ({ db, params, query, actor, audit }) => {
    const row = await lockContent(db, actor, store, params as { id: number })
    const rules = (await rulesUsing(db, store.table, [row.id])).get(row.id) ?? []
    const expressions = (await expressionsNaming(db, store.table, [row.id])).get(row.id) ?? []
    const { withRules } = query as { withRules?: 'true' | 'false' }
    const usedBy = usesBy(rules, expressions)
    if (usedBy && withRules !== 'true') throw new AppError('IN_USE', { data: { usedBy, rules, expressions } })
    const ruleIds = rules.map(({ id }) => id)
    await keepRemoved(db, store.table, row.id, ruleIds)
    const gone = await skipStore.remove(db, ruleIds)
    for (const before of gone.removed)
      audit({ action: 'skips.delete', subjectType: skipStore.table, subjectId: before.id, before })
    const { removed, uses } = await store.remove(db, [row.id])
    const [before] = removed
    if (!before) throw inUseOrMissing(uses.get(row.id))
    audit({ action: `${path}.delete`, subjectType: store.table, subjectId: before.id, before })
    return before
  })
}

/** The number of each kind, as reports of uses have it; undefined without any. */
function usesBy(rules: readonly unknown[] = [], expressions: readonly unknown[] = []) {
  const counts = Object.entries({ [skipStore.table]: rules.length, expression: expressions.length })
  const some = counts.filter(([, count]) => count > 0)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}

/** Rows in use are refused by name; the others are deleted. */
export function removingContent<Row extends ContentRow>(path: string, store: ContentStore<Row>): RemoveRecords {
  return async ({ db, actor, audit }, ids) => {
    const ended = await lockSurveysOf(db, store.table, ids)
    const rows = new Map((await store.lockMany(db, ids)).map((row) => [row.id, row]))
    const surveyIds = rows.values().map((row) => row.surveyId)
    const closed = await actRefusals(db, actor, 'edit', surveyIds)
    const rules = await rulesUsing(db, store.table, ids)
    const expressions = await expressionsNaming(db, store.table, ids)
    const named = new Map(ids.map((id) => [id, usesBy(rules.get(id), expressions.get(id))]))
    const refused = new Map<number, ErrorCode>()
    for (const id of ids) {
      const row = rows.get(id)
      const code = row ? (closed.get(row.surveyId) ?? ended.get(row.surveyId)) : 'NOT_FOUND'
      if (code) refused.set(id, code)
    }
    const { removed, uses } = await store.remove(
      db,
      ids.filter((id) => !refused.has(id) && !named.get(id)),
    )
    for (const [id, usedBy] of named) if (usedBy && !refused.has(id)) uses.set(id, usedBy)
    for (const before of removed)
      audit({ action: `${path}.delete`, subjectType: store.table, subjectId: before.id, before })
    for (const id of uses.keys()) refused.set(id, 'IN_USE')
    return { refused, uses }
  }
}
