/**
 * Deleted parts of a draft, kept for a day with all that went with them: each comes back as it was, whole or not at all.
 * What another change took meanwhile, such as its code or its section, refuses it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ContentPart } from '#contract/skips.ts'
import type { QuestionType } from '#domain/surveys/survey.ts'
import { codeProblems, codeTaken } from '#domain/publishing/survey-rules.ts'
import { type Db, rowOf } from '../db/pool.ts'
import { codesOf } from './content-store.ts'
import { insertRows } from './insert-content.ts'
import { duplicate, refuseProblems } from './refusals.ts'
import { typesInVersions } from './version-store.ts'

/** By the kind of a part: which rows go with it. Parents come first. */
const rowsOf: Record<string, Record<string, RawBuilder<unknown>>> = {
  section: {
    section: sql`gone.id = part.id`,
    question: sql`gone.section_id = part.id`,
    answer: sql`gone.question_id in (select id from question where section_id = part.id)`,
  },
  question: { question: sql`gone.id = part.id`, answer: sql`gone.question_id = part.id` },
  answer: { answer: sql`gone.id = part.id` },
  skip: { skip: sql`gone.id = part.id` },
}

/** Keeps a part that is about to be deleted together with these rules. The survey is locked. */
export async function keepRemoved(db: Db, kind: string, id: number, rules: readonly number[]): Promise<void> {
  const tables = Object.entries({ skip: sql`gone.id = any(${rules})`, ...rowsOf[kind] })
  const rows = tables.map(
    ([table, belongs]) => sql`${table}::text, (select jsonb_agg(gone) from ${sql.table(table)} gone where ${belongs})`,
  )
  await sql`
    with old as (
      delete from removed_part using ${sql.table(kind)} part
      where part.id = ${id} and removed_part.survey_id = part.survey_id and removed_at < now() - interval '1 day')
    insert into removed_part (kind, id, survey_id, rows)
    select ${kind}, part.id, part.survey_id, jsonb_build_object(${sql.join(rows)})
    from ${sql.table(kind)} part where part.id = ${id}`.execute(db)
}

/** As the tables have them; null without any. */
interface RemovedRows {
  section?: object[] | null
  question?: { code: string; type: QuestionType }[] | null
  answer?: { code: string; question_id: number }[] | null
  skip: object[] | null
}

/** Puts a part back with its ids. The survey is locked. NOT_FOUND when it keeps no such part. */
export async function restorePart(db: Db, surveyId: number, { kind, id }: ContentPart): Promise<void> {
  const kept = sql`removed_part where survey_id = ${surveyId} and kind = ${kind} and id = ${id}`
  const { rows } = await rowOf<{ rows: RemovedRows }>(db)`select rows from ${kept}`
  await refuseTakenCodes(db, surveyId, kind, rows)
  await insertRows(db, 'section', rows.section ?? [])
  await insertRows(db, 'question', rows.question ?? [])
  await insertRows(db, 'answer', rows.answer ?? [])
  await insertRows(db, 'skip', rows.skip ?? [])
  await sql`delete from ${kept}`.execute(db)
}

/** A code may meanwhile be of another part, or of an answer of another type in a published version. */
async function refuseTakenCodes(db: Db, surveyId: number, kind: string, { question, answer }: RemovedRows) {
  const codes = await codesOf(db, 'question', sql`survey_id = ${surveyId}`)
  for (const { code, type } of question ?? []) {
    if (codeTaken(code, codes)) throw duplicate('code')
    refuseProblems(codeProblems(type, await typesInVersions(db, surveyId, code)))
  }
  const [option] = kind === 'answer' ? (answer ?? []) : []
  if (option && codeTaken(option.code, await codesOf(db, 'answer', sql`question_id = ${option.question_id}`)))
    throw duplicate('code')
}
