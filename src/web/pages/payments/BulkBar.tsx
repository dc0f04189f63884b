/** What is chosen, its sums, and the steps that can follow: of ticked payments, or of all that match the filter. */
import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentCounts, PaymentRow } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { isStep } from '#domain/money/payment-ways.ts'
import { newKey } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import type { List } from '../../list/use-list.ts'
import { Button } from '../../ui/Button.tsx'
import { type OpenWay, stepsOpenTo, waysOpenTo } from './matching-steps.ts'
import { maxChosen } from './collect-payments.ts'
import { isEnd, isReviewed, pickOf, type ReviewedAction, reviewedActions, type ReviewState } from './review-state.ts'
import { useChoosePayments } from './runs/choose-payments.ts'
import type { ChosenPayments } from './use-chosen-payments.ts'
import { useWayReview } from './use-way-review.ts'
import { useFailureText, useSumText } from './words.ts'

export interface BulkBarProps {
  list: List<PaymentRow, { statusCounts: PaymentCounts }>
  picked: ChosenPayments
  /** What the tab asks for beyond the filters of the URL. */
  fixed: Readonly<Record<string, string>>
}

export function BulkBar(props: BulkBarProps) {
  return props.list.selection.matching ? <MatchingSteps {...props} /> : <TickedSteps {...props} />
}

function TickedSteps({ list, picked }: BulkBarProps) {
  const sumText = useSumText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const { choose, error } = useChoosePayments()
  const failureText = useFailureText()

  function review(step: ReviewedAction) {
    if (isStep(step) && picked.rows.length > maxChosen) {
      void choose({ step, ids: picked.rows.map(({ paymentId }) => paymentId) })
      return
    }
    const picks = picked.rows.map((row) => pickOf(row, list.data.labelOf(row)))
    const state: { review: ReviewState } = { review: { step, picks, by: user?.id ?? 0, key: newKey() } }
    void navigate({ search: withWords(search, { review: step }).toString() }, { state })
  }

  return (
    <>
      <span className="bulk-total">{sumText(addUp(picked.rows))}</span>
      {error && <span className="bulk-failed">{failureText(error)}</span>}
      {reviewedActions.map((step) => {
        const count = picked.rows.filter((row) => isOpenTo(row, step)).length
        const chosen = picked.rows.length
        return <StepButton key={step} step={step} count={count} chosen={chosen} onClick={() => review(step)} />
      })}
    </>
  )
}

/** The server freezes which payments they are; the review then says how many of them can take the step. */
function MatchingSteps({ list, fixed }: BulkBarProps) {
  const { permissions } = useSession()
  const { choose, isBusy, error } = useChoosePayments()
  const failureText = useFailureText()
  const review = useWayReview()
  const [search] = useSearchParams()
  const { matching } = list.selection
  if (!matching) return null
  const filter = { ...fixed, ...matching.filter }
  const counts = list.selection.isElsewhere ? undefined : list.data.answer?.statusCounts
  const steps = stepsOpenTo(permissions.list, filter, counts)
  const failure = error ?? review.error
  return (
    <>
      {failure !== undefined && <span className="bulk-failed">{failureText(failure)}</span>}
      {steps.map(({ step, count }) => (
        <StepButton
          key={step}
          step={step}
          count={count}
          isBusy={isBusy}
          onClick={() => void choose({ step, filter })}
        />
      ))}
      {waysOpenTo(permissions.list, filter, counts).map((open) => (
        <WayButton
          key={open.way}
          open={open}
          review={review}
          onClick={() => void review.reviewMatching(open.way, filter, new URLSearchParams(search))}
        />
      ))}
    </>
  )
}

interface WayButtonProps extends Pick<StepButtonProps, 'onClick'> {
  open: OpenWay
  review: ReturnType<typeof useWayReview>
}

/** Of payments that match: there may be more of them than one review shows. */
export function WayButton({ open: { way, count }, review: { tooMany, isBusy }, onClick }: WayButtonProps) {
  const chosen = (tooMany?.way === way ? tooMany.count : count) ?? 0
  return <StepButton step={way} count={count} chosen={chosen} isBusy={isBusy} onClick={onClick} />
}

interface StepButtonProps {
  step: ReviewedAction
  /** Undefined: not known here. */
  count: number | undefined
  /** How many the review would show. */
  chosen?: number
  isBusy?: boolean
  onClick: () => void
}

function StepButton({ step, count, chosen = 0, isBusy = false, onClick }: StepButtonProps) {
  const t = useText()
  if (count === 0) return null
  return (
    <Button
      {...(isEnd(step) ? { tone: 'danger' as const } : { look: 'primary' as const })}
      loading={isBusy}
      refusal={!isStep(step) && chosen > maxChosen ? t('payments.review.tooMany', { most: maxChosen }) : undefined}
      onClick={onClick}
    >
      {count === undefined ? t(`payments.run.step.${step}`) : t(`payments.review.${step}`, { count })}
    </Button>
  )
}

function isOpenTo({ allowedActions, status }: PaymentRow, step: ReviewedAction): boolean {
  return isReviewed(step, status) && allowedActions.some(({ action, allowed }) => action === step && allowed)
}
