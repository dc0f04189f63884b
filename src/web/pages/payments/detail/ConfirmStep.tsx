/** The last question before one step on one payment. Enter in a field never answers it. */
import { useState } from 'react'
import type { StepResult } from '#contract/payments.ts'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { payeeOf } from '#domain/money/payee.ts'
import type { PaymentStep } from '#domain/money/payment.ts'
import { newKey } from '../../../api/client.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Checking } from '../Checking.tsx'
import { Entry } from '../Entry.tsx'
import { SameVisit } from '../SameVisit.tsx'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { noRejection, RejectReason, rejectionFields, useRejectionProblem } from '../RejectReason.tsx'
import { refreshPayments, sentOf, takeStep } from '../take-step.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { useFailureText, useRefusalText } from '../words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { takeFocus } from '../../../ui/focus.ts'

interface ConfirmStepProps {
  step: PaymentStep
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
  onDone: () => void
  onCancel: () => void
}

export function ConfirmStep({ step, payment, onBusy, onDone, onCancel }: ConfirmStepProps) {
  const t = useText()
  const format = useFormat()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  const rejectionProblem = useRejectionProblem()
  const [rejection, setRejection] = useState(noRejection)
  // What this question is about: a refresh meanwhile must not change it under the reader's eyes.
  const [seen] = useState(payment)
  const { state, start, askNow } = useConfirmation<StepResult>()
  const { phone } = seen
  const total = format.money(seen.amount, seen.currency)
  const isSending = state.phase === 'sending' || state.phase === 'checking'

  async function confirm() {
    onBusy(true)
    const sent = sentOf(seen, step === 'reject' ? rejectionFields(rejection) : {})
    const key = newKey()
    const end = await start(() => takeStep(step, sent, key))
    onBusy(false)
    await refreshPayments()
    if (end.phase === 'done' && end.answer.succeeded === 1) onDone()
  }

  /** Why the step was not taken: the whole call was refused, or this payment. */
  function failure(): string | undefined {
    if (state.phase === 'refused') return failureText(state.error)
    if (state.phase !== 'done') return undefined
    return refusalText(state.answer.results.find(({ code }) => code !== 'OK')?.code)
  }

  const said = failure()
  const isOld = payment.version !== seen.version && !isSending
  function refusal(): string | undefined {
    if (isSending) return t('payments.sending.title')
    if (isOld) return t('payments.changedMeanwhile')
    return step === 'reject' ? rejectionProblem(rejection) : undefined
  }
  return (
    <section
      ref={takeFocus}
      className="confirm-step"
      tabIndex={-1}
      aria-label={t(`payments.action.${step}`)}
      aria-busy={isSending}
    >
      <h3>
        {t(`payments.question.${step}`, {
          total,
          who: payeeOf(seen) ?? (phone === null ? t('payments.noName') : groupedPhone(phone)),
        })}
      </h3>
      {phone !== null && <p>{t('payments.toPhone', { phone: groupedPhone(phone) })}</p>}
      <Entry payment={seen} />
      <SameVisit sample={[seen]} count={Math.min(seen.others.length, 1)} />
      {step === 'reject' && <RejectReason value={rejection} onChange={setRejection} disabled={isSending} />}
      {said && (
        <Note tone="danger">
          <strong>{t('payments.review.refused')}</strong> {said}
        </Note>
      )}
      {isOld && <Note tone="warning">{t('payments.changedMeanwhile')}</Note>}
      {isSending && <Checking phase={state.phase} onAskNow={askNow} />}
      <div className="form-choices">
        <Button refusal={isSending ? t('payments.sending.title') : undefined} onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button
          look="primary"
          tone={step === 'reject' ? 'danger' : undefined}
          refusal={refusal()}
          onClick={() => void confirm()}
        >
          {t(`payments.confirm.${step}`, { count: 1, total })}
        </Button>
      </div>
    </section>
  )
}
