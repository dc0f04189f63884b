import { sql } from 'kysely'
import { payRuleChanges } from '#domain/surveys/payment-sets.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { SurveySettings } from '#domain/surveys/survey-settings.ts'
import type { Db } from '../db/pool.ts'

/** The changes of settings that would leave approved responses without their payment. The database refuses them too. */
export async function payRuleProblems(
  db: Db,
  before: SurveySettings & { id: number },
  after: SurveySettings,
): Promise<FieldProblem[]> {
  const changes = payRuleChanges(before, after)
  if (changes.length === 0) return []
  // Waits for the approvals under way, which hold the survey by `lockPayees`.
  await sql`select from survey where id = ${before.id} for update`.execute(db)
  const { rows } = await sql`
    select from form where survey_id = ${before.id} and status = 'APPROVED' and not is_pilot limit 1`.execute(db)
  return rows.length === 0 ? [] : changes
}
