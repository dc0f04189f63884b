/** All answers to a survey in charts, under the words of the list of responses, and two of them crossed. */
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { type Insight, insight } from '#contract/insight.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { barsOfDays } from '#domain/answers/insight.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { DayChart } from '../../charts/DayChart.tsx'
import './overview/overview.css'
import { BarTable } from '../../charts/BarTable.tsx'
import { CrossPanel, crossOf } from './insight/CrossPanel.tsx'
import { OriginPanels } from './insight/OriginPanels.tsx'
import { QuestionPanel } from './insight/QuestionPanel.tsx'
import { type InsightFilter, useInsightFilter } from './insight/use-insight-filter.ts'
import { type Pins, usePins } from './insight/use-pins.ts'
import { ChosenFilters, FilterTool } from '../../list/ListTools.tsx'

const UnitMap = lazyComponent(async () => (await import('./insight/UnitMap.tsx')).UnitMap, 'reference')
const noPlaces: Insight['questions'][number]['places'] = []

interface InsightPanelProps {
  survey: SurveyDetail
  /** Words of the filter that are always there. */
  fixed: Readonly<Record<string, string>>
}

export function InsightPanel({ survey, fixed }: InsightPanelProps) {
  const t = useText()
  const [search] = useSearchParams()
  const filter = useInsightFilter(survey.id, fixed)
  const pins = usePins(survey)
  const view = crossOf(search)
  const { data, error, refetch } = useCall(
    insight.ofSurvey,
    { params: { surveyId: survey.id }, query: filter.asQuery(filter.view.state.filters) },
    { keepPrevious: true },
  )
  return (
    <section className="insight" aria-labelledby="insight-title" aria-busy={!data}>
      <h2 id="insight-title">{t('insight.heading')}</h2>
      <div className="insight-tools">
        <FilterTool view={filter.view} opensAtOnce={false} />
        <ChosenFilters view={filter.view} />
      </div>
      {view && <CrossPanel key={view.rows} {...{ view, filter, pins }} surveyId={survey.id} />}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ScreenSkeleton />}
      {data && (
        <>
          <p className="insight-basis">
            {t('insight.basis', { total: data.data.total })}
            {data.data.hidden > 0 && ` ${t('insight.hidden', { count: data.data.hidden })}`}
          </p>
          {data.data.total > 0 && <Charts {...{ survey, filter, pins, fixed }} insight={data.data} />}
        </>
      )}
    </section>
  )
}

interface ChartsProps extends InsightPanelProps {
  insight: Insight
  filter: InsightFilter
  pins: Pins
}

function Charts({ survey, insight, filter, pins, fixed }: ChartsProps) {
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
      <OriginPanels surveyId={survey.id} insight={insight} words={{ ...filter.view.state.filters, ...fixed }} />
      <Suspense>
        <UnitMap
          surveyId={survey.id}
          filter={filter}
          places={answered.find(({ kind }) => kind === 'PLACES')?.places ?? noPlaces}
        />
      </Suspense>
      {answered.map((chart) => (
        <QuestionPanel key={chart.questionId} {...{ chart, filter, pins }} />
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
