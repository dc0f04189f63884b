import type * as z from 'zod/mini'
import { maxReviewed, responses } from '#contract/responses.ts'
import { reasonRefusal, type ReviewTarget } from '#domain/response.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { actRefusals, requireAct, scopeOf } from '../scope.ts'
import { filterAsked, formFilter, formsOf, type ResponseWords } from './filter.ts'
import { getResponse } from './list-store.ts'
import { bulkResultOf, reviewForms } from './review.ts'
import { lockForms, type Verdict } from './review-store.ts'
import { phoneSight } from './row.ts'

/** REASON_REQUIRED when a verdict that needs one has none. */
function verdictOf(actor: Actor, to: ReviewTarget, { reason: given }: { reason?: string | null | undefined }): Verdict {
  const reason = given || undefined
  refuse(reasonRefusal(to, reason))
  return { to, reason, reviewerId: actor.id }
}

/** The form status of one response (seed §7). */
const move = on(responses.move, async ({ db, params, body, actor, audit, requestId, address, services }) => {
  const to = body.formStatus ?? body.status
  if (!to) throw new Error('The contract lets no verdict pass without a status')
  const verdict = verdictOf(actor, to, body)
  const scope = await scopeOf(db, actor)
  const [form] = await lockForms(db, formsOf([params.id], scope), 1)
  if (!form) throw new AppError('NOT_FOUND')
  await requireAct(db, actor, 'review', form.surveyId)
  const seen = { scope, sight: phoneSight(actor) }
  if (body.version !== undefined && body.version !== form.version)
    throw new AppError('STALE', { data: await getResponse(db, form.id, seen) })
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

const review = on(responses.review, async ({ db, body, actor, audit, requestId, address, services }) => {
  const verdict = verdictOf(actor, body.formStatus, body)
  const { filter = {}, expectedCount } = body
  const ids = [...new Set(body.ids)]
  const where = body.ids
    ? formsOf(ids, await scopeOf(db, actor))
    : formFilter(await filterAsked(db, actor, wordsOf(filter)), phoneSight(actor))
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

export const reviewRoutes = [move, review]
