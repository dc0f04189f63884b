/** All answers to a survey in charts. The URL's words narrow them: status, days of submission. */
import { useSearchParams } from 'react-router'
import { type Insight, insight } from '#contract/insight.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { barsOfDays } from '#domain/answers/insight.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useCall } from '../../api/query.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { DayChart } from '../../charts/DayChart.tsx'
import './overview/overview.css'
import { BarTable } from '../../charts/BarTable.tsx'
import { OriginPanels } from './insight/OriginPanels.tsx'
import { QuestionPanel } from './insight/QuestionPanel.tsx'

const words = ['status', 'from', 'to'] as const

interface InsightPanelProps {
  survey: SurveyDetail
  /** Words of the filter that are always there. */
  filter: Readonly<Record<string, string>>
}

export function InsightPanel({ survey, filter }: InsightPanelProps) {
  const t = useText()
  const [search] = useSearchParams()
  const given = words.flatMap((name) => {
    const word = search.get(name)
    return word ? [[name, word] as const] : []
  })
  const { data, error, refetch } = useCall(insight.ofSurvey, {
    params: { surveyId: survey.id },
    query: { ...filter, ...Object.fromEntries(given) },
  })
  return (
    <section className="insight" aria-labelledby="insight-title" aria-busy={!data}>
      <h2 id="insight-title">{t('insight.heading')}</h2>
      <InsightFilter />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ScreenSkeleton />}
      {data && (
        <>
          <p className="insight-basis">
            {t('insight.basis', { total: data.data.total })}
            {data.data.hidden > 0 && ` ${t('insight.hidden', { count: data.data.hidden })}`}
          </p>
          {data.data.total > 0 && <Charts survey={survey} insight={data.data} filter={filter} />}
        </>
      )}
    </section>
  )
}

interface ChartsProps extends InsightPanelProps {
  insight: Insight
}

function Charts({ survey, insight, filter }: ChartsProps) {
  const t = useText()
  const answered = insight.questions.filter((chart) => chart.answered > 0)
  const silent = insight.questions.filter((chart) => chart.answered === 0)
  return (
    <div className="insight-charts">
      <Panel className="insight-chart">
        <h3>{t('surveys.perDay')}</h3>
        <DayChart
          days={barsOfDays(insight.days)}
          title={t('surveys.perDay')}
          counted={t('surveys.field.responseCount')}
          none={t('surveys.perDayNone')}
        />
      </Panel>
      <Panel className="insight-chart">
        <h3>{t('insight.bySource')}</h3>
        <BarTable
          caption={t('insight.bySource')}
          rows={insight.sources.map(({ source, n }) => ({ label: t(`responses.source.${source}`), n }))}
          of={insight.total}
        />
      </Panel>
      <OriginPanels surveyId={survey.id} insight={insight} words={words} filter={filter} />
      {answered.map((chart) => (
        <QuestionPanel key={chart.questionId} chart={chart} />
      ))}
      {silent.length > 0 && (
        <Panel className="insight-chart">
          <h3>{t('insight.silent', { count: silent.length })}</h3>
          <p>{silent.map(({ text }) => plainIn(text, currentLocale())).join(' · ')}</p>
        </Panel>
      )}
    </div>
  )
}

function InsightFilter() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const to = (status: string | undefined) => ({ search: withWords(search, { status }).toString() })
  return (
    <div className="insight-filter">
      <LinkTabs
        label={t('responses.field.status')}
        open={search.get('status') ?? 'all'}
        tabs={[
          { key: 'all', to: to(undefined), text: t('responses.all') },
          ...responseStatuses.map((status) => ({ key: status, to: to(status), text: t(`responses.status.${status}`) })),
        ]}
      />
      {(['from', 'to'] as const).map((name) => (
        <FieldBox key={name} label={t(`responses.field.${name}`)}>
          <TextInput
            type="date"
            value={search.get(name) ?? ''}
            onChange={({ target }) =>
              setSearch(withWords(search, { [name]: target.value || undefined }), { replace: true })
            }
          />
        </FieldBox>
      ))}
    </div>
  )
}
