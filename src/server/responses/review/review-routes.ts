import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { maxReviewed, responses, type ReviewNote } from '#contract/responses.ts'
import { reasonRefusal, type ReviewTarget } from '#domain/answers/response.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { found } from '../../db/table-store.ts'
import { actRefusals, openSurvey, requireAct, scopeOf } from '../../scope.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { filterAsked, formFilter, type ResponseWords } from '../list/filter.ts'
import { formsFound, withFewForms } from '../list/forms-found.ts'
import { bulkResultOf, reviewForms } from './review.ts'
import { notesOf } from './review-notes.ts'
import { type FormUnderReview, lockForms, type Verdict } from './review-store.ts'
import { reviewLater } from './review-job.ts'
import { undoReview } from './undo.ts'
import { phoneSight, formsOf, getResponse } from '../list/row.ts'

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
  const { version } = found(
    await sql<{ version: number }>`
      select survey_version as version from form where survey_id = ${surveyId} and id = ${id}`.execute(db),
  )
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
  const { rows } = await sql<{ id: number; title: string; responses: number }>`
    select c.id, c.title, count(*) as responses from form join issue_category c on c.id = form.issue_category_id
    where form.survey_id = ${surveyId} and not form.is_pilot group by c.id order by 3 desc, 2`.execute(db)
  return { reasons: rows }
})

export const reviewRoutes = [move, undo, issues, review]
