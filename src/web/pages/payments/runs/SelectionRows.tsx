/** Every payment that would take the step, the largest first: to whom, for what, how much. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPageSize } from '#contract/fields.ts'
import { payments } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { ask } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Amount, Payee } from '../payment-columns.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { Entry } from '../Entry.tsx'
import { useBeforePrint } from '../../../ui/Paper.tsx'
import { Button } from '../../../ui/Button.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'

const heads = [
  'payments.field.id',
  'payments.field.participant',
  { text: 'payments.field.surveyTitle', className: 'wide-only' },
  endHead('payments.field.amount'),
] as const

/** So many are drawn at once; the rest on demand. */
const shownAtFirst = 100

/** The most that a review lists: what a person can still answer for one by one. */
export const maxListed = 1000

export function SelectionRows({ id }: { id: number }) {
  const t = useText()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  useBeforePrint(() => setWhole(true))
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({ queryKey: ['payments-selection', id], queryFn: ({ signal }) => readRows(id, signal) })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!rows) return <PaymentsSkeleton />
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  return (
    <section className="review-rows">
      <h2>{t('payments.review.rows')}</h2>
      <Table heads={heads}>
        {shown.map((row) => (
          <tr key={row.paymentId}>
            <td>{row.id}</td>
            <th scope="row">
              <Payee payment={row} />
              <Entry payment={row} />
            </th>
            <td className="wide-only">{row.surveyTitle}</td>
            <td className="table-end">
              <Amount amount={row.amount} currency={row.currency} />
            </td>
          </tr>
        ))}
      </Table>
      {shown.length < rows.length && (
        <Button onClick={() => setWhole(true)}>
          {t('payments.review.showAll', { count: rows.length, shown: format.number(shown.length) })}
        </Button>
      )}
    </section>
  )
}

async function readRows(id: number, signal: AbortSignal): Promise<PaymentRow[]> {
  const query = { selectionId: String(id), outcome: 'OPEN', sort: '-amount', pageSize: maxPageSize }
  const found = new Map<number, PaymentRow>()
  for (let page = 1; ; page += 1) {
    const { list, total } = await ask(payments.list, { query: { ...query, page }, signal })
    // A payment that moves between two reads may be met twice.
    for (const row of list) found.set(row.paymentId, row)
    if (page * maxPageSize >= Math.min(total, maxListed)) return [...found.values()]
  }
}
