/** One bulk review: what it is about, sending it, and what became of each response. */
import { useState } from 'react'
import type { BulkResult } from '#contract/fields.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { ApiError } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { useSend } from '../../api/query.ts'
import type { Matching, Selection } from '../../list/use-selection.ts'
import { type Reason, reasonBody } from './reason.ts'
import { reviewFilter } from './review-filter.ts'

/** More responses are the work of a job, which shows how far it is and can be cancelled. */
const mostAtOnce = 500

export interface BulkReview {
  /** How many this is about: of a filter, the count that was last agreed to. */
  count: number
  result: BulkResult | undefined
  error: unknown
  send: (reason: Reason) => Promise<BulkResult | undefined>
  retryFailed: (reason: Reason) => Promise<BulkResult | undefined>
}

export function useBulkReview(target: ReviewTarget, selection: Selection): BulkReview {
  // The selection ends with the review; the dialog keeps speaking of what it was opened for.
  const [chosen] = useState(() => selection.chosen.map(({ id }) => Number(id)))
  const [matching, setMatching] = useState<Matching | undefined>(selection.matching)
  const [key, setKey] = useState(newKey)
  const [result, setResult] = useState<BulkResult>()
  const [error, setError] = useState<unknown>()
  const review = useSend(responses.review, { refreshes: [responses.list, responses.get, surveys.list] })

  async function run(what: object, reason: Reason): Promise<BulkResult | undefined> {
    setError(undefined)
    try {
      const body = { formStatus: target, ...reasonBody(reason), ...what }
      const { data } = await review.mutateAsync({ body, idempotencyKey: key })
      setKey(newKey())
      setResult(data)
      return data
    } catch (thrown) {
      setError(thrown)
      agreeToCount(thrown)
      return undefined
    }
  }

  /** 409 BATCH_CHANGED says how many match now; the next press is the agreement to that. */
  function agreeToCount(thrown: unknown) {
    if (!(thrown instanceof ApiError) || thrown.code !== 'BATCH_CHANGED' || !matching) return
    const { count } = (thrown.data ?? {}) as { count?: number }
    if (count !== undefined) setMatching({ ...matching, count })
    setKey(newKey())
  }

  return {
    count: matching?.count ?? chosen.length,
    result,
    error,
    send: (reason) =>
      run(
        matching
          ? {
              filter: reviewFilter(matching.filter),
              expectedCount: matching.count,
              ...(matching.count > mostAtOnce ? { by: 'JOB' } : {}),
            }
          : { ids: chosen },
        reason,
      ),
    retryFailed: (reason) => run({ ids: result?.results.filter(({ ok }) => !ok).map(({ id }) => id) }, reason),
  }
}
