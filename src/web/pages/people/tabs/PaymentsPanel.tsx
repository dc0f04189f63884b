import type { PersonDetail } from '#contract/people.ts'
import { type PaymentRow, payments } from '#contract/payments.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { column, dateTime, endColumn, text } from '../../../list/columns.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { RowsInTab } from '../../../list/RowsInTab.tsx'
import { useList } from '../../../list/use-list.ts'

const columns = [
  column('id', (payment: PaymentRow) => <Number payment={payment} />),
  endColumn('amount', (payment: PaymentRow) => <Amount payment={payment} />),
  column('status', ({ status }: PaymentRow) => <RecordStatus of="payments" status={status} />),
  { ...text('surveyTitle'), grows: true as const },
  column('reference', ({ reference }: PaymentRow) =>
    reference === null ? <span className="blank">–</span> : <code>{reference}</code>,
  ),
  dateTime('updatedAt'),
]

/** What the participant is owed and was paid, each row a link to the payment. */
export function PaymentsPanel({ person }: { person: PersonDetail }) {
  const list = useList(payments.list, columns, {
    name: 'payments',
    searchable: false,
    fixed: { participantId: person.id },
    open: ({ paymentId }) => `/payments?view=all&open=${paymentId}`,
    emptyText: 'participants.noPayments',
  })
  return <RowsInTab {...list} title="payments.title" />
}

function Number({ payment: { id } }: { payment: PaymentRow }) {
  const t = useText()
  return t('payments.number', { id })
}

function Amount({ payment: { amount, currency } }: { payment: PaymentRow }) {
  const format = useFormat()
  return <span className="person-amount">{format.money(amount, currency)}</span>
}
