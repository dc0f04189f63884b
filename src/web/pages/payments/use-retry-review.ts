/** From the failed payments that match a filter to the review of a further try. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentRow } from '#contract/payments.ts'
import { newKey } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { collectPayments } from './collect-payments.ts'
import { pickOf, type ReviewState } from './review-state.ts'
import { usePaymentLabel } from './words.ts'

export function useRetryReview() {
  const navigate = useNavigate()
  const { user } = useSession()
  const label = usePaymentLabel()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [matched, setMatched] = useState<number>()

  /** `search`: the list that the review comes back to. */
  async function open(rows: readonly PaymentRow[], search: URLSearchParams) {
    const picks = rows.map((row) => pickOf(row, label(row)))
    const state: { review: ReviewState } = { review: { step: 'retry', picks, by: user?.id ?? 0, key: newKey() } }
    search.set('review', 'retry')
    await navigate({ pathname: '/payments', search: search.toString() }, { state })
  }

  return {
    isBusy,
    error,
    /** How many match, once they were too many for one review. */
    matched,
    reviewMatching: async (filter: Readonly<Record<string, string>>, search: URLSearchParams) => {
      setBusy(true)
      setError(undefined)
      try {
        const { rows, beyond } = await collectPayments({ ...filter, status: 'FAILED' })
        if (beyond > 0) setMatched(rows.length + beyond)
        else await open(rows, search)
      } catch (thrown) {
        setError(thrown)
      } finally {
        setBusy(false)
      }
    },
  }
}
