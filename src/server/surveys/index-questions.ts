/** What publishing a version adds to the index of answers. */
import { sql } from 'kysely'
import { questionsToIndex, takesSeveral } from '#domain/answers/answer-words.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'

/** Questions that became filterable bring along the answers that earlier versions have to them. The survey is locked. */
export async function indexQuestions(db: Db, surveyId: number, content: SurveyContent): Promise<void> {
  const questions = questionsToIndex(content).map(({ question: { id, code, type }, repeats }) => ({
    id,
    code,
    kind: traitsOf(type).index,
    repeats,
    several: repeats || takesSeveral(type),
  }))
  if (questions.length === 0) return
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with personal as materialized (
      select question ->> 'code' as code
      from survey_version version, jsonb_path_query(version.content, '$.sections[*].questions[*]') question
      where version.survey_id = ${surveyId} and (question ->> 'personal')::boolean
    )
    insert into indexed_question as known (survey_id, question_id, code, kind, personal, repeats, several)
    select ${surveyId}, id, code, kind, code in (select code from personal), repeats, several
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q(id bigint, code text, kind text, repeats boolean, several boolean)
    on conflict (survey_id, question_id) do update set personal = known.personal or excluded.personal,
      repeats = known.repeats or excluded.repeats, several = known.several or excluded.several
    returning question_id as id, xmax = 0 as "isNew"`.execute(db)
  const fresh = rows.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (fresh.length === 0) return
  await sql`
    insert into answer_index (survey_id, form_id, question_id, place, word, number)
    select survey_id, form_id, question_id, place, word, number from answer_to_index
    where survey_id = ${surveyId} and question_id = any(${fresh}::bigint[])`.execute(db)
  await countQuestions(db, surveyId, fresh)
}

/** Counts the answers to questions that are new in the index, of responses as they are counted so far. */
async function countQuestions(db: Db, surveyId: number, questions: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(counted_questions_lock())`.execute(db)
  await sql`
    insert into answer_counter (survey_id, question_id, word, day, status, is_pilot, n)
    select a.survey_id, a.question_id, each.word, coalesce(noted.day, (form.submitted_at at time zone 'UTC')::date),
      coalesce(noted.status, form.status), coalesce(noted.is_pilot, form.is_pilot), count(distinct a.form_id)
    from answer_index a join indexed_question asked using (survey_id, question_id)
      join form on form.survey_id = a.survey_id and form.id = a.form_id
      left join answer_recount noted on noted.survey_id = a.survey_id and noted.form_id = a.form_id,
      unnest(array['', case when asked.kind = 'WORD' then a.word end]) each(word)
    where a.survey_id = ${surveyId} and a.question_id = any(${questions}::bigint[]) and each.word is not null
      and (noted.form_id is null or noted.status is not null and noted.answers is null) and form.status <> 'DRAFT'
    group by 1, 2, 3, 4, 5, 6`.execute(db)
}
