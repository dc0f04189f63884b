/** Changes of limits and budgets that wait for a second person. */
import { type RawBuilder, sql } from 'kysely'
import type { LimitChange } from '#contract/payment-policy.ts'
import { changeRefusal, type Limit } from '#domain/money/payment-limits.ts'
import type { Db } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { inScope, type Onlooker, scopeOf } from '../../scope.ts'
import { money, sum } from '#domain/money/money.ts'

/** Minor units as text, null where the budget goes. */
interface WantedBudget {
  amountMinor: string | null
}

export interface ChangeRecord {
  id: number
  /** Null: the limits. */
  surveyId: number | null
  version: number
  wanted: Limit[] | WantedBudget
  reason: string | null
  status: LimitChange['status']
  askedBy: LimitChange['askedBy']
  askedAt: string
  /** Of the survey. */
  currency: string
  title: string | null
}

function select(where: RawBuilder<unknown>) {
  return sql<ChangeRecord>`
    select c.id, c.survey_id as "surveyId", c.version, c.wanted, c.reason, c.status, c.asked_at as "askedAt",
      json_build_object('id', asker.id, 'name', asker.name) as "askedBy", coalesce(s.currency, '') as currency, s.title
    from limit_change c join person asker on asker.id = c.asked_by left join survey s on s.id = c.survey_id
    where ${where} order by c.id`
}

const openOf = (surveyId: number | null) =>
  sql`c.survey_id is not distinct from ${surveyId}::bigint and c.status = 'ASKED'`

export async function waitingChange(db: Db, surveyId: number | null, actor: Onlooker): Promise<LimitChange | null> {
  const { rows } = await select(openOf(surveyId)).execute(db)
  return rows[0] ? changeAsSeen(rows[0], actor) : null
}

/** That of the limits, and those of the budgets that the onlooker may set. */
export async function waitingChanges(db: Db, onlooker: Onlooker): Promise<LimitChange[]> {
  const managed = inScope(await scopeOf(db, onlooker, 'manage'), sql`c.survey_id`) ?? sql`true`
  const { rows } = await select(sql`c.status = 'ASKED' and (c.survey_id is null or ${managed})`).execute(db)
  return rows.map((row) => changeAsSeen(row, onlooker))
}

/** Those that the onlooker may confirm. */
export async function countChangesFor(db: Db, onlooker: Onlooker): Promise<{ n: number; at: string | null }> {
  const changes = (await waitingChanges(db, onlooker)).filter(({ refusals }) => refusals.confirm === null)
  const moments = changes.map(({ askedAt }) => askedAt).toSorted()
  return { n: changes.length, at: moments.at(-1) ?? null }
}

export async function lockChange(db: Db, id: number): Promise<ChangeRecord> {
  await sql`select from limit_change where id = ${id} for no key update`.execute(db)
  return found(await select(sql`c.id = ${id}`).execute(db))
}

export async function decideChange(db: Db, id: number, status: 'CONFIRMED' | 'REFUSED', by: number): Promise<void> {
  await sql`update limit_change set status = ${status}, decided_by = ${by} where id = ${id}`.execute(db)
}

export interface NewChange extends Pick<ChangeRecord, 'surveyId' | 'version' | 'wanted'> {
  reason?: string
}

/** In the place of one that waits. */
export async function askChange(db: Db, { surveyId, version, wanted, reason }: NewChange, by: number): Promise<void> {
  await endWaiting(db, surveyId, by)
  await sql`insert into limit_change (survey_id, version, wanted, reason, asked_by)
    values (${surveyId}, ${version}, ${JSON.stringify(wanted)}::jsonb, ${reason ?? null}, ${by})`.execute(db)
}

/** Who changes the same refuses what waits: it is about what is no more. */
export async function endWaiting(db: Db, surveyId: number | null, by: number): Promise<void> {
  await sql`update limit_change c set status = 'REFUSED', decided_by = ${by} where ${openOf(surveyId)}`.execute(db)
}

export function changeAsSeen(record: ChangeRecord, actor: Onlooker): LimitChange {
  const { id, surveyId, title, wanted, reason, status, askedBy, askedAt, currency } = record
  const facts = { status, askedBy: askedBy.id, surveyId }
  return {
    id,
    survey: surveyId === null ? null : { id: surveyId, title: title ?? '' },
    limits: Array.isArray(wanted)
      ? wanted.map(({ kind, role, amountMinor, currency: of }) => ({ kind, role, ...money(amountMinor, of) }))
      : null,
    budget: Array.isArray(wanted) || wanted.amountMinor === null ? null : sum(BigInt(wanted.amountMinor), currency),
    reason,
    status,
    askedBy,
    askedAt,
    refusals: {
      confirm: changeRefusal('CONFIRMED', facts, actor) ?? null,
      refuse: changeRefusal('REFUSED', facts, actor) ?? null,
    },
  }
}
