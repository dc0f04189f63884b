/** The effect of responses on tasks, in the transaction that changes them: one statement for one response or thousands. */
import { type RawBuilder, sql } from 'kysely'
import type { ResponseStatus } from '#domain/answers/response.ts'
import { taskStatus, taskStatusOf } from '#domain/people/task.ts'
import { isOneOf, namedFor, runFor } from '../db/named.ts'
import type { Db } from '../db/pool.ts'

/**
 * Gives each new response of a survey a task: the most urgent that waits for its participant. Else it makes a new one
 * at the survey's site. A pilot response gets a task for its review too, but leaves the waiting tasks of real work
 * alone. Run once in a transaction, after all its responses, so that counts are locked in one order everywhere. It
 * needs the lock of the survey (`lockIntakeSurvey`).
 */
export function openedTasks(surveyId: number, formIds: readonly number[]): RawBuilder<unknown> {
  const { SUBMITTED } = taskStatus
  const opened = sql`
    with fresh as materialized (
      select id, participant_id, is_pilot, row_number() over (partition by participant_id, is_pilot order by id) as place
      from form where survey_id = ${surveyId} and ${isOneOf(sql`id`, formIds)}
    ),
    waiting as materialized (
      select id, assignee_id, status, row_number() over (partition by assignee_id order by due_at nulls last, id) as place
      from task where survey_id = ${surveyId} and form_id is null and assignee_id is not null
        and status in (${taskStatus.OPEN}, ${taskStatus.IN_PROGRESS})
        and assignee_id = any(array(select participant_id from fresh))
    ),
    advanced as (
      update task set form_id = fresh.id, status = ${SUBMITTED}, version = version + 1, updated_at = now()
      from waiting join fresh on fresh.participant_id = waiting.assignee_id and fresh.place = waiting.place
        and not fresh.is_pilot
      where task.survey_id = ${surveyId} and task.id = waiting.id and task.status = waiting.status
      returning task.form_id
    )
    insert into task (survey_id, site_id, assignee_id, form_id, status)
    select ${surveyId}, (select site_id from survey where id = ${surveyId}), participant_id, id, ${SUBMITTED} from fresh
    where not exists (select from advanced where advanced.form_id = fresh.id) order by id`
  return namedFor(formIds.length, opened)
}

/** The tasks of responses that moved, whose rows are locked; a task that was called off stays so. */
export async function moveTasks(
  db: Db,
  forms: readonly { surveyId: number; id: number }[],
  to: ResponseStatus,
): Promise<void> {
  const status = taskStatusOf(to)
  const moved = sql`
    update task set status = ${status}, version = task.version + 1, updated_at = now()
    from unnest(
        ${forms.map((form) => form.surveyId)}::bigint[],
        ${forms.map((form) => form.id)}::bigint[]) as target (survey_id, form_id)
      join task before using (survey_id, form_id)
    where task.survey_id = before.survey_id and task.id = before.id
      and before.status not in (${status}, ${taskStatus.CANCELLED}) and task.status = before.status`
  await runFor(db, forms.length, moved)
}

/**
 * The tasks of responses that are deleted, whose rows are locked. A task that the response itself caused goes with it; one
 * that waited for it is open again, unless it was called off.
 */
export async function releaseTasks(db: Db, forms: readonly { surveyId: number; id: number }[]): Promise<void> {
  const { OPEN, CANCELLED } = taskStatus
  await sql`
    with of_forms as materialized (
      select task.survey_id, task.id, task.status, task.created_at = form.received_at as is_own
      from unnest(
          ${forms.map((form) => form.surveyId)}::bigint[],
          ${forms.map((form) => form.id)}::bigint[]) as target (survey_id, form_id)
        join task using (survey_id, form_id)
        join form on form.survey_id = task.survey_id and form.id = task.form_id
    ),
    gone as (
      delete from task using of_forms own where own.is_own and task.survey_id = own.survey_id and task.id = own.id
    )
    update task set form_id = null, status = case when before.status = ${CANCELLED} then before.status else ${OPEN}::smallint end,
      version = task.version + 1, updated_at = now()
    from of_forms before where not before.is_own and task.survey_id = before.survey_id and task.id = before.id`.execute(
    db,
  )
}
