/** From a choice to its review: the server freezes which payments they are, and the review has an address of its own. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paymentSelections } from '#contract/payment-runs.ts'
import type { CallInput } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'

type Choice = CallInput<typeof paymentSelections.make>['body']

export function selectionPath(id: number): string {
  return `/payments?view=runs&selection=${id}`
}

export function useChoosePayments() {
  const navigate = useNavigate()
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
      await navigate(selectionPath(answer.data.id))
    },
  }
}
