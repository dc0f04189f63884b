/** The list as the payments of one run or selection: the way back, the choice of an outcome, and each row's own. */
import { ArrowLeftOutlined } from '@ant-design/icons'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { runOutcomes } from '#domain/money/payment-run.ts'
import { useText } from '../../i18n/text.ts'
import { column, optional } from '../../list/columns.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import type { ListView } from '../../list/list-view.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { paymentColumns } from './payment-columns.tsx'
import type { Members } from './runs/member-path.ts'
import { useRefusalText } from './words.ts'

const withOutcome = [
  ...paymentColumns.slice(0, 3),
  column('inRun', ({ inRun }: PaymentRow) => <Outcome inRun={inRun} of="results" />),
  // The reason needs the room.
  ...paymentColumns.slice(3).map((each) => (each.key === 'updatedAt' ? optional(each) : each)),
]
const withVerdict = withOutcome.with(
  3,
  column('inRun', ({ inRun }: PaymentRow) => <Outcome inRun={inRun} of="verdicts" />),
)

export function columnsOf(members: Members | undefined): typeof withOutcome {
  if (!members) return paymentColumns
  return 'runId' in members ? withOutcome : withVerdict
}

function Outcome({ inRun, of }: { inRun: PaymentRow['inRun']; of: 'results' | 'verdicts' }) {
  const refusalText = useRefusalText()
  if (!inRun) return <span className="blank">–</span>
  const why = inRun.outcome === 'REFUSED' ? refusalText(inRun.code ?? undefined) : undefined
  return (
    <span className="payment-standing payment-outcome">
      <RecordStatus of={of} status={inRun.outcome} />
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
  const words = 'runId' in members ? 'result' : 'verdict'
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
