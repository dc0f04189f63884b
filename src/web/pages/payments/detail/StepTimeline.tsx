/** The stages with who took them, in which role and when, and whom the payment waits for. */
import type { PaymentDetail } from '#contract/payments.ts'
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

function TimelineStage({ stage: { key, state, taken }, payment }: { stage: Stage; payment: PaymentDetail }) {
  const t = useText()
  const format = useFormat()
  const roleText = useRoleText()
  const isEnd = key === 'result' && state !== 'todo'
  return (
    <li data-state={state}>
      <StageMark state={state} />
      <div>
        <strong>{nameOfStage()}</strong>
        {taken ? (
          <p>
            {taken.actorName} <span>· {roleText(taken.role)}</span>{' '}
            <time dateTime={taken.at}>{format.dateTime(taken.at)}</time>
          </p>
        ) : (
          <p>{waitingText()}</p>
        )}
      </div>
    </li>
  )

  function nameOfStage(): string {
    if (isEnd) return t(`payments.status.${payment.status}`)
    return taken || key === 'result' ? t(`payments.stage.${key}`) : t(`payments.action.${key}`)
  }

  function waitingText(): string {
    if (state === 'next' && key !== 'result') return t(`payments.needed.${key}`)
    return isEnd && payment.processingState
      ? t(`payments.processing.${payment.processingState}`)
      : t(`payments.stageState.${state}`)
  }
}
