/**
 * The index of answers follows the stored ones. Intake writes its rows (intake-store.ts), and an edit rewrites them.
 */
import { sql } from 'kysely'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'

/** A response whose answers changed, locked. */
export async function indexAgain(db: Db, { surveyId, id }: { surveyId: number; id: number }): Promise<void> {
  await runNamed(db, sql`delete from answer_index where survey_id = ${surveyId} and form_id = ${id}`)
  const indexed = sql`
    insert into answer_index (survey_id, form_id, question_id, place, word, number)
    select survey_id, form_id, question_id, place, word, number from answer_to_index
    where survey_id = ${surveyId} and form_id = ${id}`
  await runNamed(db, indexed)
}
