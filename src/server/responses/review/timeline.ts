/** The timeline of a response, put together from the response, the trail, its task and its payments. */
import { responseTimeline, type TimelineMoment } from '#contract/response-timeline.ts'
import { eventOfReview } from '#domain/answers/timeline.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { on } from '../../http/context.ts'
import { scopeOf } from '../../scope.ts'
import { phoneSight, getResponse } from '../list/row.ts'

interface TimelineRequest {
  surveyId: number
  id: number
  /** Whether the asker sees the steps of payments and who took them. */
  steps: 'SHOWN' | 'HIDDEN'
}

export const timelineRoute = on(responseTimeline, async ({ db, params, actor }) => {
  const { id, surveyId } = await getResponse(db, params.id, {
    scope: await scopeOf(db, actor),
    sight: phoneSight(actor),
  })
  const steps = actor.permissions.has('payments.read') ? 'SHOWN' : 'HIDDEN'
  return { moments: await timelineOf(db, { surveyId, id, steps }) }
})

/** Moments of one instant are in the order of `rank`. */
export async function timelineOf(db: Db, { surveyId, id, steps }: TimelineRequest): Promise<TimelineMoment[]> {
  const rows = await rowsOf<TimelineMoment>(db)`
    with response as (select * from form where survey_id = ${surveyId} and id = ${id}),
    own_task as (select * from task where survey_id = ${surveyId} and form_id = ${id}),
    trail as (
      -- A participant who corrects by their own link is no actor, and neither is a collecting app.
      select a.at, a.action, a.after, coalesce(a.after ->> 'collector', person.name) as by
      from audit a left join person on person.id = coalesce(a.actor_id, (a.after ->> 'participantId')::bigint)
      where a.subject_type = 'form' and a.subject_id = ${String(id)}),
    task_trail as (
      select a.at, a.action, a.before, a.after, person.name as by
      from audit a left join person on person.id = a.actor_id
      where a.subject_type = 'task' and a.subject_id = (select id::text from own_task)),
    owed as (
      select payable.* from payable_response paid join payable on payable.id = paid.payable_id
      where paid.survey_id = ${surveyId} and paid.response_id = ${id}),
    moments (rank, at, event, detail, by, reason, note) as (
      select 0, submitted_at, 'SUBMITTED', source, null::text, null::text, null::text from response
      union all select 1, received_at, 'RECEIVED', null, null, null, null from response
      union all
      select 2, at, ${JSON.stringify(eventOfReview)}::jsonb ->> (after ->> 'formStatus'), null, by,
        (select title from issue_category c where c.id = (after ->> 'issueCategoryId')::bigint), after ->> 'reason'
      from trail where action = 'responses.review'
      -- A response that came with its verdict has none in the trail.
      union all
      select 2, reviewed_at, ${JSON.stringify(eventOfReview)}::jsonb ->> status, null,
        (select name from person where person.id = reviewed_by),
        (select title from issue_category c where c.id = issue_category_id), reason
      from response where reviewed_at is not null and not exists (select from trail where action = 'responses.review')
      union all
      select 2, at, 'UNDONE', after ->> 'formStatus', by, null, null from trail where action = 'responses.undo'
      union all
      select 2, at, case when after -> 'questions' <> '[]' or after ? 'latitude' then 'EDITED' else 'CONFIRMED' end,
        jsonb_array_length(after -> 'questions')::text, by, null, after ->> 'reason'
      from trail where action = 'responses.edit' and (after -> 'questions' <> '[]' or after ?| '{latitude,reason}')
      union all
      select 2, at, case action when 'responses.dismissFlag' then 'FLAG_DISMISSED' else 'FLAG_RESTORED' end,
        after ->> 'flag', by, null, after ->> 'note'
      from trail where action in ('responses.dismissFlag', 'responses.restoreFlag')
      union all select 3, at, 'TASK_MADE', null, by, null, null from task_trail where action = 'tasks.create'
      union all
      select 3, at, 'TASK_CHANGED', after ->> 'status', by, null, null
      from task_trail where action = 'tasks.update' and before -> 'status' is distinct from after -> 'status'
      union all select 4, created_at, 'PAYMENT_MADE', null, null, null, null from owed
      union all
      select 5, step.at, case step.step when 'initiate' then 'PAYMENT_INITIATED' when 'approve' then 'PAYMENT_CHECKED'
        when 'authorize' then 'PAYMENT_AUTHORIZED' else 'PAYMENT_REJECTED' end,
        null, person.name, case step.step when 'reject' then owed.reason end,
        case step.step when 'reject' then owed.reason_text end
      from owed join step on step.payable_id = owed.id join person on person.id = step.actor_id
      where ${steps === 'SHOWN'}::boolean
      union all
      select 5, updated_at, 'PAYMENT_REJECTED', null, null, null, null
      from owed where status = 'REJECTED' and not ${steps === 'SHOWN'}::boolean
      union all select 6, updated_at, 'PAYMENT_CANCELLED', null, null, null, null from owed where status = 'CANCELLED'
      union all
      select 6, sent_at, 'PAYMENT_SENT', null, null, null, null
      from owed join attempt on attempt.payable_id = owed.id where sent_at is not null
      union all
      select 7, final_at, case state when 'SUCCESSFUL' then 'PAYMENT_PAID' else 'PAYMENT_FAILED' end,
        null, null, case state when 'FAILED' then attempt.reason end, null
      from owed join attempt on attempt.payable_id = owed.id
      where state in ('SUCCESSFUL', 'FAILED') and final_at is not null)
    select at, event, detail, by, reason, nullif(note, '') as note from moments
    where event is not null order by at, rank`
  return rows
}
