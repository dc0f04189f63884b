/** The reports of a survey, or the one that the URL names: `report=12`. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { reports } from '#contract/reports.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { withWords } from '../../../list/list-state.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { useActRefusal } from '../use-act-refusal.ts'
import { ReportView } from './ReportView.tsx'
import { WordsDialog } from './WordsDialog.tsx'
import './reports.css'

export function ReportsTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const locale = useLocale()
  const canRead = useCan('responses.read')
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const [search, setSearch] = useSearchParams()
  const [isNew, setNew] = useState(false)
  const params = { id: survey.id }
  const { data, error, refetch } = useCall(reports.list, { params }, { enabled: canRead })
  const create = useSend(reports.create, { refreshes: [reports.list] })
  const open = (report: number | undefined) => withWords(search, { report })
  if (!canRead) return <Note tone="neutral">{t('action.needs', { permission: 'responses.read' })}</Note>
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton />
  const chosen = data.list.find(({ id }) => String(id) === search.get('report'))
  if (chosen)
    return <ReportView key={chosen.id} report={chosen} survey={survey} onClose={() => setSearch(open(undefined))} />
  return (
    <Panel className="reports">
      <p>{t(data.total === 0 ? 'reports.empty' : 'reports.about')}</p>
      <ul>
        {data.list.map(({ id, title, parts, updatedAt }) => (
          <li key={id}>
            <Link to={{ search: open(id).toString() }}>{textIn(title, locale)}</Link>
            <small>
              {t('reports.parts', { count: parts.length })} · {format.dateTime(updatedAt)}
            </small>
          </li>
        ))}
      </ul>
      <div>
        <Button icon={<PlusOutlined />} refusal={refusal} onClick={() => setNew(true)}>
          {t('reports.new')}
        </Button>
      </div>
      {isNew && (
        <WordsDialog
          title={t('reports.new')}
          label={t('reports.title')}
          onClose={() => setNew(false)}
          onSave={async (title) => {
            const made = await create.mutateAsync({ params, body: { title, parts: [] } })
            setSearch(open(made.data.id))
          }}
        />
      )}
    </Panel>
  )
}
