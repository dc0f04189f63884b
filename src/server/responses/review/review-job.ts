/** A bulk review as a job: the responses of this moment, batch by batch, each by the rules of a review in a call. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { BulkResult } from '#contract/fields.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { reviewTargets } from '#domain/answers/response.ts'
import { AppError } from '../../errors.ts'
import type { Context } from '../../http/context.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { bulkKind } from '../../jobs/kind.ts'
import { startBulk } from '../../jobs/start.ts'
import { actRefusals, scopeOf } from '../../scope.ts'
import { formsOf } from '../list/row.ts'
import { reviewForms } from './review.ts'
import { lockForms, type Verdict } from './review-store.ts'
import { rowOf } from '../../db/pool.ts'

const ReviewPayload = z.strictObject({
  to: z.enum(reviewTargets),
  reason: z.optional(z.string()),
  issueCategoryId: z.optional(z.int()),
})

export const reviewMany = bulkKind({
  name: 'responses.review',
  payload: ReviewPayload,
  access: () => 'responses.review',
  async batch({ db, actor, audit, services }, ids, { to, reason, issueCategoryId }) {
    const forms = await lockForms(db, formsOf(ids, await scopeOf(db, actor)), ids.length)
    const surveyIds = forms.map(({ surveyId }) => surveyId)
    const closed = await actRefusals(db, actor, 'review', surveyIds)
    const verdict: Verdict = { to, reason, issueCategoryId, reviewerId: actor.id }
    const source = { actorId: actor.id, requestId: 'job', address: null }
    const { highestAmounts: highest } = services.settings
    const { refused } = await reviewForms({ db, verdict, source, audit, closed, highest }, forms)
    const known = new Set(forms.map(({ id }) => id))
    const missing = ids.filter((id) => !known.has(id)).map((id): [number, ErrorCode] => [id, 'NOT_FOUND'])
    return { refused: new Map([...refused.map(({ form, code }): [number, ErrorCode] => [form.id, code]), ...missing]) }
  },
})

interface Chosen {
  /** An item of FROM, named `form`. */
  forms: RawBuilder<unknown>
  /** How many the caller was shown. */
  expected: number
}

/** BATCH_CHANGED when they are another number now. */
export async function reviewLater(
  context: Context<Endpoint>,
  { to, reason, issueCategoryId }: Verdict,
  { forms, expected }: Chosen,
): Promise<BulkResult> {
  const payload = {
    to,
    ...(reason === undefined ? {} : { reason }),
    ...(issueCategoryId === undefined ? {} : { issueCategoryId }),
  }
  const jobId = await startBulk(context, reviewMany, payload, sql`select form.id from ${forms}`, {
    subject: 'responses',
  })
  const { n } = await rowOf<{ n: number }>(context.db)`select total as n from job where id = ${jobId}`
  if (n !== expected) throw new AppError('BATCH_CHANGED', { data: { count: n } })
  return { requested: n, succeeded: 0, failed: 0, skipped: 0, results: [], jobId }
}
