/** Payments that go to providers as files: what waits for one, and the files that went. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FileWaiting, paymentFiles, type PaymentFileRow } from '#contract/payment-files.ts'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { column, endColumn } from '../../../list/columns.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { withWords } from '../../../list/list-state.ts'
import { useList } from '../../../list/use-list.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { Amount, Moment } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { FileDrawer } from './FileDrawer.tsx'
import { FileSheet } from './FileSheet.tsx'
import { FileStatus } from './FileStatus.tsx'
import './files.css'

const AskFileDialog = lazyDialog(async () => (await import('./AskFileDialog.tsx')).AskFileDialog)

type Queue = FileWaiting

const columns = [
  column('provider', ({ title, id }: PaymentFileRow) => `${title} ${id}`),
  endColumn('lines', ({ lines }: PaymentFileRow) => lines),
  endColumn('sum', ({ sum }: PaymentFileRow) => <Amount {...sum} />),
  column('status', (row: PaymentFileRow) => <FileStatus row={row} />),
  endColumn('waiting', ({ waiting }: PaymentFileRow) => waiting),
  column('askedBy', ({ askedBy }: PaymentFileRow) => askedBy.name),
  column('askedAt', ({ askedAt }: PaymentFileRow) => <Moment iso={askedAt} />),
]

export function FilesTab() {
  const [search] = useSearchParams()
  const [asking, setAsking] = useState<Queue>()
  const opened = useOpenedWord('open')
  const sheet = useOpenedWord('sheet')
  const list = useList(paymentFiles.list, columns, {
    name: 'payFiles',
    searchable: false,
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    linkState: { opened: 'open' },
    label: ({ title, id }) => `${title} ${id}`,
    emptyText: 'payFiles.none',
  })
  if (sheet.value !== '') return <FileSheet id={Number(sheet.value)} onClose={sheet.close} />
  return (
    <ListPage
      title="payments.title"
      counted="payFiles.counted"
      {...list}
      above={
        <>
          <PaymentTabs open="files" />
          <div className="file-queues">
            {list.data.answer?.queues.map((queue) => (
              <QueueCard key={`${queue.provider} ${queue.sum.currency}`} queue={queue} onAsk={() => setAsking(queue)} />
            ))}
          </div>
        </>
      }
    >
      {asking && <AskFileDialog queue={asking} onClose={() => setAsking(undefined)} />}
      {opened.value !== '' && <FileDrawer key={opened.value} id={Number(opened.value)} onClose={opened.close} />}
    </ListPage>
  )
}

function QueueCard({ queue: { title, count, sum }, onAsk }: { queue: Queue; onAsk: () => void }) {
  const t = useText()
  const mayAsk = useCan('payments.authorize')
  return (
    <Panel className="file-queue" aria-label={title}>
      <strong>{title}</strong>
      <p>
        {t('payFiles.queue', { count })} <Amount {...sum} />
      </p>
      <Button
        look="primary"
        refusal={mayAsk ? undefined : t('action.needs', { permission: 'payments.authorize' })}
        onClick={onAsk}
      >
        {t('payFiles.ask')}
      </Button>
    </Panel>
  )
}
