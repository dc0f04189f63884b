import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { maxReviewed, responses, type ReviewNote } from '#contract/responses.ts'
import {
  type LastReview,
  reasonRefusal,
  type ResponseStatus,
  type ReviewTarget,
  undoRefusal,
} from '#domain/answers/response.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { actRefusals, openSurvey, requireAct, scopeOf } from '../../scope.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { filterAsked, formFilter, type ResponseWords } from '../list/filter.ts'
import { formsFound, withFewForms } from '../list/forms-found.ts'
import { bulkResultOf, type Review, reviewForms } from './review.ts'
import { notesOf } from './review-notes.ts'
import { type FormUnderReview, heldByPayment, lockForms, type Verdict } from './review-store.ts'
import { reviewLater } from './review-job.ts'
import { formsOf, getResponse, phoneSight } from '../list/row.ts'
import { cancelPayables, makePayables } from '../../payments/steps/payables.ts'
import { lockPayees } from '../../payments/steps/payment-sets.ts'
import { moveTasks } from '../../tasks/task-store.ts'

interface GivenReason {
  reason?: string | null | undefined
  issueCategoryId?: number | null | undefined
}

/** REASON_REQUIRED when a verdict that needs one has none. */
async function verdictOf(db: Db, actor: Actor, to: ReviewTarget, given: GivenReason): Promise<Verdict> {
  const reason = given.reason || undefined
  const issueCategoryId = given.issueCategoryId ?? undefined
  refuse(reasonRefusal(to, reason ?? issueCategoryId))
  if (issueCategoryId !== undefined) await requireReason(db, issueCategoryId)
  return { to, reason, issueCategoryId, reviewerId: actor.id }
}

/** It applies to responses. */
async function requireReason(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from issue_category where id = ${id} and applies_to = 'RESPONSE'`.execute(db)
  if (rows.length === 0)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('issueCategoryId', 'NOT_ALLOWED')] })
}

/** Only a person who must correct the response reads notes. */
async function notesGiven(
  db: Db,
  { surveyId, id }: FormUnderReview,
  to: ReviewTarget,
  given: NonNullable<z.output<typeof responses.move.body>['notes']>,
): Promise<ReviewNote[]> {
  if (to !== 'HAS_ISSUES') throw new AppError('VALIDATION_FAILED', { errors: [problem('notes', 'NOT_ALLOWED')] })
  const { version } = await rowOf<{ version: number }>(db)`
      select survey_version as version from form where survey_id = ${surveyId} and id = ${id}`
  return notesOf((await loadVersion(db, surveyId, version)).content, given)
}

/** The form status of one response (seed §7). */
const move = on(responses.move, async ({ db, params, body, actor, audit, requestId, address, services }) => {
  const to = body.formStatus ?? body.status
  if (!to) throw new Error('The contract lets no verdict pass without a status')
  const verdict = await verdictOf(db, actor, to, body)
  const scope = await scopeOf(db, actor)
  const [form] = await lockForms(db, formsOf([params.id], scope), 1)
  if (!form) throw new AppError('NOT_FOUND')
  await requireAct(db, actor, 'review', form.surveyId)
  const seen = { scope, sight: phoneSight(actor) }
  if (body.version !== undefined && body.version !== form.version)
    throw new AppError('STALE', { data: await getResponse(db, form.id, seen) })
  if (body.notes?.length) verdict.notes = await notesGiven(db, form, to, body.notes)
  const source = { actorId: actor.id, requestId, address }
  const { highestAmounts: highest } = services.settings
  const { refused } = await reviewForms({ db, verdict, source, audit, closed: new Map(), highest }, [form])
  refuse(refused[0]?.code)
  return getResponse(db, form.id, seen)
})

type ReviewFilter = NonNullable<z.output<typeof responses.review.body>['filter']>

/** The filter in the words of the list's query. */
function wordsOf({ surveyId, participantId, status, ...words }: ReviewFilter): ResponseWords {
  return {
    ...words,
    ...(surveyId === undefined ? {} : { surveyId: String(surveyId) }),
    ...(participantId === undefined ? {} : { participantId: String(participantId) }),
    ...(status === undefined ? {} : { status: String(status) }),
  }
}

const review = on(responses.review, async (context) => {
  const { db, body, actor, audit, requestId, address, services } = context
  const verdict = await verdictOf(db, actor, body.formStatus, body)
  const { filter = {}, expectedCount } = body
  const ids = [...new Set(body.ids)]
  const sight = phoneSight(actor)
  const chosen = body.ids ? undefined : await withFewForms(db, await filterAsked(db, actor, wordsOf(filter)))
  const where = chosen ? formFilter(chosen, sight) : formsOf(ids, await scopeOf(db, actor))
  if (body.by === 'JOB') {
    const forms = chosen ? formsFound(chosen, sight) : sql`form where ${where}`
    return reviewLater(context, verdict, { forms, expected: expectedCount ?? ids.length })
  }
  const found = await lockForms(db, where, maxReviewed + 1)
  if (found.length > maxReviewed) throw new AppError('TOO_MANY_RESPONSES', { data: { limit: maxReviewed } })
  if (expectedCount !== undefined && expectedCount !== found.length)
    throw new AppError('BATCH_CHANGED', { data: { count: found.length } })
  const source = { actorId: actor.id, requestId, address }
  const surveyIds = found.map(({ surveyId }) => surveyId)
  const closed = await actRefusals(db, actor, 'review', surveyIds)
  const { highestAmounts: highest } = services.settings
  const reviewed = await reviewForms({ db, verdict, source, audit, closed, highest }, found)
  const known = new Set(found.map(({ id }) => id))
  const result = bulkResultOf(
    reviewed,
    verdict.to,
    ids.filter((id) => !known.has(id)),
  )
  if (result.succeeded === 0) {
    const { requested, failed, skipped } = result
    audit({
      action: 'responses.review',
      subjectType: 'form',
      after: { formStatus: verdict.to, requested, failed, skipped },
    })
  }
  return result
})

const undo = on(responses.undo, async ({ db, params, actor, audit, requestId, address }) => {
  const scope = await scopeOf(db, actor)
  const [form] = await lockForms(db, formsOf([params.id], scope), 1)
  if (!form) throw new AppError('NOT_FOUND')
  await requireAct(db, actor, 'review', form.surveyId)
  await undoReview({ db, audit, source: { actorId: actor.id, requestId, address } }, form)
  return getResponse(db, form.id, { scope, sight: phoneSight(actor) })
})

/** By the kept reasons, most frequent first. */
const issues = on(responses.issues, async ({ db, params, actor }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  const rows = await rowsOf<{ id: number; title: string; responses: number }>(db)`
    select c.id, c.title, count(*) as responses from form join issue_category c on c.id = form.issue_category_id
    where form.survey_id = ${surveyId} and not form.is_pilot group by c.id order by 3 desc, 2`
  return { reasons: rows }
})

export const reviewRoutes = [move, undo, issues, review]

/** A reviewer takes the last verdict back: status, reason, payment, counts, task and trail are as if it had not been. */
type Undoing = Pick<Review, 'db' | 'audit' | 'source'>

/** NOTHING_TO_UNDO when it was another reviewer, too long ago or not the last change, RESPONSE_LOCKED by its payment. */
async function undoReview({ db, audit, source }: Undoing, form: FormUnderReview): Promise<void> {
  const { surveyId, id, status, version } = form
  await lockPayees(db, [form])
  const { last, now } = await rowOf<{ last: (LastReview & { status: ResponseStatus }) | null; now: string }>(db)`
      select replaced as last, now() as now from form where survey_id = ${surveyId} and id = ${id}`
  refuse(undoRefusal({ last, version }, { personId: source.actorId, now: new Date(now) }))
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
