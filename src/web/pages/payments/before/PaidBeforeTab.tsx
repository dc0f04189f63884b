/** Lists of who was paid before the house began: one person keeps a file, another one confirms it, and it holds payments. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { bell } from '#contract/bell.ts'
import { desk } from '#contract/desk.ts'
import { paidBefore, type PaidBeforeRow } from '#contract/paid-before.ts'
import { fundingStatuses } from '#domain/money/funding.ts'
import { useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { column, endColumn } from '../../../list/columns.tsx'
import { FilterSelect } from '../../../list/FilterSelect.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { useList } from '../../../list/use-list.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { DocumentLink } from '../DocumentLink.tsx'
import { Moment } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { useRefusalText, useSumText } from '../words.ts'

const KeepListDialog = lazyDialog(async () => (await import('./KeepListDialog.tsx')).KeepListDialog, 'excel')

const columns = [
  column('document', ({ document }: PaidBeforeRow) => <DocumentLink document={document} />),
  column('holds', ({ survey, costCode }: PaidBeforeRow) => survey?.title ?? costCode),
  endColumn('lines', ({ lines }: PaidBeforeRow) => lines),
  endColumn('sum', ({ total }: PaidBeforeRow) => <Total of={total} />),
  column('status', ({ status }: PaidBeforeRow) => <Status status={status} />),
  column('askedBy', ({ askedBy }: PaidBeforeRow) => askedBy.name),
  column('decidedBy', ({ decidedBy }: PaidBeforeRow) => decidedBy?.name ?? <span className="blank">–</span>),
  column('askedAt', ({ askedAt }: PaidBeforeRow) => <Moment iso={askedAt} />),
]

function Total({ of }: { of: PaidBeforeRow['total'] }) {
  return <span className="amount">{useSumText()(of)}</span>
}

function Status({ status }: Pick<PaidBeforeRow, 'status'>) {
  return useText()(`before.status.${status}`)
}

interface Decision {
  row: PaidBeforeRow
  decision: 'CONFIRMED' | 'REFUSED'
}

export function PaidBeforeTab() {
  const t = useText()
  const refusalText = useRefusalText()
  const canFund = useCan('payments.fund')
  const [isKeeping, setKeeping] = useState(false)
  const [decided, setDecided] = useState<Decision>()
  const list = useList(paidBefore.list, columns, {
    name: 'before',
    searchable: false,
    filters: ['status'],
    label: ({ document }) => document.name,
    emptyText: 'before.none',
  })
  const actions = (row: PaidBeforeRow) => [
    {
      text: `${t('before.confirm')}…`,
      refusal: refusalText(row.refusals.confirm ?? undefined),
      act: () => setDecided({ row, decision: 'CONFIRMED' }),
    },
    {
      text: `${t('before.refuse')}…`,
      refusal: refusalText(row.refusals.refuse ?? undefined),
      act: () => setDecided({ row, decision: 'REFUSED' }),
    },
  ]
  return (
    <ListPage
      title="payments.title"
      counted="before.counted"
      {...list}
      above={<PaymentTabs open="before" />}
      actions={
        <Button
          look="primary"
          icon={<PlusOutlined />}
          refusal={canFund ? undefined : t('action.needs', { permission: 'payments.fund' })}
          onClick={() => setKeeping(true)}
        >
          {t('before.keep')}
        </Button>
      }
      filters={
        <FilterSelect
          view={list.view}
          name="status"
          options={fundingStatuses.map((value) => ({ value, label: t(`before.status.${value}`) }))}
        />
      }
      rowActions={(row) => (row.status === 'ASKED' ? actions(row) : [])}
    >
      {isKeeping && <KeepListDialog onClose={() => setKeeping(false)} />}
      {decided && <DecideDialog {...decided} onClose={() => setDecided(undefined)} />}
    </ListPage>
  )
}

function DecideDialog({ row, decision, onClose }: Decision & { onClose: () => void }) {
  const t = useText()
  const sumText = useSumText()
  const send = useSend(paidBefore.decide, { refreshes: [paidBefore.list, desk.list, bell.get], once: true })
  const action = t(decision === 'CONFIRMED' ? 'before.confirm' : 'before.refuse')
  const run = async () => {
    await send.mutateAsync({ params: { id: row.id }, body: { decision } })
    return t(`before.status.${decision}`)
  }
  return (
    <ConfirmDialog title={action} action={action} danger={decision === 'REFUSED'} run={run} onClose={onClose}>
      <p>
        <DocumentLink document={row.document} /> · {t('before.lines', { count: row.lines, total: sumText(row.total) })}
      </p>
      <p>{t(`before.means.${decision}`, { holds: row.survey?.title ?? row.costCode ?? '' })}</p>
    </ConfirmDialog>
  )
}
