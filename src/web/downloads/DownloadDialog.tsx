/** The answers to one survey as a file: how it shall look, then the file itself, or the job that makes it. */
import { useState } from 'react'
import { surveys } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCall } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useText, useFormat } from '../i18n/text.ts'
import { LazyJob } from '../jobs/LazyJob.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Stack } from '../ui/Stack.tsx'
import { FileChoices } from './FileChoices.tsx'
import { firstLook, type Look, type Wanted, orderOf } from './look.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { jobs } from '#contract/jobs.ts'
import { excels } from '#contract/downloads.ts'
import { ApiError } from '../api/api-error.ts'
import { call, isCancelled } from '../api/client.ts'
import { download } from '../api/download.ts'
import { useWork } from '../ui/use-work.ts'
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

  const footer = isAsking && (
    <Button look="primary" loading={busy} disabled={total === 0} onClick={() => void run('ANSWERS')}>
      {t('responses.download.count', { count: total })}
    </Button>
  )
  return (
    <Dialog
      title={t('responses.download.title', { title })}
      dismissal={t(isAsking ? 'action.cancel' : 'action.close')}
      onClose={onClose}
      footer={footer}
    >
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
        <LazyJob id={jobId} />
      )}
    </Dialog>
  )
}

interface CsvChoicesProps {
  look: Look
  busy: boolean
  onChange: (look: Look) => void
  onWanted: (wanted: Wanted) => void
}

/** What only a CSV needs: a mark for Excel, guarded texts, and what its columns mean. */
function CsvChoices({ look, busy, onChange, onWanted }: CsvChoicesProps) {
  const t = useText()
  return (
    <>
      <label className="download-mark">
        <input
          type="checkbox"
          checked={look.bom === 'true'}
          onChange={(event) => onChange({ ...look, bom: event.target.checked ? 'true' : 'false' })}
        />
        {t('responses.download.bom')}
      </label>
      <label className="download-mark">
        <input
          type="checkbox"
          checked={look.guard === 'on'}
          onChange={(event) => onChange({ ...look, guard: event.target.checked ? 'on' : 'off' })}
        />
        {t('responses.download.guard')}
      </label>
      <fieldset className="download-beside">
        <legend>{t('responses.download.beside')}</legend>
        <Button size="small" icon={<DownloadOutlined />} disabled={busy} onClick={() => onWanted('CODEBOOK')}>
          {t('responses.download.beside.true')}
        </Button>
      </fieldset>
    </>
  )
}

const query = { kind: 'responses.download', pageSize: 3 }

/** The last files of answers that jobs made for this person; nothing while there are none. */
function PastExports() {
  const t = useText()
  const format = useFormat()
  const { data } = useCall(jobs.list, { query })
  if (!data || data.total === 0) return null
  return (
    <section className="download-past">
      <h3>{t('responses.download.past')}</h3>
      <ul>
        {data.list.map(({ id, file, createdAt }) => (
          <li key={id}>
            <Link to={`/jobs/${id}`}>{file?.name ?? `#${id}`}</Link>{' '}
            <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          </li>
        ))}
        <li>
          <Link to="/jobs">{t('jobs.title')}</Link>
        </li>
      </ul>
    </section>
  )
}

interface Download {
  busy: boolean
  error: unknown
  /** The job that makes the file, where it is too large to come at once. */
  jobId: number | undefined
  get: (look: Look, wanted: Wanted) => Promise<'SAVED' | 'JOB' | undefined>
}

interface Source {
  surveyId: number | string
  /** Words of the list's filter. */
  filter: Readonly<Record<string, string>>
  sort?: string | undefined
}

function useDownload({ filter, ...source }: Source): Download {
  const { busy, error, run } = useWork()
  const [jobId, setJobId] = useState<number>()

  const get = (look: Look, wanted: Wanted) => run(() => fetchOrStart({ ...source, ...orderOf(look, wanted) }))

  async function fetchOrStart(order: object) {
    try {
      return (await download(excels.download, { query: { ...filter, ...order } })) ? 'SAVED' : undefined
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'EXPORT_TOO_LARGE') throw thrown
    }
    const answer = await call(excels.start, { body: { filter, ...order } })
    if (isCancelled(answer)) return undefined
    setJobId(answer.data.jobId)
    return 'JOB'
  }

  return { busy, error, jobId, get }
}
