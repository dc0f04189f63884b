/** Erasures that people asked for, with who and why; a second person confirms them here. */
import { type ReactNode, useState } from 'react'
import { bell } from '#contract/bell.ts'
import { erasures, type ErasureRow, erasureStatuses } from '#contract/erasures.ts'
import { newKey } from '../api/client.ts'
import { useSend } from '../api/query.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { column, dateTime, text } from '../list/columns.tsx'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/use-list.ts'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { Finds } from './AskErasureDialog.tsx'

const nameOf = ({ survey, person }: ErasureRow) => survey?.title ?? person?.name ?? ''

const columns = [
  column('subject', nameOf),
  text('reason'),
  column('finds', ({ report }: ErasureRow) => <Found report={report} />),
  column('status', ({ status }: ErasureRow) => <Status status={status} />),
  column('askedBy', ({ askedBy }: ErasureRow) => askedBy.name),
  column('decidedBy', ({ decidedBy }: ErasureRow) => decidedBy?.name ?? <span className="blank">–</span>),
  dateTime('askedAt'),
]

function Found({ report }: Pick<ErasureRow, 'report'>) {
  return useText()('erasures.finds', { ...report })
}

function Status({ status }: Pick<ErasureRow, 'status'>) {
  return useText()(`erasures.status.${status}`)
}

interface Decision {
  row: ErasureRow
  decision: 'CONFIRMED' | 'REFUSED'
}

export function ErasuresView({ above }: { above: ReactNode }) {
  const t = useText()
  const textOr = useTextOr()
  const [decided, setDecided] = useState<Decision>()
  const list = useList(erasures.list, columns, {
    name: 'erasures',
    searchable: false,
    filters: ['status'],
    label: nameOf,
    emptyText: 'erasures.none',
  })
  const action = (row: ErasureRow, word: 'confirm' | 'refuse', decision: Decision['decision']) => ({
    text: `${t(`erasures.${word}`)}…`,
    refusal: row.refusals[word] === null ? undefined : textOr(`errors.${row.refusals[word]}`, row.refusals[word]),
    act: () => setDecided({ row, decision }),
  })
  return (
    <ListPage
      title="erasures.title"
      counted="erasures.counted"
      {...list}
      above={above}
      filters={
        <FilterSelect
          view={list.view}
          name="status"
          options={erasureStatuses.map((value) => ({ value, label: t(`erasures.status.${value}`) }))}
        />
      }
      rowActions={(row) =>
        row.status === 'ASKED' ? [action(row, 'confirm', 'CONFIRMED'), action(row, 'refuse', 'REFUSED')] : []
      }
    >
      {decided && <DecideDialog {...decided} onClose={() => setDecided(undefined)} />}
    </ListPage>
  )
}

function DecideDialog({ row, decision, onClose }: Decision & { onClose: () => void }) {
  const t = useText()
  const [key] = useState(newKey)
  const send = useSend(erasures.decide, { refreshes: [erasures.list, bell.get] })
  const action = t(decision === 'CONFIRMED' ? 'erasures.confirm' : 'erasures.refuse')
  const run = async () => {
    await send.mutateAsync({ params: { id: row.id }, body: { decision }, idempotencyKey: key })
    return t(`erasures.status.${decision}`)
  }
  return (
    <ConfirmDialog
      title={`${action}: ${nameOf(row)}`}
      action={action}
      danger={decision === 'CONFIRMED'}
      size="medium"
      run={run}
      onClose={onClose}
    >
      <p>{row.reason}</p>
      {decision === 'CONFIRMED' && <Finds report={row.report} />}
    </ConfirmDialog>
  )
}
