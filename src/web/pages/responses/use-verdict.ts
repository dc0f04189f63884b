/** Moves one response, by the version that was shown; with a choice when another user was faster. */
import { useState } from 'react'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { ReviewTarget } from '#domain/response.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { toast } from '../../ui/toasts.ts'

export interface Theirs {
  status: ResponseDetail['status']
  reviewedBy: string | null
  version: number
}

export interface StaleVerdict {
  theirs: Theirs
  target: ReviewTarget
  reason: string
}

export function useVerdict({ id, version }: ResponseDetail) {
  const t = useText()
  const [error, setError] = useState<unknown>()
  const [stale, setStale] = useState<StaleVerdict>()
  const move = useSend(responses.move, { refreshes: [responses.list, responses.get, surveys.list] })

  /** True when it was moved. */
  async function send(target: ReviewTarget, reason: string, seen = version): Promise<boolean> {
    if (move.isPending) return false
    setError(undefined)
    setStale(undefined)
    try {
      const body = { formStatus: target, version: seen, ...(reason === '' ? {} : { reason }) }
      await move.mutateAsync({ params: { id }, body })
      toast(t('responses.moved'))
      return true
    } catch (thrown) {
      toast(t('responses.moveFailed'))
      const theirs = theirsOf(thrown)
      if (theirs) setStale({ theirs, target, reason })
      else setError(thrown)
      return false
    }
  }

  return { send, error, stale, forget: () => setStale(undefined), isSending: move.isPending }
}

function theirsOf(error: unknown): Theirs | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return undefined
  const { data } = error
  return typeof data === 'object' && data !== null && 'status' in data && 'version' in data
    ? (data as Theirs)
    : undefined
}
