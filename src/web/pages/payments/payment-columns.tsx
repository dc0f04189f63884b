import type { PaymentRow } from '#contract/payment-rows.ts'
import { type Payee as Payable, payeeOf } from '#domain/money/payee.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { column, dateTime, endColumn, optional, text } from '../../list/columns.tsx'
import { groupedPhone } from '../../i18n/grouped-phone.ts'
import { PaymentState } from './PaymentState.tsx'
import { StepTrail } from './StepTrail.tsx'

export const paymentColumns = [
  column('participant', (payment: PaymentRow) => <Payee payment={payment} />),
  column('surveyTitle', ({ surveyTitle }: PaymentRow) => <span className="payment-survey">{surveyTitle}</span>),
  endColumn('amount', ({ amount, currency }: PaymentRow) => <Amount amount={amount} currency={currency} />),
  column('status', (payment: PaymentRow) => <PaymentState payment={payment} />),
  column('steps', (payment: PaymentRow) => <StepTrail payment={payment} />),
  column('updatedAt', ({ updatedAt }: PaymentRow) => <Moment iso={updatedAt} />),
  optional(endColumn('charge', ({ charge, currency }: PaymentRow) => <Amount amount={charge} currency={currency} />)),
  optional(dateTime('createdAt')),
  optional(text('provider')),
  optional(text('reference')),
  optional(text('recipientName')),
  optional(text('ownReference')),
  optional(text('purpose')),
  optional(text('overrideReason')),
  optional(column('upload', ({ upload }: PaymentRow) => upload?.name ?? <span className="blank">–</span>)),
  optional(column('locationId', ({ locationId }: PaymentRow) => locationId ?? <span className="blank">–</span>)),
]

interface PayeeProps {
  payment: Payable & { phone: string | null; id?: PaymentRow['id'] }
}

/** Who is paid: the name, and the phone that the money goes to. */
export function Payee({ payment }: PayeeProps) {
  const t = useText()
  const { phone, id } = payment
  const name = payeeOf(payment) ?? (id === undefined ? '–' : t('payments.number', { id }))
  return (
    <span className="payee">
      <span>{name}</span>
      <small>{phone === null ? t('payments.noPhone') : groupedPhone(phone)}</small>
    </span>
  )
}

export function Amount({ amount, currency }: { amount: string; currency: string }) {
  const format = useFormat()
  return <span className="amount">{format.money(amount, currency)}</span>
}

/** Day and time below each other: there are many columns. */
export function Moment({ iso }: { iso: string | null }) {
  const format = useFormat()
  if (iso === null) return <span className="blank">–</span>
  return (
    <time className="payee" dateTime={iso} title={format.dateTime(iso)}>
      <span>{format.day(iso)}</span>
      <small>{format.time(iso)}</small>
    </time>
  )
}
