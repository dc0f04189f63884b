/** What publishing a version adds to the index of answers. */
import { sql } from 'kysely'
import { questionsToIndex, takesSeveral } from '#domain/answers/answer-words.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { type Db, rowsOf } from '../db/pool.ts'

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
  const rows = await rowsOf<{ id: number; isNew: boolean }>(db)`
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
    returning question_id as id, xmax = 0 as "isNew"`
  const fresh = rows.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (fresh.length === 0) return
  await sql`
    insert into answer_index (survey_id, form_id, question_id, word, number)
    select survey_id, form_id, question_id, word, number from answer_to_index
    where survey_id = ${surveyId} and question_id = any(${fresh}::bigint[])`.execute(db)
}
