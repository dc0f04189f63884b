/** The stages of a payment in one line: icon and word each, who took them below. */
import { CheckOutlined, CloseOutlined, MinusOutlined, SyncOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { type Stage, type StageState, stagesOf } from './stages.ts'

const marks: Record<StageState, ComponentType | undefined> = {
  done: CheckOutlined,
  next: undefined,
  todo: undefined,
  skipped: undefined,
  busy: SyncOutlined,
  failed: CloseOutlined,
  stopped: MinusOutlined,
}

export function StageMark({ state }: { state: StageState }) {
  const Mark = marks[state]
  return (
    <span className="stage-mark" data-state={state} aria-hidden="true">
      {Mark && <Mark />}
    </span>
  )
}

export function StepTrail({ payment }: { payment: PaymentRow }) {
  const t = useText()
  return (
    <ol className="step-trail" aria-label={t('payments.field.steps')}>
      {stagesOf(payment).map((stage) => (
        <TrailStage key={stage.key} stage={stage} />
      ))}
    </ol>
  )
}

function TrailStage({ stage: { key, state, taken } }: { stage: Stage }) {
  const t = useText()
  const format = useFormat()
  const name = t(`payments.stage.${key}`)
  const said = t(`payments.stageState.${state}`)
  const word = key === 'result' || state === 'done' ? name : t(`payments.action.${key}`)
  const title = taken ? `${name}: ${taken.actorName}, ${format.dateTime(taken.at)}` : `${name}: ${said}`
  return (
    <li data-state={state} title={title}>
      <StageMark state={state} />
      <span aria-hidden="true">{taken && key !== 'result' ? firstName(taken.actorName) : word}</span>
      <span className="visually-hidden">{title}</span>
    </li>
  )
}

/** The column is narrow; the whole name is in the title and in the detail. */
function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}
