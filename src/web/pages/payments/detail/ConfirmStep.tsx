/** The last question before one step on one payment. Enter in a field never answers it. */
import { useEffect, useRef, useState } from 'react'
import { type PaymentDetail, type PaymentRow, payments } from '#contract/payments.ts'
import type { PaymentStep } from '#domain/payment.ts'
import { ask, refresh } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Checking } from '../Checking.tsx'
import { groupedPhone } from '../grouped-phone.ts'
import { noRejection, RejectReason, rejectionFields, useRejectionProblem } from '../RejectReason.tsx'
import { takeStep } from '../take-step.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { useFailureText } from '../words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'

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
  const rejectionProblem = useRejectionProblem()
  const { user } = useSession()
  const [rejection, setRejection] = useState(noRejection)
  // What this question is about: a refresh meanwhile must not change it under the reader's eyes.
  const [seen] = useState(payment)
  const { state, start, askNow } = useConfirmation<PaymentRow | false>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { id, version, factsHash, participant, phone } = seen
  const total = format.money(seen.amount, seen.currency)
  const isSending = state.phase === 'sending' || state.phase === 'checking'
  const wasNotDone = state.phase === 'done' && state.answer === false

  function send() {
    return takeStep(id, step, { version, factsHash, ...(step === 'reject' ? rejectionFields(rejection) : {}) })
  }

  /** The answer got lost: the payment itself tells whether my step is on it. */
  async function check(): Promise<PaymentRow | false> {
    const { data } = await ask(payments.get, { params: { id } })
    const isMine = data.steps.some((taken) => taken.step === step && taken.actorId === user?.id)
    return isMine && data.version > version ? data : false
  }

  async function confirm() {
    onBusy(true)
    const end = await start(send, check)
    onBusy(false)
    await refresh(payments.list, payments.get, payments.transactions, payments.balance)
    if (end.phase === 'done' && end.answer) onDone()
  }

  const isOld = payment.version !== version && !isSending
  function refusal(): string | undefined {
    if (isSending) return t('payments.sending.title')
    if (isOld) return t('payments.changedMeanwhile')
    return step === 'reject' ? rejectionProblem(rejection) : undefined
  }
  return (
    <section
      ref={box}
      className="confirm-step"
      tabIndex={-1}
      aria-label={t(`payments.action.${step}`)}
      aria-busy={isSending}
    >
      <h3>
        {t(`payments.question.${step}`, {
          total,
          who: participant?.name ?? (phone === null ? t('payments.noName') : groupedPhone(phone)),
        })}
      </h3>
      {phone !== null && <p>{t('payments.toPhone', { phone: groupedPhone(phone) })}</p>}
      {step === 'reject' && <RejectReason value={rejection} onChange={setRejection} disabled={isSending} />}
      {state.phase === 'refused' && (
        <Note tone="danger" role="alert">
          <strong>{t('payments.review.refused')}</strong> {failureText(state.error)}
        </Note>
      )}
      {wasNotDone && (
        <Note tone="warning" role="alert">
          {t('payments.notDone')}
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
