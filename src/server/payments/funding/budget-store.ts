/** The budget of a survey as it is stored, and what of it is taken. */
import { sql } from 'kysely'
import type { Budget } from '#contract/payment-policy.ts'
import { budgetLevel } from '#domain/money/payment-limits.ts'
import { type Db, rowOf } from '../../db/pool.ts'
import { held, used } from './limits-store.ts'
import { sum } from '#domain/money/money.ts'

interface BudgetRecord {
  currency: string
  /** `numeric`, which comes as text. */
  budget: string | null
  used: string
  held: string
  version: number
}

/** `minor`: the budget itself; undefined where there is none. */
export async function budgetOf(
  db: Db,
  surveyId: number,
): Promise<Omit<Budget, 'waiting'> & { minor: bigint | undefined }> {
  const row = await rowOf<BudgetRecord>(db)`
      select b.currency, b.budget, b.version, ${used} as used, ${held} as held from (
        select s.id as survey_id, coalesce(b.currency, s.currency) as currency, b.amount_minor as budget,
          coalesce(b.version, 0) as version
        from survey s left join survey_budget b on b.survey_id = s.id where s.id = ${surveyId}
      ) b`
  const { currency } = row
  const spent = BigInt(row.used)
  const taken = spent + BigInt(row.held)
  const budget = row.budget === null ? undefined : BigInt(row.budget)
  return {
    surveyId,
    minor: budget,
    version: row.version,
    used: sum(spent, currency),
    held: sum(BigInt(row.held), currency),
    budget: budget === undefined ? null : sum(budget, currency),
    left: budget === undefined ? null : sum(budget - taken, currency),
    level: budget === undefined ? null : budgetLevel(budget, taken),
  }
}

interface NewBudget {
  /** Minor units as text; null: none. */
  amountMinor: string | null
  changedBy: number
  /** What a second person confirmed. */
  changeId?: number
}

/** In the survey's currency. */
export async function writeBudget(
  db: Db,
  surveyId: number,
  { amountMinor, changedBy, changeId }: NewBudget,
): Promise<void> {
  await sql`
    insert into survey_budget (survey_id, amount_minor, currency, changed_by, change_id)
    select id, ${amountMinor}::numeric, currency, ${changedBy}, ${changeId ?? null}::bigint from survey where id = ${surveyId}
    on conflict (survey_id) do update set amount_minor = excluded.amount_minor, currency = excluded.currency,
      changed_by = excluded.changed_by, change_id = excluded.change_id`.execute(db)
}
