/** What is chosen, its sums, and the steps that can follow: of ticked payments, or of all that match the filter. */
import type { PaymentCounts, PaymentRow } from '#contract/payment-rows.ts'
import { addUp } from '#domain/money/money.ts'
import { isEnd, type RunStep, runStepNames } from '#domain/money/payment-run.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import type { List } from '../../list/use-list.ts'
import { Button } from '../../ui/Button.tsx'
import { stepsOpenTo } from './matching-steps.ts'
import { useChoosePayments } from './runs/choose-payments.ts'
import { isOpenTo } from './step-refusal.ts'
import type { ChosenPayments } from './use-chosen-payments.ts'
import { useFailureText, useSumText } from './words.ts'

export interface BulkBarProps {
  list: List<PaymentRow, { statusCounts: PaymentCounts }>
  picked: ChosenPayments
  /** What the tab asks for beyond the filters of the URL. */
  fixed: Readonly<Record<string, string>>
  /** One payment alone takes its step in its drawer. */
  onAsk: (payment: PaymentRow, step: RunStep) => void
}

/** The server freezes which payments they are; the review then says how many of them can take the step. */
export function BulkBar({ list, picked: { rows }, fixed, onAsk }: BulkBarProps) {
  const sumText = useSumText()
  const failureText = useFailureText()
  const { permissions } = useSession()
  const { choose, isBusy, error } = useChoosePayments()
  const { matching, isElsewhere } = list.selection
  const filter = matching && { ...fixed, ...matching.filter }
  const counts = isElsewhere ? undefined : list.data.answer?.statusCounts
  const steps = filter
    ? stepsOpenTo(permissions.list, filter, counts)
    : runStepNames.map((step) => ({ step, count: rows.filter((row) => isOpenTo(row, step)).length }))

  function take(step: RunStep) {
    const [first, ...others] = rows
    if (filter) void choose({ step, filter })
    else if (first && others.length === 0) onAsk(first, step)
    else void choose({ step, ids: rows.map(({ paymentId }) => paymentId) })
  }

  return (
    <>
      {!filter && <span className="bulk-total">{sumText(addUp(rows))}</span>}
      {error && <span className="bulk-failed">{failureText(error)}</span>}
      {steps.map(({ step, count }) => (
        <StepButton key={step} step={step} count={count} isBusy={isBusy} onClick={() => take(step)} />
      ))}
    </>
  )
}

interface StepButtonProps {
  step: RunStep
  /** Undefined: not known here. */
  count: number | undefined
  isBusy: boolean
  onClick: () => void
}

export function StepButton({ step, count, isBusy, onClick }: StepButtonProps) {
  const t = useText()
  if (count === 0) return null
  return (
    <Button
      {...(isEnd(step) ? { tone: 'danger' as const } : { look: 'primary' as const })}
      loading={isBusy}
      onClick={onClick}
    >
      {count === undefined ? t(`payments.run.step.${step}`) : t(`payments.review.${step}`, { count })}
    </Button>
  )
}
