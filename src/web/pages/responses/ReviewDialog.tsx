/** Asks before many responses are approved or rejected, then says of each what became of it. */
import { useState } from 'react'
import { reasonRefusal, type ReviewTarget } from '#domain/answers/response.ts'
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { useText } from '../../i18n/text.ts'
import { LazyJob } from '../../jobs/LazyJob.tsx'
import { BulkOutcome } from '../../list/BulkOutcome.tsx'
import { labelsOf, useNames } from '../../list/use-names.ts'
import type { Matching, Selection } from '../../list/use-selection.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { toast } from '../../ui/toasts.ts'
import { type Reason, reasonBody } from './reason.ts'
import { ReasonFields } from './ReasonFields.tsx'
import type { BulkTarget } from './ReviewButtons.tsx'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { reviewFilter } from './review-filter.ts'

interface ReviewDialogProps {
  target: BulkTarget
  selection: Selection
  onClose: () => void
}

export function ReviewDialog({ target, selection, onClose }: ReviewDialogProps) {
  const t = useText()
  const names = useNames()
  const [labels] = useState(selection.chosen)
  const [reason, setReason] = useState<Reason>({ note: '' })
  const [missing, setMissing] = useState(false)
  const review = useBulkReview(target, selection)
  const { count, result, error } = review

  /** Only those that were chosen one by one are known by their names. */
  const named = ({ results }: BulkResult) =>
    names(
      labelsOf(
        labels,
        results.map(({ id }) => id),
      ),
    )

  async function run(send: (reason: Reason) => Promise<BulkResult | undefined>) {
    if (reasonRefusal(target, reason.note.trim() || reason.issueCategoryId)) {
      setMissing(true)
      return false
    }
    const outcome = await send(reason)
    if (!outcome) return false
    selection.clear()
    if (typeof outcome.jobId === 'number' || outcome.failed > 0 || outcome.skipped > 0 || result) return false
    toast(t(`responses.reviewed.${target}`, { count: outcome.succeeded }), named(outcome))
    return true
  }

  const failed = result?.failed ?? 0
  const retry = failed > 0 ? t('list.retryFailed', { count: failed }) : undefined
  return (
    <ConfirmDialog
      title={result ? t('list.outcome') : t(`responses.question.${target}`, { count })}
      action={result ? retry : t(`responses.confirm.${target}`, { count })}
      dismissal={t(result ? 'action.close' : 'action.cancel')}
      danger={target === 'REJECTED' && !result}
      size={result ? 'medium' : 'small'}
      run={() => run(result ? review.retryFailed : review.send)}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      {typeof result?.jobId === 'number' && <LazyJob id={result.jobId} />}
      {result ? (
        typeof result.jobId !== 'number' && (
          <BulkOutcome rows={result.results} targets={labels} counts={result} pathOf={pathOf} />
        )
      ) : (
        <>
          <p>{t(`responses.means.${target}`)}</p>
          {target === 'REJECTED' && (
            <ReasonFields
              {...{ target, missing }}
              value={reason}
              onChange={(next) => (setReason(next), setMissing(false))}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

function pathOf({ id, code }: BulkRow): string | undefined {
  return code === 'NOT_FOUND' ? undefined : `/response?open=${id}`
}

/** More responses are the work of a job, which shows how far it is and can be cancelled. */
const mostAtOnce = 500

interface BulkReview {
  /** How many this is about: of a filter, the count that was last agreed to. */
  count: number
  result: BulkResult | undefined
  error: unknown
  send: (reason: Reason) => Promise<BulkResult | undefined>
  retryFailed: (reason: Reason) => Promise<BulkResult | undefined>
}

function useBulkReview(target: ReviewTarget, selection: Selection): BulkReview {
  // The selection ends with the review; the dialog keeps speaking of what it was opened for.
  const [chosen] = useState(() => selection.chosen.map(({ id }) => Number(id)))
  const [matching, setMatching] = useState<Matching | undefined>(selection.matching)
  const [result, setResult] = useState<BulkResult>()
  const [error, setError] = useState<unknown>()
  const review = useSend(responses.review, { refreshes: [responses.list, responses.get, surveys.list], once: true })

  async function run(what: object, reason: Reason): Promise<BulkResult | undefined> {
    setError(undefined)
    try {
      const body = { formStatus: target, ...reasonBody(reason), ...what }
      const { data } = await review.mutateAsync({ body })
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
