/** A cash list: a line to sign and a code for each payment of a file, a hundred to a print. */
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { paymentFiles } from '#contract/payment-files.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { PaperHead, PrintButton } from '../../../ui/Paper.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import './files.css'

const pageSize = 100
const heads = [
  endHead('payFiles.line'),
  'payFiles.value.NAME',
  endHead('payFiles.value.AMOUNT'),
  'payFiles.signature',
  'payFiles.code',
] as const

export function FileSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall(paymentFiles.lines, { params: { id }, query: { page, pageSize } })
  if (error) return <LoadProblem title="payFiles.failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PaymentsSkeleton />
  const { file, list } = data
  return (
    <Stack className="file-sheet">
      <PaperHead>
        <p>{`${file.title} ${id} · ${format.money(file.sum.amount, file.sum.currency)}`}</p>
      </PaperHead>
      <div className="form-choices">
        <Button onClick={onClose}>{t('action.close')}</Button>
        <PrintButton />
        {page > 1 && <Button onClick={() => setPage(page - 1)}>{t('payFiles.earlier')}</Button>}
        {file.lines > page * pageSize && <Button onClick={() => setPage(page + 1)}>{t('statements.next')}</Button>}
      </div>
      <Table heads={heads} label={t('payFiles.sheet')}>
        {list.map(({ no, name, phone, amount, shortReference }) => (
          <tr key={no}>
            <td className="table-end">{no}</td>
            <th scope="row">
              {name} <small>{phone}</small>
            </th>
            <td className="table-end">{format.money(amount.amount, amount.currency)}</td>
            <td className="file-signature" aria-label={t('payFiles.signature')} />
            <td>
              <img src={`data:image/svg+xml,${encodeURIComponent(renderSVG(shortReference))}`} alt={shortReference} />
              <small>{shortReference}</small>
            </td>
          </tr>
        ))}
      </Table>
    </Stack>
  )
}
