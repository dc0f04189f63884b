/** What waits for a full set, as screens show it. */
import { sql } from 'kysely'
import type { SetsState, WaitingRow } from '#contract/survey-payments.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { money } from '#domain/money/money.ts'
import type { PaymentViewer } from '../row-parts.ts'

interface Rule {
  size: number
  amountMinor: number
  currency: string
}

/** Null for a survey that pays each response by itself, or nothing. */
export async function setsStateOf(db: Db, surveyId: number): Promise<SetsState | null> {
  const rules = await sql<Rule>`
    select aggregation_count as size, aggregation_count * amount_minor as "amountMinor", currency
    from survey where id = ${surveyId} and survey_type = 'PAID' and payment_aggregation = 'GROUPED'`.execute(db)
  const [rule] = rules.rows
  if (!rule) return null
  const rows = await rowsOf<SetsState['waiting'][number]>(db)`
    select approved, count(*) as participants from (
      select count(*) as approved from waiting_response where survey_id = ${surveyId}
      group by coalesce(participant_id, -id)
    ) each_one group by approved order by approved desc`
  const decisions = await sql<SetsState['decisions'][number]>`
    select choice, responses, participants, person.name as "decidedBy", decided_at as "decidedAt"
    from leftover left join person on person.id = leftover.decided_by
    where survey_id = ${surveyId} order by leftover.id desc`.execute(db)
  return {
    size: rule.size,
    pays: money(rule.amountMinor, rule.currency),
    responses: rows.reduce((sum, { approved, participants }) => sum + approved * participants, 0),
    participants: rows.reduce((sum, { participants }) => sum + participants, 0),
    waiting: rows,
    decisions: decisions.rows,
  }
}

/** Of one participant, in the surveys that the viewer sees. */
export async function waitingOf(db: Db, participantId: number, { scope }: PaymentViewer): Promise<WaitingRow[]> {
  const seen = allOf([sql`w.participant_id = ${participantId}`, inScope(scope, sql`w.survey_id`)]) ?? sql`false`
  const rows = await rowsOf<Omit<WaitingRow, 'pays'> & { amountMinor: number; currency: string }>(db)`
    select w.survey_id as "surveyId", survey.title as "surveyTitle", count(*) as approved, w.set_size as size,
      w.set_size * w.amount_minor as "amountMinor", w.currency
    from waiting_response w join survey on survey.id = w.survey_id
    where ${seen} group by w.survey_id, survey.title, w.set_size, w.amount_minor, w.currency
    order by w.survey_id`
  return rows.map(({ amountMinor, currency, ...row }) => ({ ...row, pays: money(amountMinor, currency) }))
}
