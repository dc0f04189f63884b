/** The index of answers follows what is stored: at intake, by an edit, and when a participant is erased. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Responses that have just been stored. */
export async function indexAnswers(db: Db, surveyId: number, formIds: readonly number[]): Promise<void> {
  if (formIds.length === 0) return
  await sql`
    insert into answer_index (survey_id, form_id, question_id, place, word, number)
    select survey_id, form_id, question_id, place, word, number from answer_to_index
    where survey_id = ${surveyId} and form_id = any(${formIds}::bigint[])`.execute(db)
}

/** A response whose answers changed, locked. */
export async function indexAgain(db: Db, { surveyId, id }: { surveyId: number; id: number }): Promise<void> {
  await sql`delete from answer_index where survey_id = ${surveyId} and form_id = ${id}`.execute(db)
  await indexAnswers(db, surveyId, [id])
}
