/** What is chosen, its sums, everything else that matches, and the steps that can follow. */
import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentRow } from '#contract/payments.ts'
import { addUp } from '#domain/money.ts'
import { paymentStepNames, type PaymentStep } from '#domain/payment.ts'
import { newKey } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import type { List } from '../../list/use-list.ts'
import { ChooseMatching } from './ChooseMatching.tsx'
import { pickOf, type ReviewState } from './review-state.ts'
import type { ChosenPayments } from './use-chosen-payments.ts'
import { useSumText } from './words.ts'
import { Button } from '../../ui/Button.tsx'

export interface BulkBarProps {
  list: List<PaymentRow>
  picked: ChosenPayments
  /** What the list was asked, but for its paging. */
  query: Readonly<Record<string, string>>
}

export function BulkBar({ list, picked, query }: BulkBarProps) {
  const t = useText()
  const sumText = useSumText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()

  function review(step: PaymentStep) {
    const picks = picked.rows.map((row) => pickOf(row, list.data.labelOf(row)))
    const state: { review: ReviewState } = { review: { step, picks, by: user?.id ?? 0, key: newKey() } }
    void navigate({ search: withWords(search, { review: step }).toString() }, { state })
  }

  return (
    <>
      <span className="bulk-total">{sumText(addUp(picked.rows))}</span>
      <ChooseMatching list={list} picked={picked} query={query} />
      {paymentStepNames.map((step) => {
        const count = picked.rows.filter((row) => isOpenTo(row, step)).length
        if (count === 0) return null
        return (
          <Button
            key={step}
            {...(step === 'reject' ? { tone: 'danger' as const } : { look: 'primary' as const })}
            onClick={() => review(step)}
          >
            {t(`payments.review.${step}`, { count })}
          </Button>
        )
      })}
    </>
  )
}

function isOpenTo({ allowedActions }: PaymentRow, step: PaymentStep): boolean {
  return allowedActions.some(({ action, allowed }) => action === step && allowed)
}
