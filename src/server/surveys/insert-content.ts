/** The whole content of a new survey, each part of it by one statement whatever its size. */
import { sql } from 'kysely'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'

/** The content comes with ids of its own, which tell its parts apart; the database gives new ones in the same order. */
export async function insertContent(db: Db, surveyId: number, { sections, skips = [] }: SurveyContent): Promise<void> {
  const questions = sections.flatMap((section) =>
    section.questions.map((question) => ({ ...question, section: section.id })),
  )
  const options = questions.flatMap((question) =>
    question.answers.map((option) => ({ ...option, question: question.id })),
  )
  const sectionIds = await newIds(db, 'section', sections)
  const questionIds = await newIds(db, 'question', questions)
  const optionIds = await newIds(db, 'answer', options)
  const sectionRows = sections.map(({ id, title, relevant, repeat, position }) => {
    return { id: sectionIds.get(id), title, relevant, repeat, position }
  })
  await sql`
    insert into section (id, survey_id, title, relevant, repeat, position) overriding system value
    select id, ${surveyId}, title, relevant, nullif(repeat, 'null'::jsonb), position
    from jsonb_to_recordset(${JSON.stringify(sectionRows)}::jsonb)
      as part (id bigint, title jsonb, relevant text, repeat jsonb, position int)`.execute(db)
  const questionRows = questions.map(({ answers: _, id, section, ...question }) => {
    return { ...question, id: questionIds.get(id), section_id: sectionIds.get(section) }
  })
  await sql`
    insert into question (id, survey_id, section_id, code, text, help, type, required, validation, relevant, "constraint",
      calculation, filterable, identifying, personal, position) overriding system value
    select id, ${surveyId}, section_id, code, text, help, type, required, validation, relevant, "constraint",
      calculation, filterable, identifying, personal, position
    from jsonb_to_recordset(${JSON.stringify(questionRows)}::jsonb)
      as part (id bigint, section_id bigint, code text, text jsonb, help jsonb, type text, required boolean,
        validation jsonb, relevant text, "constraint" text, calculation text, filterable boolean, identifying boolean,
        personal boolean, position int)`.execute(db)
  const optionRows = options.map(({ id, question, code, text, isOther, exclusive, parentCode, position }) => {
    const row = { code, text, is_other: isOther, exclusive, parent_code: parentCode, position }
    return { id: optionIds.get(id), question_id: questionIds.get(question), ...row }
  })
  await sql`
    insert into answer (id, survey_id, question_id, code, text, is_other, exclusive, parent_code, position)
      overriding system value
    select id, ${surveyId}, question_id, code, text, is_other, exclusive, parent_code, position
    from jsonb_to_recordset(${JSON.stringify(optionRows)}::jsonb)
      as part (id bigint, question_id bigint, code text, text jsonb, is_other boolean, exclusive boolean,
        parent_code text, position int)`.execute(db)
  const skipRows = skips.map(({ fromQuestionId, operator, value, answerId, action, target, priority }) => ({
    from_question_id: questionIds.get(fromQuestionId),
    operator,
    value,
    answer_id: answerId === null ? null : optionIds.get(answerId),
    action,
    target: (action === 'JUMP_TO_SECTION' ? sectionIds : questionIds).get(target ?? 0) ?? null,
    priority,
  }))
  await sql`
    insert into skip (survey_id, from_question_id, operator, value, answer_id, action, target, priority)
    select ${surveyId}, from_question_id, operator, nullif(value, 'null'::jsonb), answer_id, action, target, priority
    from rows from (jsonb_to_recordset(${JSON.stringify(skipRows)}::jsonb)
      as (from_question_id bigint, operator text, value jsonb, answer_id bigint, action text, target bigint,
        priority int)) with ordinality as part
    order by ordinality`.execute(db)
}

/** New ids in the order of the parts, by the ids that they have. */
async function newIds(db: Db, table: string, parts: readonly { id: number }[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${parts.length}::int)`.execute(
    db,
  )
  return new Map(parts.map(({ id }, index) => [id, rows[index]?.id ?? 0]))
}
