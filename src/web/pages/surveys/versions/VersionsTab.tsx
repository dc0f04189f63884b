/** The published versions of a survey, and what changed from one to the next; the draft comes first. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { versions, type VersionRow } from '#contract/versions.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lastPage } from '../../../list/list-state.ts'
import { Pages } from '../../../list/Pager.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { ChangeList } from './ChangeList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { TableHead } from '../../../ui/Table.tsx'
import { useActRefusal } from '../use-act-refusal.ts'
import './versions.css'

const pageSize = 20

const heads = [
  'versions.version',
  'versions.published',
  { text: 'versions.questions', className: 'number wide-only' },
  { text: 'versions.responses', className: 'number wide-only' },
  { text: 'versions.checksum', className: 'wide-only' },
  'versions.showChanges',
] as const

export function VersionsTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [search] = useSearchParams()
  const shown = search.get('version') ?? undefined
  const [page, setPage] = useState(1)
  const input = { params: { surveyId: survey.id }, query: { page, pageSize } }
  const { data, error, refetch } = useCall(versions.list, input, { keepPrevious: true })
  const last = lastPage(data?.total ?? 0, pageSize)
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap="large">
      <Panel aria-busy={!data}>
        <table className="versions">
          <caption className="visually-hidden">{t('surveys.tab.versions')}</caption>
          <TableHead heads={heads} />
          <tbody>
            <tr aria-current={shown === undefined}>
              <th scope="row">{t('versions.draft')}</th>
              <td>{t(survey.changedSincePublish ? 'versions.changed' : 'versions.unchanged')}</td>
              <td className="number wide-only">{survey.questionCount}</td>
              <td className="number wide-only">–</td>
              <td className="wide-only">–</td>
              <td>
                <Link to={{ search: '?tab=versions' }}>{t('versions.showChanges')}</Link>
              </td>
            </tr>
            {data?.list.map((row) => (
              <VersionLine key={nameOf(row)} row={row} isShown={shown === nameOf(row)} />
            ))}
          </tbody>
        </table>
        {last > 1 && (
          <nav className="pager" aria-label={t('list.pages')}>
            <Pages page={page} last={last} onPage={setPage} />
          </nav>
        )}
      </Panel>
      <ChangeList survey={survey} to={shown} />
      {shown === undefined && <ReviseButton survey={survey} />}
    </Stack>
  )
}

function nameOf({ number, revision }: { number: number; revision: number }): string {
  return `${number}.${revision}`
}

function VersionLine({ row, isShown }: { row: VersionRow; isShown: boolean }) {
  const t = useText()
  const format = useFormat()
  const { number, revision, publishedAt, publishedBy, questionCount, responseCount, checksum } = row
  return (
    <tr aria-current={isShown}>
      <th scope="row">{revision === 0 ? number : t('versions.revision', { number, revision })}</th>
      <td>
        <time dateTime={publishedAt}>{format.dateTime(publishedAt)}</time> {publishedBy?.name}
      </td>
      <td className="number wide-only">{format.number(questionCount)}</td>
      <td className="number wide-only">{format.number(responseCount)}</td>
      <td className="wide-only">
        <code title={checksum}>{checksum.slice(0, 12)}</code>
      </td>
      <td>
        <Link to={{ search: `?tab=versions&version=${nameOf(row)}` }}>{t('versions.showChanges')}</Link>
      </td>
    </tr>
  )
}

/** Puts the changes of the draft into the published version, where its responses stay as good as they are. */
function ReviseButton({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.publish')
  const params = { surveyId: survey.id }
  const { data } = useCall(versions.changes, { params, query: {} })
  const revise = useSend(versions.revise, { refreshes: [surveys.get, versions.list, versions.changes], once: true })
  const { from, changes = [], fitsRevision = false } = data?.data ?? {}
  if (!from || changes.length === 0) return null
  if (!fitsRevision) return <Note tone="neutral">{t('versions.needsVersion', { version: from.number + 1 })}</Note>

  function run() {
    revise.mutate(
      { params },
      { onSuccess: ({ data: { number, revision } }) => toast(t('versions.revised', { number, revision })) },
    )
  }

  return (
    <div className="version-revise">
      <ErrorNote error={revise.error} />
      <p>{t('versions.fits', { version: from.number })}</p>
      <Button refusal={refusal} loading={revise.isPending} onClick={run}>
        {t('versions.revise', { version: from.number })}
      </Button>
    </div>
  )
}
