/** What publishing a version adds to the index of answers. */
import { sql } from 'kysely'
import { indexKindOf, questionsToIndex } from '#domain/answer-words.ts'
import type { SurveyContent } from '#domain/survey.ts'
import type { Db } from '../db/pool.ts'

/** Questions that became filterable bring along the answers that earlier versions have to them. The survey is locked. */
export async function indexQuestions(db: Db, surveyId: number, content: SurveyContent): Promise<void> {
  const questions = questionsToIndex(content).map(({ id, code, type }) => ({ id, code, kind: indexKindOf(type) }))
  if (questions.length === 0) return
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with personal as materialized (
      select question ->> 'code' as code
      from survey_version version, jsonb_path_query(version.content, '$.sections[*].questions[*]') question
      where version.survey_id = ${surveyId} and (question ->> 'personal')::boolean
    )
    insert into indexed_question as known (survey_id, question_id, code, kind, personal)
    select ${surveyId}, id, code, kind, code in (select code from personal)
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q(id bigint, code text, kind text)
    on conflict (survey_id, question_id) do update set personal = known.personal or excluded.personal
    returning question_id as id, xmax = 0 as "isNew"`.execute(db)
  const fresh = rows.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (fresh.length === 0) return
  await sql`
    insert into answer_index (survey_id, form_id, question_id, place, word, number)
    select doc.survey_id, doc.id, asked.question_id, each.place, each.word, each.number
    from indexed_question asked join form_doc doc using (survey_id),
      lateral index_values(doc.answers -> asked.question_id::text, asked.kind) each
    where asked.survey_id = ${surveyId} and asked.question_id = any(${fresh}::bigint[])`.execute(db)
}
