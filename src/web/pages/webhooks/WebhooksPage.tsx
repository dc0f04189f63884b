/** Receivers of webhooks, and below them the log of what each was sent, from which it is sent again. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { type Delivery, deliveryFilters, webhooks } from '#contract/webhooks.ts'
import { deliveryStates } from '#domain/webhooks.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { column, dateTime, number, optional, text } from '../../list/columns.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useList } from '../../list/use-list.ts'
import type { RowSelection } from '../../list/use-selection.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { toast } from '../../ui/toasts.ts'
import { useWork } from '../../ui/use-work.ts'
import { Receiver } from './Receiver.tsx'
import { ReceiverDialog, SecretNote } from './ReceiverDialog.tsx'
import './webhooks.css'

const everyMs = 3000

const columns = [
  column('event', (row: Delivery) => <What row={row} />),
  text('webhookName'),
  column('state', ({ state }: Delivery) => <RecordStatus of="webhooks" status={state} />),
  column('answer', (row: Delivery) => <Answer row={row} />),
  number('tries'),
  dateTime('at'),
  optional(number('milliseconds')),
  optional(text('message')),
]
const { at, event } = deliveryFilters

export function WebhooksPage() {
  const t = useText()
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const { data, error, refetch } = useCall(webhooks.list, {}, { everyMs: () => everyMs })
  const list = useList(webhooks.deliveries, columns, {
    name: 'webhooks',
    searchable: false,
    filters: ['webhookId', 'state'],
    kinds: { event, at },
    canBeBlank: () => false,
    emptyText: 'webhooks.noneSent',
    everyMs: () => everyMs,
  })
  const hosts = data?.hosts ?? []
  const again = <Again selection={list.selection} />
  return (
    <ListPage
      title="webhooks.title"
      counted="webhooks.counted"
      {...list}
      above={
        <Stack>
          <p className="webhooks-what">{t('webhooks.what')}</p>
          {data && hosts.length === 0 && <Note tone="warning">{t('webhooks.noHosts')}</Note>}
          {made && <SecretNote {...made} />}
          {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
          {data?.list.length === 0 && hosts.length > 0 && <p className="webhooks-what">{t('webhooks.none')}</p>}
          {data?.list.map((webhook) => (
            <Receiver key={webhook.id} webhook={webhook} hosts={hosts} onSecret={setMade} />
          ))}
        </Stack>
      }
      actions={
        <Button
          look="primary"
          icon={<PlusOutlined />}
          refusal={data && hosts.length === 0 ? t('webhooks.noHosts') : undefined}
          onClick={() => setNew(true)}
        >
          {t('webhooks.new')}
        </Button>
      }
      filters={
        <>
          <FilterSelect
            view={list.view}
            name="webhookId"
            options={data?.list.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          />
          <FilterSelect
            view={list.view}
            name="state"
            options={deliveryStates.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
          />
        </>
      }
      bulk={() => again}
      offersMatching
    >
      {isNew && <ReceiverDialog hosts={hosts} onSecret={setMade} onClose={() => setNew(false)} />}
    </ListPage>
  )
}

/** Those that are ticked, or all that match, as of some days. */
function Again({ selection }: { selection: RowSelection<Delivery> }) {
  const t = useText()
  const { busy, run } = useWork()
  const send = useSend(webhooks.replay, { refreshes: [webhooks.deliveries, webhooks.list] })
  const { chosen, matching } = selection
  async function replay() {
    const body = matching
      ? { filter: matching.filter, expected: matching.count }
      : { ids: chosen.map(({ id }) => Number(id)) }
    const { data } = await send.mutateAsync({ body })
    toast(t('webhooks.replayed', { count: data.replayed }))
    selection.clear()
  }
  return (
    <>
      <Button loading={busy} onClick={() => void run(replay)}>
        {t('webhooks.replay')}
      </Button>
      {send.error && <LoadProblem error={send.error} onRetry={() => send.reset()} />}
    </>
  )
}

function What({ row: { event: name, about } }: { row: Delivery }) {
  const textOr = useTextOr()
  const id = about['responseId'] ?? about['paymentId'] ?? about['jobId'] ?? about['surveyId']
  return (
    <>
      {textOr(`webhooks.event.${name}`, name)}
      <small className="second-line">{id === undefined ? name : `${name} ${id as number}`}</small>
    </>
  )
}

function Answer({ row: { code, status, answer, milliseconds, state, nextAt } }: { row: Delivery }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  if (milliseconds === null) return <span className="blank">–</span>
  const values = { status: status ?? 0, code: code ?? '' }
  const known = code?.startsWith('HTTP_') || code === null ? 'HTTP' : code
  const isKnown = textOr(`webhooks.code.${known}`, '') !== ''
  const said = t(`webhooks.code.${isKnown ? (known as 'HTTP') : 'other'}`, values)
  return (
    <span className="webhooks-answer" title={answer ?? undefined}>
      {said}
      <small className="second-line">
        {format.number(milliseconds)} ms {state === 'WAITING' && nextAt && `→ ${format.dateTime(nextAt)}`} {answer}
      </small>
    </span>
  )
}
