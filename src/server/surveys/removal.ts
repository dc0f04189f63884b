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
import { actRefusals } from '../scope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RuleUse } from '#contract/skips.ts'
import { type Db, rowsOf } from '../db/pool.ts'

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

/** A question is used where its answer is compared and where a rule leads. */
function usingQuestion(question: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${question} in (skip.from_question_id, skip.target_question_id)`
}

/** For each table: its rows, and how a rule uses one. */
const uses: Record<string, RawBuilder<unknown>> = {
  section: sql`(skip.target_section_id = used.id or exists (
    select from question where question.section_id = used.id and ${usingQuestion(sql`question.id`)}))`,
  question: usingQuestion(sql`used.id`),
  // An option is named by its id, or by its code, which may be written as a number.
  answer: sql`(skip.answer_id = used.id or skip.from_question_id = used.question_id and used.code in (
    select jsonb_array_elements_text(case jsonb_typeof(skip.value) when 'array' then skip.value else jsonb_build_array(skip.value) end)))`,
}

type UseRow = Omit<RuleUse, 'reference'> & { usedId: number }

/** By the id of the row that they use, in their order. */
async function rulesUsing(db: Db, table: string, ids: readonly number[]): Promise<Map<number, RuleUse[]>> {
  const use = uses[table]
  if (!use || ids.length === 0) return new Map()
  const rows = await rowsOf<UseRow>(db)`
    select used.id as "usedId", skip.id, from_question.code as "from", skip.operator, skip.action,
      coalesce(skip.value, to_jsonb(answer.code)) as value,
      coalesce(to_jsonb(target_question.code), target_section.title) as "to"
    from ${sql.table(table)} used
      join skip on skip.survey_id = used.survey_id and ${use}
      join question from_question on from_question.id = skip.from_question_id
      left join answer on answer.id = skip.answer_id
      left join question target_question on target_question.id = skip.target_question_id
      left join section target_section on target_section.id = skip.target_section_id
    where used.id = any(${ids}) order by skip.priority, skip.id`
  const byRow = Map.groupBy(rows, ({ usedId }) => usedId)
  return new Map([...byRow].map(([id, list]) => [id, list.map(({ usedId: _, ...rule }) => withReference(rule))]))
}

/** `members GE 5 → items`: for callers without words of their own. */
function withReference(rule: Omit<RuleUse, 'reference'>): RuleUse {
  const { from, operator, value, action, to } = rule
  const title = to === null || typeof to === 'string' ? to : Object.values(to)[0]
  const compared = value === null ? [] : [Array.isArray(value) ? value.join(', ') : String(value)]
  return { ...rule, reference: [from, operator, ...compared, '→', action === 'END' ? action : title].join(' ') }
}
