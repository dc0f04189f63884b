/** The stages with who took them, in which role and when, and whom the payment waits for. */
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { reasonsForPeople } from '#domain/money/payment-ways.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { type Stage, stagesOf } from '../stages.ts'
import { StageMark } from '../StepTrail.tsx'
import { useRoleText } from '../words.ts'

export function StepTimeline({ payment }: { payment: PaymentDetail }) {
  const t = useText()
  return (
    <ol className="step-timeline" aria-label={t('payments.field.steps')}>
      {stagesOf(payment).map((stage) => (
        <TimelineStage key={stage.key} stage={stage} payment={payment} />
      ))}
    </ol>
  )
}

interface StageProps {
  stage: Stage
  payment: PaymentDetail
}

function TimelineStage({ stage, payment }: StageProps) {
  const t = useText()
  const { key, state, taken } = stage
  const isEnd = key === 'result' && state !== 'todo'
  const name = taken || key === 'result' ? t(`payments.stage.${key}`) : t(`payments.action.${key}`)
  return (
    <li data-state={state}>
      <StageMark state={state} />
      <div>
        <strong>{isEnd ? t(`payments.status.${payment.status}`) : name}</strong>
        <StageNote stage={stage} payment={payment} />
      </div>
    </li>
  )
}

/** Who did it, who is needed, or what the provider said. */
function StageNote({ stage: { key, state, taken }, payment }: StageProps) {
  const t = useText()
  const format = useFormat()
  const roleText = useRoleText()
  const { processingState, provider, attempts } = payment
  if (taken) {
    return (
      <p>
        {taken.actorName} <span>· {roleText(taken.role)}</span>{' '}
        <time dateTime={taken.at}>{format.dateTime(taken.at)}</time>
        {state === 'next' && <span> · {t('payments.secondApproval')}</span>}
      </p>
    )
  }
  if (key !== 'result') return <p>{t(state === 'next' ? `payments.needed.${key}` : `payments.stageState.${state}`)}</p>
  const finalAt = attempts[0]?.finalAt
  if (finalAt && (state === 'done' || state === 'failed')) {
    return (
      <p>
        {t('payments.atProvider', { provider: provider.toUpperCase() })}{' '}
        <time dateTime={finalAt}>{format.dateTime(finalAt)}</time>
      </p>
    )
  }
  if (payment.status === 'REVERSING') return <p>{t('payments.needed.confirmReverse')}</p>
  const settled = reasonsForPeople.find((reason) => reason === payment.reason)
  if (settled) return <p>{t(`payments.reason.${settled}`)}</p>
  return <p>{t(processingState ? `payments.processing.${processingState}` : `payments.stageState.${state}`)}</p>
}
