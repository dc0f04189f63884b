/** The files that a survey brings along, such as lists that questions choose from: added, replaced, taken out. */
import { useState } from 'react'
import { listSources, surveyFileTypes } from '#domain/surveys/survey-files.ts'
import { type SurveyFile, surveyFiles } from '#contract/survey-files.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { usesOfFiles } from '#domain/surveys/named-files.ts'
import { download } from '../../../api/download.ts'
import { useSend } from '../../../api/query.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useWork } from '../../../ui/use-work.ts'

const refreshes = [surveys.get]
const MadeListDialog = lazyDialog(async () => (await import('./MadeListDialog.tsx')).MadeListDialog)

export function FilesPanel({ survey, canWrite }: { survey: SurveyDetail; canWrite: boolean }) {
  const t = useText()
  const [doomed, setDoomed] = useState<SurveyFile>()
  const [listing, setListing] = useState(false)
  const remove = useSend(surveyFiles.remove, { refreshes })
  const files = survey.files ?? []
  const uses = usesOfFiles(survey)
  const usersOf = ({ name }: SurveyFile) =>
    [...(uses.get(name) ?? [])]
      .map((part) => ('code' in part ? part.code : plainIn(part.title, currentLocale())))
      .join(', ')
  if (!canWrite && files.length === 0) return null
  return (
    <Panel heading={t('surveys.files.heading')} aria-label={t('surveys.files.heading')}>
      <p>{t('surveys.files.means')}</p>
      {files.length > 0 && (
        <Table
          heads={[
            'surveys.files.name',
            'surveys.files.kind',
            endHead('surveys.files.size'),
            'surveys.files.uses',
            'surveys.files.acts',
          ]}
          caption={t('surveys.files.heading')}
        >
          {files.map((file) => (
            <FileRow
              key={file.id}
              surveyId={survey.id}
              file={file}
              users={usersOf(file)}
              onRemove={canWrite ? setDoomed : undefined}
            />
          ))}
        </Table>
      )}
      {canWrite && (
        <>
          <NewFiles survey={survey} accept={surveyFileTypes} />
          <div>
            <Button aria-haspopup="dialog" onClick={() => setListing(true)}>
              {t('surveys.files.addListOf')}
            </Button>
          </div>
        </>
      )}
      {listing && <MadeListDialog id={survey.id} onClose={() => setListing(false)} />}
      {doomed && (
        <ConfirmDialog
          title={t('surveys.files.question', { name: doomed.name })}
          action={t('surveys.files.remove')}
          danger
          run={async () => {
            await remove.mutateAsync({ params: { id: survey.id, fileId: doomed.id } })
          }}
          onClose={() => setDoomed(undefined)}
        >
          {usersOf(doomed) !== '' && <p>{t('surveys.files.usedBy', { names: usersOf(doomed) })}</p>}
          <p>{t('surveys.files.removeMeans')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

interface FileRowProps {
  surveyId: number
  file: SurveyFile
  users: string
  onRemove: ((file: SurveyFile) => void) | undefined
}

function FileRow({ surveyId, file, users, onRemove }: FileRowProps) {
  const t = useText()
  const format = useFormat()
  const source = listSources.find((each) => file.source?.split(' ')[0] === each)
  return (
    <tr>
      <th scope="row">{file.name}</th>
      <td>
        {file.list ? t('surveys.files.rows', { rows: file.list.rows }) : t(`surveys.files.is.${file.kind}`)}
        {source && (
          <div className="content-mark">{t('surveys.files.alwaysNow', { of: t(`surveys.files.of.${source}`) })}</div>
        )}
      </td>
      <td className="table-end">
        {t('surveys.files.kilobytes', { size: format.number(Math.ceil(file.bytes / 1024)) })}
      </td>
      <td>{users || '–'}</td>
      <td>
        <span className="content-acts">
          <DownloadButton fetch={() => download(surveyFiles.open, { params: { id: surveyId, fileId: file.id } })}>
            {t('surveys.files.open')}
          </DownloadButton>
          {onRemove && (
            <Button tone="danger" aria-haspopup="dialog" onClick={() => onRemove(file)}>
              {t('surveys.files.remove')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

interface NewFilesProps {
  survey: SurveyDetail
  accept: string
  onAdded?: (file: SurveyFile) => void
}

/** Several at once, one after the other: the first one that is refused says why, and those before it are in. */
export function NewFiles({ survey, accept, onAdded }: NewFilesProps) {
  const t = useText()
  const { busy, error, run } = useWork()
  const [last, setLast] = useState('')
  const upload = useSend(surveyFiles.upload, { refreshes })

  async function add(files: readonly File[]) {
    await run(async () => {
      for (const file of files) {
        setLast(file.name)
        const { data } = await upload.mutateAsync({ params: { id: survey.id }, file })
        onAdded?.(data)
        toast(
          t(survey.files?.some(({ name }) => name === data.name) ? 'surveys.files.replaced' : 'surveys.files.added', {
            name: file.name,
          }),
        )
      }
    })
  }

  return (
    <>
      <FileButton multiple accept={accept} busy={busy} onFiles={(files) => void add(files)}>
        {t('surveys.files.add')}
      </FileButton>
      <ErrorNote error={error} problem about={last} />
    </>
  )
}
