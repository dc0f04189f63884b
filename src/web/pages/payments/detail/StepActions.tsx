/** What the payment's status leaves open, the next step first. A refused one stays in place and says why. */
import { useRef, useState } from 'react'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { isStep } from '#domain/money/payment.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'
import { useText } from '../../../i18n/text.ts'
import { useRefusalText } from '../words.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { ConfirmWay } from './ConfirmWay.tsx'
import { PaidOutside } from './PaidOutside.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useFocusAfter } from '../../../ui/focus.ts'

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
  if (isStep(action)) return <ConfirmStep step={action} {...props} />
  return action === 'payOutside' ? <PaidOutside {...props} /> : <ConfirmWay way={action} {...props} />
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
