/** From a choice to its review: the server freezes which payments they are, and the review has an address of its own. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paymentSelections } from '#contract/payment-runs.ts'
import type { CallInput } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { withWords } from '../../../list/list-state.ts'

type Choice = CallInput<typeof paymentSelections.make>['body']

/** The review of a selection, on top of the screen whose words these are. */
export function reviewOf(search: URLSearchParams, id: number): { search: string } {
  return { search: withWords(search, { selection: id }).toString() }
}

export function selectionOf(search: URLSearchParams): number | undefined {
  return Number(search.get('selection')) || undefined
}

export function useChoosePayments() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const making = useSend(paymentSelections.make)
  const [isLeaving, setLeaving] = useState(false)
  return {
    isBusy: making.isPending || isLeaving,
    error: making.error ?? undefined,
    choose: async (body: Choice) => {
      if (making.isPending) return
      const answer = await making.mutateAsync({ body }).catch(() => undefined)
      if (!answer) return
      setLeaving(true)
      await navigate(reviewOf(search, answer.data.id))
    },
  }
}
