/** Money into the floats and out of them: each request, its asker, and the person who confirmed it. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { floats, type FundingRow } from '#contract/floats.ts'
import { fundingStatuses } from '#domain/money/funding.ts'
import { stopRights } from '#domain/money/payment-stops.ts'
import { useCan, useSession } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { column, endColumn, optional, text } from '../../../list/columns.tsx'
import { FilterSelect } from '../../../list/FilterSelect.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { withWords } from '../../../list/list-state.ts'
import { useList } from '../../../list/use-list.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { BalanceStrip } from '../BalanceStrip.tsx'
import { Amount, Moment } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { askOf } from './ask.ts'
import { AskDialog } from './AskDialog.tsx'
import { FundingDrawer } from './FundingDrawer.tsx'
import { paymentStops } from '#contract/payment-stops.ts'
import { bell } from '#contract/bell.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import './floats.css'

const columns = [
  column('reference', (row: FundingRow) => <Named row={row} />),
  endColumn('amount', ({ from, into }: FundingRow) => <Sides sides={[from, into]} />),
  column('status', ({ status }: FundingRow) => <RecordStatus of="floats" status={status} />),
  column('askedBy', ({ askedBy }: FundingRow) => askedBy.name),
  column('decidedBy', ({ decidedBy }: FundingRow) => decidedBy?.name ?? <span className="blank">–</span>),
  column('askedAt', ({ askedAt }: FundingRow) => <Moment iso={askedAt} />),
  optional(text('day')),
]

export function FloatList() {
  const t = useText()
  const [search] = useSearchParams()
  const canFund = useCan('payments.fund')
  const [asking, setAsking] = useState(false)
  const { permissions } = useSession()
  const mayStop = stopRights.some((right) => permissions.list.includes(right))
  const [pausing, setPausing] = useState(false)
  const opened = useOpenedWord('open')
  const asked = useOpenedWord('ask')
  const list = useList(floats.list, columns, {
    name: 'floats',
    searchable: false,
    filters: ['status'],
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    linkState: { opened: 'open' },
    label: ({ reference }) => reference,
    emptyText: 'floats.none',
  })
  return (
    <ListPage
      title="payments.title"
      counted="floats.counted"
      {...list}
      above={
        <>
          <BalanceStrip />
          <PaymentTabs open="floats" />
        </>
      }
      actions={
        <>
          <Button
            refusal={mayStop ? undefined : t('action.needs', { permission: stopRights.join(' / ') })}
            onClick={() => setPausing(true)}
          >
            {t('payments.pause')}
          </Button>
          <Button
            look="primary"
            icon={<PlusOutlined />}
            refusal={canFund ? undefined : t('action.needs', { permission: 'payments.fund' })}
            onClick={() => setAsking(true)}
          >
            {t('floats.ask')}
          </Button>
        </>
      }
      filters={
        <FilterSelect
          view={list.view}
          name="status"
          options={fundingStatuses.map((value) => ({ value, label: t(`floats.status.${value}`) }))}
        />
      }
    >
      {pausing && <PauseSending providers={list.data.answer?.providers ?? []} onClose={() => setPausing(false)} />}
      {(asking || asked.value !== '') && (
        <AskDialog
          begin={askOf(search)}
          confirmers={list.data.answer?.confirmers}
          providers={list.data.answer?.providers ?? []}
          onClose={() => (asking ? setAsking(false) : asked.close())}
        />
      )}
      {opened.value !== '' && <FundingDrawer key={opened.value} id={Number(opened.value)} onClose={opened.close} />}
    </ListPage>
  )
}

function Named({ row: { reference, kind } }: { row: FundingRow }) {
  const t = useText()
  return (
    <span className="payee">
      <span>{reference}</span>
      <small>{t(`floats.kind.${kind}`)}</small>
    </span>
  )
}

/** Of a transfer both amounts, where they differ. */
function Sides({ sides }: { sides: readonly FundingRow['into'][] }) {
  const shown = sides.filter((side) => side !== null)
  return (
    <span className="float-sides">
      {shown.map(({ amount, currency }) => (
        <Amount key={currency} amount={amount} currency={currency} />
      ))}
    </span>
  )
}

/** Asks why nothing more is to be sent to a provider. The stop above the payments then says it, and ends it. */
interface PauseSendingProps {
  providers: readonly string[]
  onClose: () => void
}

function PauseSending({ providers, onClose }: PauseSendingProps) {
  const t = useText()
  const [provider, setProvider] = useState(providers[0])
  const [note, setNote] = useState('')
  const send = useSend(paymentStops.pause, { refreshes: [paymentStops.list, bell.get], once: true })

  async function run() {
    await send.mutateAsync({ body: { provider, note } })
    return t('payments.pause.done')
  }

  return (
    <ConfirmDialog title={t('payments.pause.question')} action={t('payments.pause')} danger run={run} onClose={onClose}>
      <Stack>
        <p>{t('payments.pause.means')}</p>
        {providers.length > 1 && (
          <FieldBox label={t('payments.pause.provider')}>
            <NativeSelect
              options={providers.map((value) => ({ value, label: value.toUpperCase() }))}
              value={provider}
              onChange={setProvider}
            />
          </FieldBox>
        )}
        <FieldBox label={t('payments.pause.note')} required sets={['note']}>
          <TextArea rows={3} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
        </FieldBox>
      </Stack>
    </ConfirmDialog>
  )
}
