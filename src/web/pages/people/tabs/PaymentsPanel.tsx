import type { Answered } from '#contract/endpoint.ts'
import type { PersonDetail } from '#contract/people.ts'
import { payments } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { surveyPayments } from '#contract/survey-payments.ts'
import { useCall } from '../../../api/query.ts'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { column, dateTime, endColumn, text } from '../../../list/columns.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { RowsInTab } from '../../../list/RowsInTab.tsx'
import { useList } from '../../../list/use-list.ts'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { whyItWaits } from './why-it-waits.ts'

const columns = [
  column('id', (payment: PaymentRow) => <Number payment={payment} />),
  endColumn('amount', (payment: PaymentRow) => <Amount payment={payment} />),
  column('status', (payment: PaymentRow) => <State payment={payment} />),
  { ...text('surveyTitle'), grows: true as const },
  column('reference', ({ reference }: PaymentRow) =>
    reference === null ? <span className="blank">–</span> : <code>{reference}</code>,
  ),
  dateTime('updatedAt'),
]

/** What the participant is owed and was paid, each row a link to the payment, and what waits for a full set. */
export function PaymentsPanel({ person }: { person: PersonDetail }) {
  const list = useList(payments.list, columns, {
    name: 'payments',
    searchable: false,
    fixed: { participantId: person.id },
    open: ({ paymentId }) => `/payments?view=all&open=${paymentId}`,
    emptyText: 'participants.noPayments',
  })
  return (
    <>
      {list.data.answer && <Standing answer={list.data.answer} />}
      <Waiting participantId={person.id} />
      <RowsInTab {...list} title="payments.title" />
    </>
  )
}

/** What can be read out to a participant who asks: how much, where it is, and why it waits. */
const told = [
  'ELIGIBLE',
  'INITIATED',
  'APPROVED',
  'PROCESSING',
  'FAILED',
  'REJECTED',
  'SUCCESSFUL',
  'REVERSING',
  'REVERSED',
] as const

function Standing({ answer: { list, statusCounts, amounts } }: { answer: Answered<typeof payments.list> }) {
  const t = useText()
  const format = useFormat()
  const there = told.filter((status) => statusCounts[status] > 0)
  if (there.length === 0) return null
  return (
    <Panel aria-label={t('participants.standing')} heading={t('participants.standing')}>
      <ul>
        {there.map((status) => (
          <li key={status}>
            {t(`participants.standing.${status}`, {
              count: statusCounts[status],
              total: amounts[status].map(({ amount, currency }) => format.money(amount, currency)).join(' + '),
            })}
          </li>
        ))}
        {list.map((payment) => (
          <WhyItWaits key={payment.paymentId} payment={payment} />
        ))}
      </ul>
    </Panel>
  )
}

function WhyItWaits({ payment }: { payment: PaymentRow }) {
  const t = useText()
  const format = useFormat()
  const why = whyItWaits(payment)
  const { amount, currency, surveyTitle } = payment
  if (why === undefined) return null
  return <li>{t(`participants.why.${why}`, { total: format.money(amount, currency), survey: surveyTitle })}</li>
}

/** Approved responses that are owed for once their set is full. */
function Waiting({ participantId }: { participantId: number }) {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(surveyPayments.waiting, { query: { participantId } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <Panel aria-label={t('participants.waitingTitle')} heading={t('participants.waitingTitle')}>
      <Facts
        of={data.list.map(({ surveyTitle, approved, size, pays: { amount, currency } }) =>
          fact(
            surveyTitle,
            t('participants.waiting', { approved, size, total: format.money(amount, currency) }),
            'long',
          ),
        )}
      />
    </Panel>
  )
}

/** The status, and what holds the payment up or ended it. */
function State({ payment: { status, reason } }: { payment: PaymentRow }) {
  const reasonText = useReasonText()
  return (
    <>
      <RecordStatus of="payments" status={status} />
      {reason !== null && <div className="blank">{reasonText(reason)}</div>}
    </>
  )
}

function Number({ payment: { id } }: { payment: PaymentRow }) {
  const t = useText()
  return t('payments.number', { id })
}

function Amount({ payment: { amount, currency } }: { payment: PaymentRow }) {
  const format = useFormat()
  return <span className="person-amount">{format.money(amount, currency)}</span>
}
