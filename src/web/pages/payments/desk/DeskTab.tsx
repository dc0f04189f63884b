/** What is wrong with money: each row leads to its next step and to its evidence, and people take it, give it and close it. */
import { useState } from 'react'
import { bell } from '#contract/bell.ts'
import { desk, deskList, type DeskRow } from '#contract/desk.ts'
import { deskKinds, mayKeepDesk } from '#domain/money/desk.ts'
import { useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { column, endColumn } from '../../../list/columns.tsx'
import { FilterSelect } from '../../../list/FilterSelect.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { useList } from '../../../list/use-list.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { Moment } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { StopNotes } from '../StopNotes.tsx'
import { useRefusalText } from '../words.ts'
import { Next, What } from './cells.tsx'
import './desk.css'

const lookAgainMs = 15_000

const columns = [
  column('what', (row: DeskRow) => <What row={row} />),
  endColumn('amount', (row: DeskRow) => <AtRisk row={row} />),
  column('at', ({ at }: DeskRow) => <Moment iso={at} />),
  column('owner', ({ owner }: DeskRow) => owner?.name ?? <span className="blank">–</span>),
  column('next', (row: DeskRow) => <Next row={row} />),
]

function AtRisk({ row: { amount, currency } }: { row: DeskRow }) {
  const format = useFormat()
  if (amount === null || currency === null) return <span className="blank">–</span>
  return <span className="amount">{format.money(amount, currency)}</span>
}

/** It has a control of its own. */
const { kind: _kind, ownerId: _ownerId, ...kinds } = deskList.filters

interface AskedRow {
  row: DeskRow
  act: 'give' | 'close'
}

export function DeskTab() {
  const t = useText()
  const refusalText = useRefusalText()
  const { user, permissions } = useSession()
  const mayKeep = mayKeepDesk({ permissions: new Set(permissions.list) })
  const [asked, setAsked] = useState<AskedRow>()
  const give = useSend(desk.give, { refreshes: [desk.list, bell.get], once: true })
  const list = useList(desk.list, columns, {
    name: 'desk',
    searchable: false,
    filters: ['kind', 'ownerId', 'state'],
    kinds,
    canBeBlank: (name) => name === 'provider',
    sort: deskList.sort,
    exporting: { start: desk.export, keys: Object.keys(deskList.file.shape) },
    idOf: ({ kind, key }) => `${kind} ${key}`,
    label: ({ kind, key }) => `${t(`desk.kind.${kind}`)} ${key}`,
    emptyText: 'desk.none',
    everyMs: () => lookAgainMs,
  })

  function rowActions(row: DeskRow) {
    const { kind, key, owner, people, refusal } = row
    const needs = mayKeep ? undefined : refusalText('FORBIDDEN')
    const take = { kind, key, ownerId: user?.id ?? null }
    return [
      ...(owner?.id === user?.id
        ? []
        : [{ text: t('desk.take'), refusal: needs, act: () => give.mutate({ body: take }) }]),
      { text: `${t('desk.give')}…`, refusal: needs, act: () => setAsked({ row, act: 'give' }) },
      ...(people === 0
        ? []
        : [
            {
              text: `${t('desk.close')}…`,
              refusal: refusalText(refusal ?? undefined),
              act: () => setAsked({ row, act: 'close' }),
            },
          ]),
    ]
  }

  return (
    <ListPage
      title="payments.title"
      counted="desk.counted"
      {...list}
      above={
        <>
          <StopNotes />
          <PaymentTabs open="desk" />
        </>
      }
      filters={
        <>
          <FilterSelect
            view={list.view}
            name="kind"
            options={deskKinds.map((value) => ({ value, label: t(`desk.kind.${value}`) }))}
          />
          <FilterSelect
            view={list.view}
            name="ownerId"
            options={[
              { value: String(user?.id ?? 0), label: t('desk.mine') },
              { value: '~', label: t('desk.noOwner') },
            ]}
          />
          <FilterSelect view={list.view} name="state" options={[{ value: 'CLOSED', label: t('desk.closed') }]} />
        </>
      }
      rowActions={rowActions}
    >
      {asked?.act === 'close' && <CloseDialog row={asked.row} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'give' && (
        <GiveDialog row={asked.row} people={list.data.answer?.people ?? []} onClose={() => setAsked(undefined)} />
      )}
    </ListPage>
  )
}

interface RowDialogProps {
  row: DeskRow
  onClose: () => void
}

function GiveDialog({ row, people, onClose }: RowDialogProps & { people: readonly { id: number; name: string }[] }) {
  const t = useText()
  const [ownerId, setOwner] = useState(row.owner?.id)
  const send = useSend(desk.give, { refreshes: [desk.list, bell.get], once: true })
  const run = async () => {
    const body = { kind: row.kind, key: row.key, ownerId: ownerId ?? null }
    await send.mutateAsync({ body })
  }
  return (
    <ConfirmDialog title={t('desk.give')} action={t('desk.give')} run={run} onClose={onClose}>
      <Stack>
        <What row={row} />
        <FieldBox label={t('desk.field.owner')}>
          <NativeSelect<number>
            none={t('desk.noOwner')}
            value={ownerId}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setOwner}
          />
        </FieldBox>
      </Stack>
    </ConfirmDialog>
  )
}

function CloseDialog({ row, onClose }: RowDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const send = useSend(desk.close, { refreshes: [desk.list, bell.get], once: true })
  const left = row.people - row.closings.length - 1

  async function run() {
    await send.mutateAsync({ body: { kind: row.kind, key: row.key, reason } })
    return t('desk.closing', { left })
  }

  return (
    <ConfirmDialog title={t('desk.closeQuestion')} action={t('desk.close')} danger run={run} onClose={onClose}>
      <Stack>
        <What row={row} />
        <p>{t('desk.closeMeans', { left })}</p>
        <FieldBox label={t('desk.reason')} required sets={['reason']}>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </FieldBox>
      </Stack>
    </ConfirmDialog>
  )
}
