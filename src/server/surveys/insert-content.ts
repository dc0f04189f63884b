/** The whole content of a new survey, or what comes behind that of another, each part by one statement whatever its size. */
import { sql } from 'kysely'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { storedColumns } from './duplicate.ts'

/** The content comes with ids of its own, which tell its parts apart; the database gives new ones in the same order. Answers with those of the sections. */
export async function insertContent(
  db: Db,
  surveyId: number,
  { sections, skips = [] }: SurveyContent,
): Promise<number[]> {
  const questions = sections.flatMap((section) =>
    section.questions.map((question) => ({ ...question, section: section.id })),
  )
  const options = questions.flatMap((question) =>
    question.answers.map((option) => ({ ...option, question: question.id })),
  )
  const sectionIds = await newIds(db, 'section', sections)
  const questionIds = await newIds(db, 'question', questions)
  const optionIds = await newIds(db, 'answer', options)
  const skipIds = await newIds(db, 'skip', skips)
  const insert = (table: string, rows: readonly object[]) =>
    insertRows(
      db,
      table,
      rows.map((row) => ({ ...row, survey_id: surveyId })),
    )
  const sectionRows = sections.map(({ formPath: form_path, ...section }) => {
    return { ...section, form_path, id: sectionIds.get(section.id) }
  })
  await insert('section', sectionRows)
  const questionRows = questions.map((question) => {
    const {
      formPath: form_path,
      readOnly: read_only = false,
      optionFilter: option_filter,
      saveTo: save_to,
      section,
      ...row
    } = question
    return {
      ...row,
      form_path,
      read_only,
      option_filter,
      save_to,
      id: questionIds.get(question.id),
      section_id: sectionIds.get(section),
    }
  })
  await insert('question', questionRows)
  const optionRows = options.map(({ id, question, isOther, parentCode, ...option }) => {
    const row = { ...option, is_other: isOther, parent_code: parentCode }
    return { ...row, id: optionIds.get(id), question_id: questionIds.get(question) }
  })
  await insert('answer', optionRows)
  const skipRows = skips.map(({ id, fromQuestionId, answerId, target, ...rule }) => {
    const targets = rule.action === 'JUMP_TO_SECTION' ? sectionIds : questionIds
    const from = { id: skipIds.get(id), from_question_id: questionIds.get(fromQuestionId) }
    return { ...rule, ...from, answer_id: optionIds.get(answerId ?? 0), target: targets.get(target ?? 0) }
  })
  await insert('skip', skipRows)
  return [...sectionIds.values()]
}

/** Rows of a table by the names of its columns; what the database computes of them is left out. */
export async function insertRows(db: Db, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const named = new Set(rows.flatMap((row) => Object.keys(row)))
  const names = (await storedColumns(db, table)).filter((name) => named.has(name))
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

/** New ids in the order of the parts, by the ids that they have. */
async function newIds(db: Db, table: string, parts: readonly { id: number }[]): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf<{ id: number }>(db)`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${parts.length}::int)`
  return new Map(parts.map(({ id }, index) => [id, rows[index]?.id ?? 0]))
}
