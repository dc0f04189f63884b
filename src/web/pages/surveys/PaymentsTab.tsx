/** The payments of one survey, for those who run it too: nothing is done with them here. */
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { PaymentCounts, PaymentRow } from '#contract/payment-rows.ts'
import { type SetsState, surveyPayments } from '#contract/survey-payments.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { payeeOf } from '#domain/money/payee.ts'
import { paymentStatuses, paymentSteps } from '#domain/money/payment.ts'
import type { Answered } from '#contract/endpoint.ts'
import { useCan, useSession } from '../../api/session.ts'
import { useReasonText } from '../../i18n/reason-text.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { column, dateTime, endColumn } from '../../list/columns.tsx'
import { withWords } from '../../list/list-state.ts'
import { RowsInTab } from '../../list/RowsInTab.tsx'
import { useList } from '../../list/use-list.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Amounts } from '../../money/Amounts.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableHead } from '../../ui/Table.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { groupedPhone } from '../../i18n/grouped-phone.ts'
import { FloatLacksOf } from '../../money/FloatLacks.tsx'
import { BudgetPanel } from './BudgetPanel.tsx'
import { useSetPayText } from './set-pay-text.ts'
import { paymentSelections } from '#contract/payment-runs.ts'
import { useSend } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'

const columns = [
  { ...column('participant', (payment: PaymentRow) => <Payee payment={payment} />), grows: true as const },
  endColumn('amount', (payment: PaymentRow) => <Amount payment={payment} />),
  column('status', (payment: PaymentRow) => <State payment={payment} />),
  endColumn('responseIds', ({ responseIds }: PaymentRow) => responseIds.length),
  dateTime('updatedAt'),
]

/** What the floats have not given up yet. */
const toAuthorize = ['ELIGIBLE', 'INITIATED', 'APPROVED'] as const

export function PaymentsTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const canFollow = useCan('surveys.write')
  const canRead = useCan('payments.read')
  if (!canFollow && !canRead) return <Note tone="neutral">{t('action.needs', { permission: 'payments.read' })}</Note>
  return <Payments survey={survey} opens={canRead} />
}

/** `opens`: the rows lead to the payments themselves. */
function Payments({ survey, opens }: { survey: SurveyDetail; opens: boolean }) {
  const list = useList(surveyPayments.list, columns, {
    name: 'payments',
    filters: ['status'],
    sort: ['updatedAt', 'amount', 'status'],
    params: { surveyId: survey.id },
    idOf: ({ paymentId }) => paymentId,
    open: ({ paymentId }) => (opens ? `/payments?view=all&open=${paymentId}` : undefined),
    emptyText: 'surveys.payments.noneAtAll',
  })
  return (
    <div className="survey-payments">
      {opens && list.data.answer && <TakeSteps surveyId={survey.id} counts={list.data.answer.statusCounts} />}
      {opens && <FloatLacksOf needs={toAuthorize.flatMap((status) => list.data.answer?.amounts[status] ?? [])} />}
      {list.data.answer && (
        <div className="survey-payment-facts">
          <Sums answer={list.data.answer} />
          {survey.surveyType === 'PAID' && <BudgetPanel surveyId={survey.id} />}
          {list.data.answer.sets && <Sets sets={list.data.answer.sets} survey={survey} />}
        </div>
      )}
      <RowsInTab {...list} title="payments.title" />
    </div>
  )
}

/** How many and how much by status; each narrows the list below. */
function Sums({ answer: { statusCounts, amounts } }: { answer: Answered<typeof surveyPayments.list> }) {
  const t = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const chosen = search.get('status')
  const shown = paymentStatuses.filter((status) => statusCounts[status] > 0 || status === chosen)
  const to = (status: string | undefined) => ({ search: withWords(search, { status, page: undefined }).toString() })
  if (shown.length === 0) return null
  return (
    <Panel aria-label={t('surveys.payments.byStatus')}>
      <table className="survey-payment-sums">
        <TableHead heads={['payments.field.status', 'surveys.payments.count', 'payments.field.amount']} />
        <tbody>
          {shown.map((status) => (
            <tr key={status} data-chosen={status === chosen}>
              <th scope="row">
                <Link to={to(status)} aria-current={status === chosen}>
                  <RecordStatus of="payments" status={status} />
                </Link>
              </th>
              <td>{format.number(statusCounts[status])}</td>
              <td>
                <Amounts of={amounts[status]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen !== null && <Link to={to(undefined)}>{t('surveys.payments.all')}</Link>}
    </Panel>
  )
}

function Sets({ sets, survey }: { sets: SetsState; survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const setPay = useSetPayText()(survey)
  const { size, waiting, responses, participants, decisions } = sets
  return (
    <Panel aria-label={t('surveys.payments.sets')} className="survey-sets" heading={t('surveys.payments.sets')}>
      {responses === 0 ? (
        <p className="blank">{t('surveys.payments.noneWaits')}</p>
      ) : (
        <>
          <p>{t('surveys.payments.waits', { responses, participants })}</p>
          <Facts
            className="survey-sets-waiting"
            of={waiting.map(({ approved, participants: count }) =>
              fact(t('surveys.payments.ofSet', { approved, size }), t('surveys.payments.people', { count })),
            )}
          />
        </>
      )}
      {setPay !== undefined && <p className="blank">{setPay}</p>}
      {decisions.map(({ choice, responses: count, decidedBy, decidedAt }) => (
        <p key={decidedAt}>
          {t('surveys.payments.decided', {
            decision: t(`surveys.payments.choice.${choice}`, { count }),
            name: decidedBy ?? '–',
            moment: format.dateTime(decidedAt),
          })}
        </p>
      ))}
      {!survey.allowMultipleResponses && <Note tone="warning">{t('surveys.setOnce')}</Note>}
    </Panel>
  )
}

function Payee({ payment }: { payment: PaymentRow }) {
  const t = useText()
  const { phone, id } = payment
  return (
    <span className="survey-payee">
      <span>{payeeOf(payment) ?? t('payments.number', { id })}</span>
      <small>{phone === null ? t('payments.noPhone') : groupedPhone(phone)}</small>
    </span>
  )
}

function Amount({ payment: { amount, currency } }: { payment: PaymentRow }) {
  const format = useFormat()
  return format.money(amount, currency)
}

/** The status, and what holds the payment up or ended it. */
function State({ payment: { status, reason } }: { payment: PaymentRow }) {
  const reasonText = useReasonText()
  return (
    <span className="survey-payee">
      <RecordStatus of="payments" status={status} />
      {reason !== null && <small>{reasonText(reason)}</small>}
    </span>
  )
}

/** The steps that the reader may take on all payments of a survey that wait for them. */
const steps = ['initiate', 'approve', 'authorize'] as const

function TakeSteps({ surveyId, counts }: { surveyId: number; counts: PaymentCounts }) {
  const t = useText()
  const navigate = useNavigate()
  const { permissions } = useSession()
  const choosing = useSend(paymentSelections.make)
  const open = steps
    .filter((step) => permissions.list.includes(paymentSteps[step].needs))
    .map((step) => ({ step, count: paymentSteps[step].from.reduce((all, status) => all + counts[status], 0) }))
    .filter(({ count }) => count > 0)

  async function choose(step: (typeof steps)[number]) {
    const body = { step, filter: { surveyId: String(surveyId) } }
    const answer = await choosing.mutateAsync({ body }).catch(() => undefined)
    if (answer) await navigate(`/payments?view=runs&selection=${answer.data.id}`)
  }

  if (open.length === 0) return null
  return (
    <div className="survey-payment-steps">
      {open.map(({ step, count }) => (
        <Button
          key={step}
          look="primary"
          loading={choosing.isPending && choosing.variables.body.step === step}
          onClick={() => void choose(step)}
        >
          {t(`surveys.payments.take.${step}`, { count })}
        </Button>
      ))}
      <ErrorNote error={choosing.error ?? undefined} />
    </div>
  )
}
