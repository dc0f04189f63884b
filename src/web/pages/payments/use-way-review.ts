/** From the payments that match a filter to the review of a way that they take together. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentRow } from '#contract/payments.ts'
import { type WayTogether, waysTogether } from '#domain/money/payment-ways.ts'
import { newKey } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { collectPayments } from './collect-payments.ts'
import type { OpenWay } from './matching-steps.ts'
import { pickOf, type ReviewState } from './review-state.ts'
import { usePaymentLabel } from './words.ts'

export function useWayReview() {
  const navigate = useNavigate()
  const { user } = useSession()
  const label = usePaymentLabel()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [tooMany, setTooMany] = useState<OpenWay>()

  /** `search`: the list that the review comes back to. */
  async function open(way: WayTogether, rows: readonly PaymentRow[], search: URLSearchParams) {
    const picks = rows.map((row) => pickOf(row, label(row)))
    const state: { review: ReviewState } = { review: { step: way, picks, by: user?.id ?? 0, key: newKey() } }
    search.set('review', way)
    await navigate({ pathname: '/payments', search: search.toString() }, { state })
  }

  return {
    isBusy,
    error,
    /** Where more match than one review takes. */
    tooMany,
    reviewMatching: async (way: WayTogether, filter: Readonly<Record<string, string>>, search: URLSearchParams) => {
      setBusy(true)
      setError(undefined)
      try {
        const { rows, beyond } = await collectPayments({ ...filter, status: waysTogether[way] })
        if (beyond > 0) setTooMany({ way, count: rows.length + beyond })
        else await open(way, rows, search)
      } catch (thrown) {
        setError(thrown)
      } finally {
        setBusy(false)
      }
    },
  }
}
