/** Moves one response, by the version that was shown; with a choice when another user was faster. */
import { useState } from 'react'
import { responseTimeline } from '#contract/response-timeline.ts'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { ResponseStatus, ReviewTarget } from '#domain/answers/response.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { toast } from '../../ui/toasts.ts'
import { formName } from '#domain/answers/form-name.ts'
import { type Reason, reasonBody } from './reason.ts'

export interface Theirs {
  status: ResponseDetail['status']
  reviewedBy: string | null
  version: number
}

export interface StaleVerdict {
  theirs: Theirs
  target: ReviewTarget
  reason: Reason
}

/** What a verdict is about. */
type Judged = Pick<ResponseDetail, 'id' | 'version' | 'status' | 'formKey'>

export function useVerdict({ id, version, status, formKey }: Judged) {
  const t = useText()
  const [error, setError] = useState<unknown>()
  const [stale, setStale] = useState<StaleVerdict>()
  const move = useSend(responses.move, { refreshes: [responses.list, responses.get, responseTimeline, surveys.list] })

  /** True when it was moved. */
  async function send(target: ReviewTarget, reason: Reason, seen = version): Promise<boolean> {
    if (move.isPending) return false
    setError(undefined)
    setStale(undefined)
    try {
      const params = { id }
      let current = seen
      if (isByWayOfReview(status, target))
        current = (await move.mutateAsync({ params, body: { formStatus: 'IN_REVIEW', version: seen } })).data.version
      await move.mutateAsync({ params, body: { formStatus: target, version: current, ...reasonBody(reason) } })
      toast(t('responses.moved'), `${formName(formKey)}: ${t(`responses.status.${target}`)}`)
      return true
    } catch (thrown) {
      toast(t('responses.moveFailed'), formName(formKey))
      const theirs = theirsOf(thrown)
      if (theirs) setStale({ theirs, target, reason })
      else setError(thrown)
      return false
    }
  }

  return { send, error, stale, forget: () => setStale(undefined), isSending: move.isPending }
}

/** Issues are found in a review: one that has not begun begins with them. */
export function isByWayOfReview(status: ResponseStatus, target: ReviewTarget): boolean {
  return target === 'HAS_ISSUES' && (status === 'RECEIVED' || status === 'EDITED')
}

function theirsOf(error: unknown): Theirs | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return undefined
  const { data } = error
  return typeof data === 'object' && data !== null && 'status' in data && 'version' in data
    ? (data as Theirs)
    : undefined
}
