/** A reviewer takes the last verdict back: status, reason, payment, counts, task and trail are as if it had not been. */
import { sql } from 'kysely'
import { type LastReview, type ResponseStatus, undoRefusal } from '#domain/answers/response.ts'
import { AppError, refuse } from '../../errors.ts'
import { cancelPayables, makePayables } from '../../payments/steps/payables.ts'
import { lockPayees } from '../../payments/steps/payment-sets.ts'
import { found } from '../../db/table-store.ts'
import { moveTasks } from '../../tasks/task-store.ts'
import type { Review } from './review.ts'
import { type FormUnderReview, heldByPayment } from './review-store.ts'

type Undoing = Pick<Review, 'db' | 'audit' | 'source'>

/** NOTHING_TO_UNDO when it was another reviewer, too long ago or not the last change, RESPONSE_LOCKED by its payment. */
export async function undoReview({ db, audit, source }: Undoing, form: FormUnderReview): Promise<void> {
  const { surveyId, id, status, version } = form
  await lockPayees(db, [form])
  const { last, now } = found(
    await sql<{ last: (LastReview & { status: ResponseStatus }) | null; now: Date }>`
      select replaced as last, now() as now from form where survey_id = ${surveyId} and id = ${id}`.execute(db),
  )
  refuse(undoRefusal({ last, version }, { personId: source.actorId, now }))
  if (!last) return
  if (status === 'APPROVED') {
    if ((await heldByPayment(db, [id])).has(id)) throw new AppError('RESPONSE_LOCKED', { data: { ids: [id] } })
    await cancelPayables(db, { surveyId, ids: [id], source })
  }
  await restore()
  await moveTasks(db, [form], last.status)
  if (status === 'APPROVED' || last.status === 'APPROVED') await makePayables(db, { surveyId, ids: [id], source })
  audit({
    action: 'responses.undo',
    subjectType: 'form',
    subjectId: id,
    before: { formStatus: status },
    after: { formStatus: last.status },
  })

  async function restore() {
    await sql`
      update form set status = replaced ->> 'status', reason = replaced ->> 'reason',
        reviewed_at = (replaced ->> 'reviewedAt')::timestamptz, reviewed_by = (replaced ->> 'reviewedBy')::bigint,
        issue_category_id = (replaced ->> 'issueCategoryId')::bigint, replaced = null,
        row_version = row_version + 1, updated_at = now()
      where survey_id = ${surveyId} and id = ${id}`.execute(db)
  }
}
