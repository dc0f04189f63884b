/** Erasures that people asked for, with who and why; a second person confirms them here. */
import { type ReactNode, useState } from 'react'
import { bell } from '#contract/bell.ts'
import { erasures, type ErasureRow, erasureStatuses } from '#contract/erasures.ts'
import { newKey } from '../api/client.ts'
import { useSend } from '../api/query.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { column, dateTime, text } from '../list/columns.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { FilterSelect } from '../list/FilterSelect.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useList } from '../list/use-list.ts'
import { Stack } from '../ui/Stack.tsx'
import { Finds } from './AskErasureDialog.tsx'
import { Retention } from './Retention.tsx'

const nameOf = ({ survey, person }: ErasureRow) => survey?.title ?? person?.name ?? ''

const columns = [
  column('subject', nameOf),
  text('reason'),
  column('finds', (row: ErasureRow) => <Found {...row} />),
  column('status', (row: ErasureRow) => <Status {...row} />),
  column('askedBy', ({ askedBy }: ErasureRow) => askedBy.name),
  column('decidedBy', ({ decidedBy }: ErasureRow) => decidedBy?.name ?? <span className="blank">–</span>),
  dateTime('askedAt'),
]

const isRetention = ({ status, months }: ErasureRow) => status === 'CONFIRMED' && months !== null

function Found({ report, months, dueAt }: ErasureRow) {
  const t = useText()
  return months === null ? t('erasures.finds', { ...report }) : <Retention of={{ months, dueAt }} />
}

function statusOf(row: ErasureRow) {
  if (!isRetention(row)) return `erasures.status.${row.status}` as const
  return row.doneAt === null || row.dueAt !== null ? 'erasures.inForce' : 'erasures.status.DONE'
}

function Status(row: ErasureRow) {
  return useText()(statusOf(row))
}

interface Decision {
  row: ErasureRow
  decision: 'CONFIRMED' | 'REFUSED'
}

function actionOf({ row, decision }: Decision) {
  if (decision === 'CONFIRMED') return 'erasures.confirm'
  return isRetention(row) ? 'erasures.end' : 'erasures.refuse'
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
  const action = (row: ErasureRow, decision: Decision['decision']) => {
    const refusal = row.refusals[decision === 'CONFIRMED' ? 'confirm' : 'refuse']
    return {
      text: `${t(actionOf({ row, decision }))}…`,
      refusal: refusal === null ? undefined : textOr(`errors.${refusal}`, refusal),
      act: () => setDecided({ row, decision }),
    }
  }
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
        row.status === 'ASKED'
          ? [action(row, 'CONFIRMED'), action(row, 'REFUSED')]
          : isRetention(row)
            ? [action(row, 'REFUSED')]
            : []
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
  const action = t(actionOf({ row, decision }))
  const run = async () => {
    const { data } = await send.mutateAsync({ params: { id: row.id }, body: { decision }, idempotencyKey: key })
    return t(statusOf(data))
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
      <Stack>
        <p>{row.reason}</p>
        {row.months !== null && <Found {...row} />}
        {decision === 'CONFIRMED' && <Finds {...row} />}
      </Stack>
    </ConfirmDialog>
  )
}
