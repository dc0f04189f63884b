/** The steps that the payment's status leaves open. A refused one stays in place and says why. */
import { useRef, useState } from 'react'
import type { PaymentDetail } from '#contract/payments.ts'
import type { PaymentStep } from '#domain/payment.ts'
import { useText } from '../../../i18n/text.ts'
import { useRefusalText } from '../words.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useFocusAfter } from '../../../ui/focus.ts'

interface StepActionsProps {
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
}

/** Which step is asked about, and which one was taken here. */
type Asking = { kind: 'none' } | { kind: 'asked' | 'done' | 'left'; step: PaymentStep }

export function StepActions({ payment, onBusy }: StepActionsProps) {
  const t = useText()
  const [asking, setAsking] = useState<Asking>({ kind: 'none' })
  const box = useRef<HTMLDivElement>(null)
  // The question is gone with the button that was pressed: the keyboard goes on from here.
  useFocusAfter(asking, () => (asking.kind === 'asked' ? undefined : box.current))
  return (
    <div ref={box} className="step-box" tabIndex={-1}>
      {asking.kind === 'done' && (
        <Note said="politely" tone="success">
          {t(`payments.stepDone.${asking.step}`)}
        </Note>
      )}
      {asking.kind === 'asked' ? (
        <ConfirmStep
          step={asking.step}
          payment={payment}
          onBusy={onBusy}
          onDone={() => setAsking({ kind: 'done', step: asking.step })}
          onCancel={() => setAsking({ kind: 'left', step: asking.step })}
        />
      ) : (
        <Actions payment={payment} onAsk={(step) => setAsking({ kind: 'asked', step })} />
      )}
    </div>
  )
}

function Actions({ payment, onAsk }: { payment: PaymentDetail; onAsk: (step: PaymentStep) => void }) {
  const t = useText()
  const refusalText = useRefusalText()
  const { allowedActions } = payment
  if (allowedActions.length === 0) return null
  const reasons = new Set(allowedActions.map(({ code }) => refusalText(code ?? undefined)))
  return (
    <div className="step-actions">
      {allowedActions.map(({ action, allowed, code }) => (
        <Button
          key={action}
          {...(action === 'reject' ? { tone: 'danger' as const } : { look: 'primary' as const })}
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
