/** The steps that the payment's status leaves open. A refused one stays in place and says why. */
import { useState } from 'react'
import type { PaymentDetail } from '#contract/payments.ts'
import type { PaymentStep } from '#domain/payment.ts'
import { useText } from '../../../i18n/text.ts'
import { ExplainedButton } from '../../../ui/ExplainedButton.tsx'
import { useRefusalText } from '../words.ts'
import { ConfirmStep } from './ConfirmStep.tsx'

interface StepActionsProps {
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
}

export function StepActions({ payment, onBusy }: StepActionsProps) {
  const t = useText()
  const refusalText = useRefusalText()
  const [asked, setAsked] = useState<PaymentStep>()
  const [done, setDone] = useState<PaymentStep>()
  if (asked) {
    return (
      <ConfirmStep
        step={asked}
        payment={payment}
        onBusy={onBusy}
        onDone={() => {
          setDone(asked)
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      />
    )
  }
  const refused = payment.allowedActions.filter(({ allowed, action }) => !allowed && action !== 'reject')
  return (
    <>
      <output className="step-done">
        {done && <span className="note tone-success">{t(`payments.stepDone.${done}`)}</span>}
      </output>
      {payment.allowedActions.length > 0 && (
        <div className="step-actions">
          {payment.allowedActions.map(({ action, allowed, code }) => (
            <ExplainedButton
              key={action}
              {...(action === 'reject' ? { danger: true } : { type: 'primary' as const })}
              refusal={allowed ? undefined : refusalText(code ?? undefined)}
              onClick={() => setAsked(action)}
            >
              {t(`payments.action.${action}`)}…
            </ExplainedButton>
          ))}
          {refused.map(({ action, code }) => (
            <p key={action}>{refusalText(code ?? undefined)}</p>
          ))}
        </div>
      )}
    </>
  )
}
