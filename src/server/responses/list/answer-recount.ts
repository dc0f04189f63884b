/**
 * The kept counts of answers (`answer_counter`). A write notes which responses are to be counted again, one row for each
 * however many answers it has, and the worker counts many of them at once. Readers take the noted ones as they are.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { fenced } from '../../db/named.ts'
import type { Services } from '../../services.ts'

/**
 * The statement that notes responses to count again, as part of the statement that changes them. `changes` selects
 * survey_id, id, status, is_pilot and submitted_at from before, and the `counted_answers` of those that change. In key
 * order, as the kept counts are. A response that is noted already keeps as what it was counted.
 */
export function noteRecount(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into answer_recount as noted (survey_id, form_id, status, day, is_pilot, answers)
    select survey_id, id, status, (submitted_at at time zone 'UTC')::date, is_pilot, answers
    from (${changes}) changes order by 1, 2
    on conflict (survey_id, form_id) do update set answers = coalesce(noted.answers, excluded.answers)`
}

/** Until the transaction ends, the questions that are counted stay the same; before `counted_answers` are read for a note. */
export async function keepQuestions(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(counted_questions_lock())`.execute(db)
}

const atOnce = 5000
/** Other chores wait too. */
const mostTimes = 40

/** Responses that a write has in hand wait for the next time, and so do more than these. One process does it. */
export async function recountAnswers({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  for (let time = 0; time < mostTimes; time++) {
    const n = await db.transaction().execute(recountSome)
    if (n < atOnce) return
  }
}

async function recountSome(db: Db): Promise<number> {
  const { rows: free } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('recount of answers', 0)) as free`.execute(db)
  if (!free[0]?.free) return 0
  await keepQuestions(db)
  // A separate statement locks the notes, so the next one sees the results of earlier writes.
  const { rows: noted } = await sql<{ surveyId: number; id: number }>`
    select survey_id as "surveyId", form_id as id from answer_recount limit ${atOnce} for update skip locked`.execute(
    db,
  )
  if (noted.length === 0) return 0
  await sql`
    with gone as materialized (
      select noted.* from unnest(${noted.map(({ surveyId }) => surveyId)}::bigint[], ${noted.map(({ id }) => id)}::bigint[])
        as of(survey_id, form_id) cross join lateral ${fenced(
          sql`select * from answer_recount r where r.survey_id = of.survey_id and r.form_id = of.form_id`,
        )} noted
    ),
    removed as (delete from answer_recount r using gone where r.survey_id = gone.survey_id and r.form_id = gone.form_id),
    change as (
      select survey_id, day, status, is_pilot, -1 as n,
        unnest(coalesce(answers, counted_answers(survey_id, form_id))) as answer
      from gone where status is not null
      union all
      select gone.survey_id, (form.submitted_at at time zone 'UTC')::date, form.status, form.is_pilot, 1,
        unnest(counted_answers(gone.survey_id, gone.form_id))
      from gone cross join lateral ${fenced(
        sql`select * from form where form.survey_id = gone.survey_id and form.id = gone.form_id and form.status <> 'DRAFT'`,
      )} form
    )
    insert into answer_counter as counter (survey_id, question_id, word, day, status, is_pilot, n)
    select survey_id, split_part(answer, ' ', 1)::bigint, substr(answer, strpos(answer, ' ') + 1) collate "C", day, status,
      is_pilot, sum(n)
    from change group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (survey_id, question_id, word, day, status, is_pilot) do update set n = counter.n + excluded.n`.execute(
    db,
  )
  return noted.length
}
