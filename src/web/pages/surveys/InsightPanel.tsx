/** All answers to a survey in charts, under the words of the list of responses, and two of them crossed. */
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerColumn } from '#contract/answer-filter.ts'
import type { Insight, QuestionChart } from '#contract/insight.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { barsOfDays } from '#domain/answers/insight.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { currentLocale } from '../../i18n/locale.ts'
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
import { useCharts } from './insight/use-figures.ts'
import { type InsightFilter, useInsightFilter } from './insight/use-insight-filter.ts'
import { type Pins, usePins } from './insight/use-pins.ts'
import { ChosenFilters, FilterTool } from '../../list/ListTools.tsx'

const UnitMap = lazyComponent(async () => (await import('./insight/UnitMap.tsx')).UnitMap, 'reference')

/** Questions whose charts are asked for at first, so that something is there soon, and then at once. */
const [atFirst, atOnce] = [4, 12]

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
  const [first = [], ...groups] = groupsOf(filter.questions)
  const { data, error, refetch, isPlaceholderData } = useCharts(survey.id, filter, first)
  const problem = filter.error ?? error
  return (
    <section className="insight" aria-labelledby="insight-title" aria-busy={!data}>
      <h2 id="insight-title">{t('insight.heading')}</h2>
      <div className="insight-tools">
        <FilterTool view={filter.view} opensAtOnce={false} />
        <ChosenFilters view={filter.view} />
      </div>
      {view && <CrossPanel key={view.rows} {...{ view, filter, pins }} surveyId={survey.id} />}
      {problem && <LoadProblem error={problem} onRetry={() => void refetch()} />}
      {!data && !problem && <ScreenSkeleton />}
      {data && (
        <>
          <p className="insight-basis">
            {t('insight.basis', { total: data.data.total })}
            {data.data.hidden > 0 && ` ${t('insight.hidden', { count: data.data.hidden })}`}
          </p>
          {data.data.total > 0 && (
            <div className="insight-charts">
              <Origins surveyId={survey.id} insight={data.data} filter={filter} />
              <Charts
                surveyId={survey.id}
                charts={data.data.questions}
                groups={groups}
                isDue={!isPlaceholderData}
                silent={[]}
                {...{ filter, pins }}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}

const isText = ({ type }: AnswerColumn) => traitsOf(type).chart === 'TEXTS'

/** Codes of questions whose charts are asked for together. Each text is alone and late: to count its words takes longest. */
function groupsOf(questions: readonly AnswerColumn[]): string[][] {
  const once = questions.filter(({ repeats }) => !repeats)
  const codes = once.filter((question) => !isText(question)).map(({ code }) => code)
  const groups = [codes.slice(0, atFirst)]
  for (let at = atFirst; at < codes.length; at += atOnce) groups.push(codes.slice(at, at + atOnce))
  return [...groups, ...once.filter(isText).map(({ code }) => [code])].filter((group) => group.length > 0)
}

interface OriginsProps {
  surveyId: number
  insight: Insight
  filter: InsightFilter
}

function Origins({ surveyId, insight, filter }: OriginsProps) {
  const t = useText()
  return (
    <>
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
      <OriginPanels {...{ insight, filter }} />
      <Suspense>
        <UnitMap {...{ surveyId, filter }} />
      </Suspense>
    </>
  )
}

interface ChartsProps {
  surveyId: number
  filter: InsightFilter
  pins: Pins
  /** Codes of the questions whose charts are not asked for yet. */
  groups: readonly string[][]
  /** Questions before them that have no answer. */
  silent: readonly QuestionChart[]
  isDue: boolean
}

/** Some charts, and then those of the other questions. */
function Charts({ charts, silent, ...about }: ChartsProps & { charts: readonly QuestionChart[] }) {
  const t = useText()
  const { filter, pins, groups } = about
  const unanswered = [...silent, ...charts.filter(({ answered }) => answered === 0)]
  return (
    <>
      {charts.map(
        (chart) => chart.answered > 0 && <QuestionPanel key={chart.questionId} {...{ chart, filter, pins }} />,
      )}
      {groups.length > 0 && <FurtherCharts {...about} silent={unanswered} />}
      {groups.length === 0 && unanswered.length > 0 && (
        <Panel className="insight-chart">
          <h3>{t('insight.silent', { count: unanswered.length })}</h3>
          <p>{unanswered.map(({ text }) => plainIn(text, currentLocale())).join(' · ')}</p>
        </Panel>
      )}
    </>
  )
}

/** Each call waits for the one before. */
function FurtherCharts({ isDue, ...about }: ChartsProps) {
  const { surveyId, filter, groups } = about
  const [group = [], ...later] = groups
  const { data, error, refetch, isPlaceholderData } = useCharts(surveyId, filter, group, isDue)
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton />
  return <Charts {...about} charts={data.data.questions} groups={later} isDue={isDue && !isPlaceholderData} />
}
