/** One file of payments: who asked for it and released it, its bytes, and the answers of the provider. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type FileAct, paymentFiles, type PaymentFileRow } from '#contract/payment-files.ts'
import { payments } from '#contract/payments.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { withWords } from '../../../list/list-state.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { storedFileUrl } from '../../../ui/StoredImage.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { useRefusalText } from '../words.ts'
import { FileStatus } from './FileStatus.tsx'

const ResultDialog = lazyDialog(async () => (await import('./ResultDialog.tsx')).ResultDialog, 'excel')

export function FileDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useCall(paymentFiles.lines, { params: { id }, query: {} })
  return (
    <SideDrawer title={data ? `${data.file.title} ${id}` : t('payments.tab.files')} onClose={onClose}>
      {error && <LoadProblem title="payFiles.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data && <OneFile file={data.file} />}
    </SideDrawer>
  )
}

function OneFile({ file }: { file: PaymentFileRow }) {
  const t = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const canFund = useCan('payments.fund')
  const [answering, setAnswering] = useState(false)
  const { id, status, sum, lines, paid, failed, waiting, askedBy, askedAt, acts, results } = file
  const isOut = status === 'RELEASED' || status === 'ANSWERED'
  const said = t(`payFiles.said.${status}`)
  return (
    <Stack className="file-body">
      <Note tone="neutral">{said}</Note>
      <Acts file={file} />
      <div className="form-choices">
        {file.file && <FileLink file={file.file} words={t('payFiles.download')} />}
        {isOut && (
          <Link className="button" to={{ search: withWords(search, { open: undefined, sheet: id }).toString() }}>
            {t('payFiles.sheet')}
          </Link>
        )}
        {isOut && (
          <Button
            look="primary"
            refusal={canFund ? undefined : t('action.needs', { permission: 'payments.fund' })}
            onClick={() => setAnswering(true)}
          >
            {t('payFiles.answer')}
          </Button>
        )}
      </div>
      <Facts
        of={[
          fact(t('payFiles.field.status'), <FileStatus row={file} />),
          fact(t('payFiles.field.lines'), format.number(lines)),
          fact(t('payFiles.field.sum'), format.money(sum.amount, sum.currency)),
          fact(t('payFiles.field.paid'), format.number(paid)),
          fact(t('payFiles.field.refused'), format.number(failed)),
          fact(t('payFiles.field.waiting'), format.number(waiting)),
          fact(t('payFiles.field.sha'), file.file && <span className="file-sha">{file.file.sha256}</span>, 'long'),
          fact(t('payFiles.field.askedBy'), `${askedBy.name}, ${format.dateTime(askedAt)}`),
          ...acts.map(({ act, person, at }) =>
            fact(t(`payFiles.acted.${act}`), `${person.name}, ${format.dateTime(at)}`),
          ),
          ...results.map((result) =>
            fact(
              format.dateTime(result.takenAt),
              <FileLink file={result.file} words={`${result.file.name} (${result.takenBy.name})`} />,
              'long',
            ),
          ),
        ]}
      />
      {answering && <ResultDialog id={id} onClose={() => setAnswering(false)} />}
    </Stack>
  )
}

/** The two buttons that the state of the file has; the one that the user may not press says why. */
function Acts({ file: { id, status, acts, refusals } }: { file: PaymentFileRow }) {
  const t = useText()
  const refusalText = useRefusalText()
  const send = useSend(paymentFiles.act, {
    refreshes: [paymentFiles.list, paymentFiles.lines, payments.list, payments.transactions],
    once: true,
  })
  const isAskedBack = acts.some(({ act }) => act === 'ASK_BACK')
  const open: Partial<Record<PaymentFileRow['status'], FileAct[]>> = {
    ASKED: ['REFUSE', 'RELEASE'],
    RELEASED: [isAskedBack ? 'TAKE_BACK' : 'ASK_BACK'],
  }
  const shown = open[status] ?? []
  if (shown.length === 0) return null
  return (
    <>
      <ErrorNote error={send.error ?? undefined} />
      <div className="form-choices">
        {shown.map((act) => (
          <Button
            key={act}
            {...(act === 'RELEASE' ? { look: 'primary' as const } : {})}
            loading={send.isPending && send.variables.body.act === act}
            refusal={refusalText(refusals[act] ?? undefined)}
            onClick={() => send.mutate({ params: { id }, body: { act } })}
          >
            {t(`payFiles.act.${act}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** A link is made when it is pressed: it opens once, within a minute. */
function FileLink({ file: { id }, words }: { file: { id: number }; words: string }) {
  const [error, setError] = useState<unknown>()
  const open = async () => {
    const url = await storedFileUrl(id)
    if (url !== null) window.location.assign(url)
  }
  return (
    <>
      <Button onClick={() => void open().catch(setError)}>{words}</Button>
      <ErrorNote error={error} />
    </>
  )
}
