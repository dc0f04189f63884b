/** Every attempt at the provider: its state, its references, and when it was asked and answered. */
import { payments } from '#contract/payments.ts'
import { transactionList, type TransactionRow } from '#contract/transactions.ts'
import { attemptStates, processingStates } from '#domain/money/payment.ts'
import { useText } from '../../../i18n/text.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { column, endColumn } from '../../../list/columns.tsx'
import { FilterSelect } from '../../../list/FilterSelect.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { useList } from '../../../list/use-list.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { BalanceStrip } from '../BalanceStrip.tsx'
import { Amount, Moment, Payee } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'

const movingMs = 4000
const unknownMs = 20_000

const columns = [
  column('participant', (row: TransactionRow) => <Payee payment={row} />),
  endColumn('amount', ({ amount, currency }: TransactionRow) => <Amount amount={amount} currency={currency} />),
  column('state', (row: TransactionRow) => <State row={row} />),
  column('clientRef', ({ clientRef }: TransactionRow) => (
    <CopyText text={clientRef} shown={`${clientRef.slice(0, 8)}…`} />
  )),
  column('providerRef', ({ providerRef }: TransactionRow) =>
    providerRef === null ? (
      <span className="blank">–</span>
    ) : (
      <CopyText text={providerRef} shown={shortened(providerRef)} />
    ),
  ),
  column('requestedAt', ({ requestedAt }: TransactionRow) => <Moment iso={requestedAt} />),
  column('finalAt', ({ finalAt }: TransactionRow) => <Moment iso={finalAt} />),
]

/** The state has a control of its own. */
const { status: _status, ...kinds } = transactionList.filters
const blankable = ['participantId', 'reasonCode', 'sentAt', 'finalAt']

export function TransactionList() {
  const t = useText()
  const list = useList(payments.transactions, columns, {
    name: 'transactions',
    searchable: false,
    filters: ['status'],
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    sort: transactionList.sort,
    exporting: { start: payments.exportTransactions, keys: Object.keys(transactionList.file.shape) },
    idOf: ({ paymentId, attemptNo }) => `${paymentId} ${attemptNo}`,
    label: ({ clientRef }) => clientRef,
    open: ({ paymentId }) => `/payments?view=all&open=${paymentId}`,
    everyMs: whileMoving,
  })
  return (
    <ListPage
      title="payments.title"
      counted="payments.transactions.counted"
      {...list}
      above={
        <>
          <BalanceStrip />
          <PaymentTabs open="transactions" />
        </>
      }
      filters={
        <FilterSelect
          view={list.view}
          name="status"
          options={attemptStates.map((value) => ({ value, label: t(`transactions.state.${value}`) }))}
        />
      }
    />
  )
}

/** Providers write references of any length. */
function shortened(reference: string): string {
  return reference.length > 16 ? `${reference.slice(0, 14)}…` : reference
}

function State({ row: { state, reasonCode } }: { row: TransactionRow }) {
  const reasonText = useReasonText()
  return (
    <span className="payment-standing">
      <RecordStatus of="transactions" status={state} />
      {reasonCode && <small>{reasonText(reasonCode)}</small>}
    </span>
  )
}

function whileMoving(answer: { list: TransactionRow[] } | undefined): number | undefined {
  const open = (answer?.list ?? []).filter(({ state }) => processingStates.some((moving) => moving === state))
  if (open.length === 0) return undefined
  return open.every(({ state }) => state === 'UNKNOWN') ? unknownMs : movingMs
}
