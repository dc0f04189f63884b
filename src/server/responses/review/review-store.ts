/** The SQL of reviews: one statement per step, whether one response moves or ten thousand. */
import { type RawBuilder, sql } from 'kysely'
import type { ReviewNote } from '#contract/responses.ts'
import { type PaymentStatus, whenResponseGoesBack } from '#domain/money/payment.ts'
import type { ResponseStatus, ReviewTarget } from '#domain/answers/response.ts'
import { runFor } from '../../db/named.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { moveTasks } from '../../tasks/task-store.ts'

/** A response under review, its row locked. */
export interface FormUnderReview {
  id: number
  surveyId: number
  formKey: string
  status: ResponseStatus
  version: number
}

/** The forms that match, locked until the transaction ends; at most `limit`. In order, so that reviewers queue. */
export async function lockForms(db: Db, where: RawBuilder<unknown>, limit: number): Promise<FormUnderReview[]> {
  const rows = await rowsOf<FormUnderReview>(db)`
    select form.id, form.survey_id as "surveyId", form.client_uuid as "formKey", form.status, form.row_version as version from form
    where ${where} order by form.id limit ${limit} for no key update`
  return rows
}

/** The responses whose payment is approved or further, so that they may not move. It locks the payments too. */
export async function heldByPayment(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await rowsOf<{ id: number; status: PaymentStatus }>(db)`
    select owed.response_id as id, payable.status
    from payable_response owed join payable on payable.id = owed.payable_id
    where owed.response_id = any(${ids}) and owed.released_at is null
    order by payable.id for no key update of payable`
  return new Set(rows.filter(({ status }) => whenResponseGoesBack(status) === 'LOCKED').map(({ id }) => id))
}

export interface Verdict {
  to: ReviewTarget
  reason: string | undefined
  issueCategoryId?: number | undefined
  /** At single answers, for who corrects them. */
  notes?: readonly ReviewNote[]
  reviewerId: number
}

/** Remembers the verdict that this one replaces. */
function replacedBy(reviewerId: number): RawBuilder<unknown> {
  return sql`jsonb_build_object('status', form.status, 'reason', form.reason, 'reviewedAt', form.reviewed_at,
    'reviewedBy', form.reviewed_by, 'issueCategoryId', form.issue_category_id,
    'by', ${reviewerId}::bigint, 'at', now(), 'version', form.row_version + 1)`
}

/** Moves the locked forms, and their tasks with them. Going back to IN_REVIEW takes the verdict away. */
export async function moveForms(db: Db, forms: readonly FormUnderReview[], verdict: Verdict): Promise<void> {
  const { to, reason, issueCategoryId, reviewerId } = verdict
  const judged = to !== 'IN_REVIEW'
  const moved = sql`
    with target as (
      select * from unnest(
        ${forms.map((form) => form.surveyId)}::bigint[],
        ${forms.map((form) => form.id)}::bigint[]) as t(survey_id, id)
    )
    update form set status = ${to}, reason = ${reason ?? null},
        issue_category_id = ${issueCategoryId ?? null}, replaced = ${replacedBy(reviewerId)}, row_version = row_version + 1, updated_at = now(),
        reviewed_at = case when ${judged}::boolean then now() end,
        reviewed_by = case when ${judged}::boolean then ${reviewerId}::bigint end
    from target where form.survey_id = target.survey_id and form.id = target.id`
  await runFor(db, forms.length, moved)
  await moveTasks(db, forms, to)
}
