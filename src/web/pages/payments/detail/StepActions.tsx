/** What the payment's status leaves open, the next step first. A refused one stays in place and says why. */
import { useRef, useState } from 'react'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { isStep, type PaymentStep } from '#domain/money/payment.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { useFailureText, useRefusalText } from '../words.ts'
import { ConfirmWay } from './ConfirmWay.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { takeFocus, useFocusAfter } from '../../../ui/focus.ts'
import type { StepResult } from '#contract/payments.ts'
import { payeeOf } from '#domain/money/payee.ts'
import { newKey } from '../../../api/client.ts'
import { Checking } from '../Checking.tsx'
import { Entry } from '../Entry.tsx'
import { SameVisit } from '../SameVisit.tsx'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { noRejection, rejectionFields, RejectReason, useRejectionProblem } from '../RejectReason.tsx'
import { refreshPayments, sentOf, takeStep } from '../take-step.ts'
import { useConfirmation } from '../use-confirmation.ts'

interface StepActionsProps {
  payment: PaymentDetail
  asked?: PaymentAction | undefined
  onBusy: (isBusy: boolean) => void
}

/** Which action is asked about, and which one was taken here. */
type Asking = { kind: 'none' } | { kind: 'asked' | 'done' | 'left'; action: PaymentAction }

export function StepActions({ payment, asked, onBusy }: StepActionsProps) {
  const t = useText()
  const [asking, setAsking] = useState<Asking>(asked ? { kind: 'asked', action: asked } : { kind: 'none' })
  const box = useRef<HTMLDivElement>(null)
  // The question is gone with the button that was pressed: the keyboard goes on from here.
  useFocusAfter(asking, () => (asking.kind === 'asked' ? undefined : box.current))
  return (
    <div ref={box} className="step-box" tabIndex={-1}>
      {asking.kind === 'done' && (
        <Note said="politely" tone="success">
          {t(isStep(asking.action) ? `payments.stepDone.${asking.action}` : `payments.wayDone.${asking.action}`)}
        </Note>
      )}
      {asking.kind === 'asked' ? (
        <Question
          action={asking.action}
          payment={payment}
          onBusy={onBusy}
          onDone={() => setAsking({ kind: 'done', action: asking.action })}
          onCancel={() => setAsking({ kind: 'left', action: asking.action })}
        />
      ) : (
        <Actions payment={payment} onAsk={(action) => setAsking({ kind: 'asked', action })} />
      )}
    </div>
  )
}

interface QuestionProps {
  action: PaymentAction
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
  onDone: () => void
  onCancel: () => void
}

function Question({ action, ...props }: QuestionProps) {
  return isStep(action) ? <ConfirmStep step={action} {...props} /> : <ConfirmWay way={action} {...props} />
}

function Actions({ payment, onAsk }: { payment: PaymentDetail; onAsk: (action: PaymentAction) => void }) {
  const t = useText()
  const refusalText = useRefusalText()
  // A way that is another person's right is no news to this one; the next step names whom it waits for.
  const open = payment.allowedActions.filter(({ action, code }) => isStep(action) || code !== 'FORBIDDEN')
  if (open.length === 0) return null
  const reasons = new Set(open.map(({ code }) => refusalText(code ?? undefined)))
  return (
    <div className="step-actions">
      {open.map(({ action, allowed, code }) => (
        <Button
          key={action}
          {...lookOf(action)}
          refusal={allowed ? undefined : refusalText(code ?? undefined)}
          onClick={() => onAsk(action)}
        >
          {t(`payments.action.${action}`)}…
        </Button>
      ))}
      {[...reasons].map((reason) => reason && <p key={reason}>{reason}</p>)}
    </div>
  )
}

function lookOf(action: PaymentAction) {
  if (action === 'reject') return { tone: 'danger' as const }
  return isStep(action) || action === 'retry' || action === 'reopen' ? { look: 'primary' as const } : {}
}

interface ConfirmStepProps {
  step: PaymentStep
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
  onDone: () => void
  onCancel: () => void
}

function ConfirmStep({ step, payment, onBusy, onDone, onCancel }: ConfirmStepProps) {
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
        <Note tone="danger" role="alert">
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
