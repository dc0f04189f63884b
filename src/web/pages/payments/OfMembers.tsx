/** The list as the payments of one run or selection: the way back, the choice of an outcome, and each row's own. */
import {
  ArrowLeftOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import type { PaymentRow } from '#contract/payments.ts'
import { runOutcomes, type RunOutcome } from '#domain/money/payment-run.ts'
import { useText } from '../../i18n/text.ts'
import { column, optional } from '../../list/columns.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import type { ListView } from '../../list/list-view.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { type StatusLook, StatusTag } from '../../ui/StatusTag.tsx'
import { paymentColumns } from './payment-columns.tsx'
import type { Members } from './runs/member-path.ts'
import { useRefusalText } from './words.ts'

const looks: Record<RunOutcome, StatusLook> = {
  DONE: { tone: 'success', icon: CheckCircleOutlined },
  SKIPPED: { tone: 'neutral', icon: MinusCircleOutlined },
  REFUSED: { tone: 'danger', icon: ExclamationCircleOutlined },
  OPEN: { tone: 'neutral', icon: ClockCircleOutlined },
}

const withOutcome = [
  ...paymentColumns.slice(0, 3),
  column('inRun', ({ inRun }: PaymentRow) => <Outcome inRun={inRun} words="result" />),
  // The reason needs the room.
  ...paymentColumns.slice(3).map((each) => (each.key === 'updatedAt' ? optional(each) : each)),
]
const withVerdict = withOutcome.with(
  3,
  column('inRun', ({ inRun }: PaymentRow) => <Outcome inRun={inRun} words="verdict" />),
)

export function columnsOf(members: Members | undefined): typeof withOutcome {
  if (!members) return paymentColumns
  return 'runId' in members ? withOutcome : withVerdict
}

/** A selection tells what the step would do. */
type Words = 'result' | 'verdict'

function Outcome({ inRun, words }: { inRun: PaymentRow['inRun']; words: Words }) {
  const t = useText()
  const refusalText = useRefusalText()
  if (!inRun) return <span className="blank">–</span>
  const why = inRun.outcome === 'REFUSED' ? refusalText(inRun.code ?? undefined) : undefined
  return (
    <span className="payment-standing payment-outcome">
      <StatusTag look={looks[inRun.outcome]}>{t(`payments.run.${words}.${inRun.outcome}`)}</StatusTag>
      {why && <small>{why}</small>}
    </span>
  )
}

export function BackToMembers({ members }: { members: Members }) {
  const t = useText()
  const isRun = 'runId' in members
  const search = isRun ? `view=runs&run=${members.runId}` : `view=runs&selection=${members.selectionId}`
  return (
    <p className="back-to-run">
      <ButtonLink to={{ search }}>
        <ArrowLeftOutlined /> {t(isRun ? 'payments.run.back' : 'payments.review.backToReview')}
      </ButtonLink>
    </p>
  )
}

export function OutcomeFilter({ view, members }: { view: ListView; members: Members }) {
  const t = useText()
  const refusalText = useRefusalText()
  const chosen = view.state.filters['outcome']
  const words: Words = 'runId' in members ? 'result' : 'verdict'
  const outcomes = words === 'result' ? runOutcomes : (['OPEN', 'REFUSED'] as const)
  const isCode = chosen !== undefined && !runOutcomes.some((outcome) => outcome === chosen)
  return (
    <FilterSelect
      view={view}
      name="outcome"
      options={[
        ...outcomes.map((value) => ({ value: value as string, label: t(`payments.run.${words}.${value}`) })),
        ...(isCode ? [{ value: chosen, label: refusalText(chosen) ?? chosen }] : []),
      ]}
    />
  )
}
