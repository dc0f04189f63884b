/** Notes of reviewers at single answers of returned responses, and how these reach who can correct them. */
import { type RawBuilder, sql } from 'kysely'
import type { ReviewNote } from '#contract/responses.ts'
import { keyOfRef, meaningOf } from '#domain/answers/answer-keys.ts'
import { problem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { type Origin, type WayBack, wayBack } from '#domain/answers/way-back.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { found } from '../../db/table-store.ts'

interface FormKey {
  surveyId: number
  id: number
}

/** By key. Throws VALIDATION_FAILED for questions that the content does not have, or that come twice. */
export function notesOf(
  content: SurveyContent,
  given: readonly { questionId: number | string; note: string }[],
): ReviewNote[] {
  const notes = given.map(({ questionId, note }) => ({ key: keyOfRef(content, questionId), note }))
  const errors = notes.flatMap(({ key }, index) => {
    const isTwice = notes.findIndex((each) => each.key === key) < index
    const path = `notes.${index}.questionId`
    if (!meaningOf(content, key)) return [problem(path, 'UNKNOWN_QUESTION')]
    return isTwice ? [problem(path, 'DUPLICATE')] : []
  })
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  return notes
}

/** In place of those from before. The forms are locked. */
export async function putNotes(db: Db, forms: readonly FormKey[], notes: readonly ReviewNote[]): Promise<void> {
  const target = sql`unnest(${forms.map(({ surveyId }) => surveyId)}::bigint[], ${forms.map(({ id }) => id)}::bigint[])
    as target (survey_id, id)`
  await sql`
    delete from review_note note using ${target}
    where note.survey_id = target.survey_id and note.response_id = target.id`.execute(db)
  if (notes.length === 0) return
  await sql`
    insert into review_note (survey_id, response_id, key, note)
    select target.survey_id, target.id, given.key, given.note
    from ${target}, jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as given (key text, note text)`.execute(db)
}

/** The notes of `form` as a value of a statement. */
export const notesOfForm: RawBuilder<ReviewNote[]> = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('key', note.key, 'note', note.note) order by note.key), '[]')
  from review_note note where note.survey_id = form.survey_id and note.response_id = form.id)`

const hasAccount = sql`exists (
  select from person join role_permission held using (role_id) join permission on permission.id = held.permission_id
  where person.id = collecting.person_id and person.status = 'ACTIVE' and permission.name = 'responses.enter')`

const hasLink = sql`exists (
  select from survey_token token join person on person.id = token.person_id
  where token.survey_id = form.survey_id and token.person_id = form.participant_id and token.kind = 'ANSWER'
    and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    and person.phone is not null and person.status = 'ACTIVE')`

/** The notes of a response, and its way back. */
export async function returnFacts(
  db: Db,
  { surveyId, id }: FormKey,
): Promise<{ reviewNotes: ReviewNote[]; wayBack: WayBack }> {
  const asked = sql<Origin & { notes: ReviewNote[] }>`
    select form.source, collecting.kind as collector, ${hasAccount} as "hasAccount", ${hasLink} as "hasLink",
      ${notesOfForm} as notes
    from form left join collector collecting on collecting.id = form.collector_id
    where form.survey_id = ${surveyId} and form.id = ${id}`
  const { notes, ...origin } = found({ rows: await runNamed(db, asked) })
  return { reviewNotes: notes, wayBack: wayBack(origin) }
}
