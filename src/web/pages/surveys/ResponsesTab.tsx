import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { responses } from '#contract/responses.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { EntryLink } from './entry/EntryLink.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { useActRefusal } from './use-act-refusal.ts'
import { responseFlags } from '#contract/response-flags.ts'

const DownloadDialog = lazyDialog(async () => (await import('../../downloads/DownloadDialog.tsx')).DownloadDialog)

/** Why responses have issues or were rejected, most frequent first, each a link to them. */
function IssueReasons({ surveyId }: { surveyId: number }) {
  const t = useText()
  const format = useFormat()
  const { data } = useCall(responses.issues, { params: { surveyId } })
  const reasons = data?.data.reasons ?? []
  if (reasons.length === 0) return null
  return (
    <section>
      <h2>{t('surveys.issueReasons')}</h2>
      <ul className="survey-issues">
        {reasons.map(({ id, title, responses: count }) => (
          <li key={id}>
            <Link to={`/response?surveyId=${surveyId}&issueCategoryId=${id}`}>
              {title}: <strong>{format.number(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The number of responses of each status, with links to them. During a pilot it counts the pilot's responses, as people
 * check those then.
 */
export function ResponsesTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const canRead = useCan('responses.read')
  const refusal = useActRefusal(survey, 'export', 'responses.export')
  const [isExporting, setExporting] = useState(false)
  const filter = survey.pilot ? { isPilot: 'true' } : {}
  const query = { surveyId: survey.id, pageSize: 1, ...filter }
  const { data, error, refetch } = useCall(responses.list, { query }, { enabled: canRead })
  if (!canRead) return <Note tone="neutral">{t('action.needs', { permission: 'responses.read' })}</Note>
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  const place = `/response?${new URLSearchParams({ surveyId: String(survey.id), ...filter }).toString()}`
  return (
    <div className="survey-responses" aria-busy={!data}>
      {survey.pilot && <Note tone="info">{t('surveys.pilotShown')}</Note>}
      <ul>
        {responseStatuses.map((status) => (
          <li key={status}>
            <Link to={`${place}&status=${status}`}>
              <strong>{data ? format.number(data.statusCounts[status]) : '…'}</strong>
              <span>{t(`responses.status.${status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <IssueReasons surveyId={survey.id} />
      <div className="survey-responses-ways">
        <ButtonLink to={place}>{t('surveys.openResponses')}</ButtonLink>
        <EntryLink survey={survey} />
        <Button
          icon={<DownloadOutlined />}
          aria-haspopup="dialog"
          refusal={refusal}
          disabled={!data}
          onClick={() => setExporting(true)}
        >
          {t('list.tool.export')}
        </Button>
      </div>
      <FlagCounts survey={survey} />
      <InsightPanel survey={survey} fixed={filter} />
      {data && isExporting && (
        <DownloadDialog surveyId={survey.id} filter={filter} total={data.total} onClose={() => setExporting(false)} />
      )}
    </div>
  )
}

/** The open quality flags of a survey, each count a link to its responses, and the way to their rules. */
const FlagRules = lazyDialog(async () => (await import('./quality/FlagRules.tsx')).FlagRules)

function FlagCounts({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const [isSetting, setSetting] = useState(false)
  const { data, error, refetch } = useCall(responseFlags.ofSurvey, { params: { surveyId: survey.id } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { counts, rules } = data.data
  return (
    <>
      <div className="survey-responses-ways">
        <h2>{t('responses.field.flags')}</h2>
        {counts.length === 0 && <span className="blank">{t('responses.flag.none')}</span>}
        <Button size="small" aria-haspopup="dialog" refusal={refusal} onClick={() => setSetting(true)}>
          {t('responses.flagRules.open')}
        </Button>
      </div>
      {counts.length > 0 && (
        <ul>
          {counts.map(({ flag, count }) => (
            <li key={flag}>
              <Link to={`/response?surveyId=${survey.id}&flags=${flag}`}>
                <strong>{format.number(count)}</strong>
                <span>{textOr(`responses.flags.${flag}`, flag)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isSetting && <FlagRules surveyId={survey.id} rules={rules} onClose={() => setSetting(false)} />}
    </>
  )
}
