/** Approved responses that no full set came of when their survey ends, and the recorded choice about them. */
import { sql } from 'kysely'
import type { HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { asksForLeftovers, type LeftoverChoice, leftoverRefusal } from '#domain/surveys/payment-sets.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import type { AuditSource } from '../../audit.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { payingTooMuch } from './payables.ts'
import { payLeftovers } from './payment-sets.ts'

interface Leftovers {
  participants: number
  responses: number
}

async function leftoversOf(db: Db, surveyId: number): Promise<Leftovers> {
  const rows = await rowsOf<Leftovers>(db)`
    select count(*) as responses, count(distinct coalesce(participant_id, -id)) as participants
    from waiting_response where survey_id = ${surveyId}`
  return rows[0] ?? { participants: 0, responses: 0 }
}

interface SurveyEnd {
  surveyId: number
  to: SurveyStatus
  choice: LeftoverChoice | undefined
  source: AuditSource
  highest: HighestAmounts
}

/**
 * Part of the transaction that ends a survey. Throws LEFTOVERS_UNDECIDED with the number of
 * leftover responses, when no choice came. Returns the responses of the choice for the trail; undefined without any.
 */
export async function settleLeftovers(db: Db, end: SurveyEnd): Promise<Leftovers | undefined> {
  const { surveyId, to, choice, source, highest } = end
  if (!asksForLeftovers(to)) return undefined
  // Waits for the approvals under way, which hold the survey by `lockPayees`; later ones wait for the end.
  await sql`select from survey where id = ${surveyId} for update`.execute(db)
  const left = await leftoversOf(db, surveyId)
  const refusal = leftoverRefusal(to, left.responses, choice)
  if (refusal) throw new AppError(refusal, { data: left })
  if (left.responses === 0 || choice === undefined) return undefined
  const { participants, responses } = left
  const decided = await sql<{ id: number }>`
    insert into leftover (survey_id, choice, participants, responses, decided_by)
    values (${surveyId}, ${choice}, ${participants}, ${responses}, ${source.actorId}) returning id`.execute(db)
  const leftoverId = decided.rows[0]?.id ?? 0
  if (choice === 'PAY_PRO_RATA') {
    const tooHigh = await payingTooMuch(db, [surveyId], highest)
    refuse(tooHigh.has(surveyId) ? 'AMOUNT_TOO_HIGH' : undefined)
    await payLeftovers(db, surveyId, leftoverId, source)
  } else {
    await sql`
      insert into dropped_response (response_id, survey_id, leftover_id)
      select id, survey_id, ${leftoverId} from waiting_response where survey_id = ${surveyId}`.execute(db)
  }
  return left
}
