/** One review on its way: the facts read again, the confirmation, and what the history entry remembers of it. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentRow } from '#contract/payments.ts'
import { useSession } from '../../../api/session.ts'
import type { ReviewState, Sent } from '../review-state.ts'
import { refreshPayments } from '../take-step.ts'
import { type Confirmation, useConfirmation } from '../use-confirmation.ts'
import { readAgain } from './read-again.ts'
import { type Sheet, sheetOf } from './sheet.ts'

export interface Review {
  /** Undefined while the facts are read, and when they could not be. */
  sheet: Sheet | undefined
  facts: UseQueryResult<PaymentRow[]>
  confirmation: Confirmation
  confirm: (sent: Sent) => Promise<void>
  askNow: () => void
}

export function useReview(review: ReviewState, onDone: () => void): Review {
  const { step, picks, key, sent } = review
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user, permissions } = useSession()
  const { state: confirmation, start, askNow } = useConfirmation(step)
  const facts = useQuery({
    queryKey: ['payments-review', key],
    queryFn: ({ signal }) => readAgain(picks, signal),
    enabled: sent === undefined,
    gcTime: 0,
  })
  const sheet = useMemo(() => {
    const actor = { id: user?.id ?? 0, phone: undefined, permissions: new Set(permissions.list) }
    return facts.data && sheetOf(step, picks, facts.data, actor)
  }, [facts.data, step, picks, user, permissions])

  function remember(next: ReviewState) {
    return navigate({ search: search.toString() }, { replace: true, preventScrollReset: true, state: { review: next } })
  }

  async function send(body: Sent) {
    const end = await start(body, key)
    if (end.phase === 'done') onDone()
    if (end.phase === 'refused') await remember({ ...review, sent: undefined })
    await refreshPayments()
    if (end.phase === 'refused') await facts.refetch()
  }

  // The page was loaded again after confirming: the same request by the same key tells its outcome.
  const resumed = useRef(false)
  useEffect(() => {
    if (!sent || resumed.current) return
    resumed.current = true
    void send(sent)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return {
    sheet,
    facts,
    confirmation,
    askNow,
    confirm: async (body) => {
      // Written down before it leaves: a reload at any moment later asks instead of forgetting.
      await remember({ ...review, sent: body })
      await send(body)
    },
  }
}
