/** The SQL of corrections: a response with its answers, locked, and all that an edit changes in one statement. */
import { sql } from 'kysely'
import type { AnswerChangeRow } from '#contract/response-edits.ts'
import type { AnswerChange, GivenAnswer } from '#domain/answers/answer-edit.ts'
import type { Answers } from '#domain/answers/answers.ts'
import type { ResponseStatus } from '#domain/answers/response.ts'
import { runNamed } from '../../db/named.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import type { SurveyScope } from '../../scope.ts'
import { moveTasks } from '../../tasks/task-store.ts'
import { type Collector, numberOf } from '../list/collectors.ts'
import { formsOf } from '../list/row.ts'

export interface FormInHand {
  id: number
  surveyId: number
  surveyVersion: number
  status: ResponseStatus
  version: number
  isPilot: boolean
  participantId: number | null
  phone: string | null
  submittedAt: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  fence: string | null
  fenceDistance: number | null
  flags: string[]
  answers: Answers
}

/** Locked with its answers, so that none comes back that is erased meanwhile; NOT_FOUND when there is none in scope. */
export async function lockFormInHand(db: Db, id: number, scope: SurveyScope): Promise<FormInHand> {
  await sql`select from form where ${formsOf([id], scope)} for no key update`.execute(db)
  return await rowOf<FormInHand>(db)`
      select form.id, form.survey_id as "surveyId", form.survey_version as "surveyVersion", form.status,
        form.row_version as version, form.is_pilot as "isPilot", form.participant_id as "participantId", person.phone,
        form.submitted_at as "submittedAt", form.latitude, form.longitude, form.accuracy, form.fence,
        form.fence_distance as "fenceDistance", form.flags, doc.answers
      from form join form_doc doc using (survey_id, id) left join person on person.id = form.participant_id
      where ${formsOf([id], scope)} for no key update of doc`
}

export interface HeaderColumns {
  participantId: number | null
  onceKey: number | null
  submittedAt: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  fence: string | null
  fenceDistance: number | null
  flags: readonly string[]
}

export interface StoredEdit {
  editor: Collector | undefined
  reason: string | null
  answers: Answers
  changes: readonly AnswerChange[]
  /** Left out when it stays. */
  header?: HeaderColumns | undefined
}

/** The answers and their changes, and the status EDITED without a verdict; then the task. */
export async function storeEdit(db: Db, form: FormInHand, edit: StoredEdit): Promise<void> {
  const { editor, reason, answers, changes, header } = edit
  const columns = header
    ? sql`participant_id = ${header.participantId}, once_key = ${header.onceKey}, submitted_at = ${header.submittedAt},
        latitude = ${header.latitude}, longitude = ${header.longitude}, accuracy = ${header.accuracy},
        fence = ${header.fence}, fence_distance = ${header.fenceDistance}, flags = ${header.flags},`
    : sql``
  const stored = sql`
    with edited as (
      update form set ${columns} status = 'EDITED', reason = null, issue_category_id = null, reviewed_at = null, reviewed_by = null,
        row_version = row_version + 1, updated_at = now()
      where survey_id = ${form.surveyId} and id = ${form.id}
    ),
    doc as (
      update form_doc set answers = ${JSON.stringify(answers)}::jsonb
      where survey_id = ${form.surveyId} and id = ${form.id} and answers is distinct from ${JSON.stringify(answers)}::jsonb
    )
    insert into answer_change (survey_id, response_id, key, before, after, changed_by, collector_id, reason, source)
    select ${form.surveyId}, ${form.id}, key, nullif(before, 'null'), nullif(after, 'null'),
      ${editor && 'person' in editor ? editor.person : null}::bigint, ${numberOf(editor && 'token' in editor ? editor : undefined)},
      ${reason}::text, source
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(key text, before jsonb, after jsonb, source text)`
  await runNamed(db, stored)
  await indexAgain(db, form)
  await moveTasks(db, [form], 'EDITED')
}

type StoredChange = Omit<AnswerChangeRow, 'questionId' | 'hidden'> & { erased: boolean }

/** A page of the changes of a response, newest first. */
export async function listChanges(
  db: Db,
  { surveyId, id }: { surveyId: number; id: number },
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<{ rows: StoredChange[]; total: number }> {
  const rows = await rowsOf<StoredChange>(db)`
    select c.id, c.key, c.before, c.after, c.erased, c.at, coalesce(person.name, collector.name) as "by", c.reason, c.source
    from answer_change c left join person on person.id = c.changed_by left join collector on collector.id = c.collector_id
    where c.survey_id = ${surveyId} and c.response_id = ${id}
    order by c.id desc limit ${pageSize} offset ${offset}`
  const { n } = await rowOf<{ n: number }>(db)`
      select count(*) as n from answer_change where survey_id = ${surveyId} and response_id = ${id}`
  return { rows, total: n }
}

/** What an earlier change of the response replaced; NOT_FOUND when it is none of it, or its values are gone. */
export async function getChange(
  db: Db,
  { surveyId, id }: { surveyId: number; id: number },
  changeId: number,
): Promise<{ key: string; before: GivenAnswer }> {
  return await rowOf<{ key: string; before: GivenAnswer }>(db)`
      select key, before from answer_change
      where survey_id = ${surveyId} and response_id = ${id} and id = ${changeId} and not erased`
}

/** A response whose answers changed, locked. */
async function indexAgain(db: Db, { surveyId, id }: { surveyId: number; id: number }): Promise<void> {
  await runNamed(db, sql`delete from answer_index where survey_id = ${surveyId} and form_id = ${id}`)
  const indexed = sql`
    insert into answer_index (survey_id, form_id, question_id, word, number)
    select survey_id, form_id, question_id, word, number from answer_to_index
    where survey_id = ${surveyId} and form_id = ${id}`
  await runNamed(db, indexed)
}
