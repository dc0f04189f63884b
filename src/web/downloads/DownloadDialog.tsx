/** The answers to one survey as a file: how it shall look, then the file itself, or the job that makes it. */
import { Suspense, useState } from 'react'
import { surveys } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCall } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { LazyJob } from '../jobs/LazyJob.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DismissButton } from '../ui/DismissButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Stack } from '../ui/Stack.tsx'
import { CsvChoices } from './CsvChoices.tsx'
import { FileChoices } from './FileChoices.tsx'
import { PastExports } from './PastExports.tsx'
import { firstLook, type Look, type Wanted } from './look.ts'
import { useDownload } from './use-download.ts'
import './downloads.css'

interface DownloadDialogProps {
  /** Or its encodedId. */
  surveyId: number | string
  /** Further words of the list's filter. */
  filter: Readonly<Record<string, string>>
  sort?: string | undefined
  /** How many responses that are. */
  total: number
  /** Leads to a file with the list's own columns, if there is a list. */
  onColumns?: () => void
  onClose: () => void
}

export function DownloadDialog({ surveyId, filter, sort, total, onColumns, onClose }: DownloadDialogProps) {
  const t = useText()
  const seesPersonal = useCan('responses.personal')
  const { data } = useCall(surveys.get, { params: { id: surveyId } }, { enabled: useCan('surveys.read') })
  const [look, setLook] = useState<Look>(() => firstLook(currentLocale()))
  const { busy, error, jobId, get } = useDownload({ surveyId, filter, sort })
  const title = data ? textIn(data.data.texts.title, currentLocale()) : '…'
  const isAsking = jobId === undefined

  async function run(wanted: Wanted) {
    const outcome = await get(look, wanted)
    if (outcome === 'SAVED' && wanted === 'ANSWERS') onClose()
  }

  const footer = (
    <>
      <DismissButton key={String(isAsking)} onClick={onClose}>
        {t(isAsking ? 'action.cancel' : 'action.close')}
      </DismissButton>
      {isAsking && (
        <Button look="primary" loading={busy} disabled={total === 0} onClick={() => void run('ANSWERS')}>
          {t('responses.download.count', { count: total })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog title={t('responses.download.title', { title })} onClose={onClose} footer={footer}>
      <ErrorNote error={error} />
      {isAsking ? (
        <Stack>
          <p className="download-about">
            {t(look.format === 'zip' ? 'responses.download.files' : 'responses.download.rows', { count: total })}
          </p>
          <FileChoices look={look} sections={data?.data.sections ?? []} onChange={setLook} />
          {look.format === 'csv' && (
            <CsvChoices look={look} busy={busy} onChange={setLook} onWanted={(wanted) => void run(wanted)} />
          )}
          {!seesPersonal && <p className="download-about">{t('responses.download.personal')}</p>}
          {onColumns && (
            <Button look="link" className="download-columns" onClick={onColumns}>
              {t('responses.download.list')}
            </Button>
          )}
          <PastExports />
        </Stack>
      ) : (
        <Suspense fallback={null}>
          <LazyJob id={jobId} />
        </Suspense>
      )}
    </Dialog>
  )
}
