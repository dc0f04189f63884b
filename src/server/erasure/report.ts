/** What belongs to a survey or a person, and how much of it an erasure takes. */
import { type RawBuilder, sql } from 'kysely'
import type { ErasureReport } from '#contract/erasures.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'

/** One of the two. */
export interface Erased {
  surveyId: number | null
  personId: number | null
}

/** On rows with `survey_id` and `participant_id`: responses and payments. */
export function belongsTo({ surveyId, personId }: Erased): RawBuilder<unknown> {
  return surveyId === null ? sql`participant_id = ${personId}` : sql`survey_id = ${surveyId}`
}

/** Payments that go on: signed ones, those at the provider, and failures that are still asked about. */
const goesOn = sql`(status in ('INITIATED', 'APPROVED', 'PROCESSING', 'REVERSING') or exists (select from attempt a
  where a.payable_id = payable.id and a.state = 'FAILED' and a.next_at < 'infinity'))`

/** Whether payments wait for their end. */
export async function isUnderWay(db: Db, of: Erased): Promise<boolean> {
  const rows = await rowsOf(db)`select from payable where ${belongsTo(of)} and ${goesOn} limit 1`
  return rows.length > 0
}

export async function reportOf(db: Db, of: Erased): Promise<ErasureReport> {
  const which = belongsTo(of)
  return await rowOf<ErasureReport>(db)`
      with f as materialized (select survey_id, id, participant_id from form where ${which}),
        p as materialized (select id, participant_id, ${goesOn} as goes_on from payable where ${which})
      select (select count(distinct participant_id)::int from (select participant_id from f union all select participant_id from p
          union all select ${of.personId}::bigint) who) as people,
        (select count(*)::int from f) as responses,
        (select count(*)::int from form_file join f on f.survey_id = form_file.survey_id and f.id = form_file.response_id) as files,
        (select count(*)::int from p) as payments,
        (select count(*)::int from p where goes_on) as "underWay",
        (select count(distinct file_id)::int from (
          select s.file_id from statement_line l join statement s on s.id = l.statement_id join p on p.id = l.payable_id
          union all select t.file_id from payment_file_line l join attempt a on a.id = l.attempt_id join p on p.id = a.payable_id
            join lateral (select file_id from payment_file_act where payment_file_id = l.payment_file_id and file_id is not null
              union all select file_id from payment_result where payment_file_id = l.payment_file_id) t on true
          union all select file_id from finding join p on p.id = finding.payable_id where file_id is not null
          union all select file_id from paid_before_list where survey_id = ${of.surveyId}) document) as documents`
}
