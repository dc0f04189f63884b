/** All answers to a survey in charts. The URL's words narrow them: status, days of submission. */
import { useSearchParams } from 'react-router'
import { type Insight, insight, type QuestionChart } from '#contract/insight.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { barsOfDays } from '#domain/answers/insight.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { DayChart } from '../../charts/DayChart.tsx'
import './overview/overview.css'
import { type Bar, BarTable } from '../../charts/BarTable.tsx'
import '../../form/form.css'
import { DownloadOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import { plainIn } from '#domain/answers/label-text.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { loadArea } from '../../i18n/messages.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Button } from '../../ui/Button.tsx'

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
            {t('insight.basis', { charted: data.data.charted, total: data.data.total })}
            {data.data.hidden > 0 && ` ${t('insight.hidden', { count: data.data.hidden })}`}
          </p>
          {data.data.charted > 0 && <Charts survey={survey} insight={data.data} filter={filter} />}
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
          of={insight.charted}
        />
      </Panel>
      <OriginPanels surveyId={survey.id} insight={insight} words={words} filter={filter} />
      {insight.questions.map((chart) => (
        <QuestionPanel key={chart.questionId} chart={chart} />
      ))}
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
        <div key={name} className="field">
          <label htmlFor={`insight-${name}`}>{t(`responses.field.${name}`)}</label>
          <TextInput
            id={`insight-${name}`}
            type="date"
            value={search.get(name) ?? ''}
            onChange={({ target }) =>
              setSearch(withWords(search, { [name]: target.value || undefined }), { replace: true })
            }
          />
        </div>
      ))}
    </div>
  )
}

interface OriginPanelsProps {
  surveyId: number
  insight: Insight
  /** The words of the filter that the list of responses takes too. */
  words: readonly string[]
  filter: Readonly<Record<string, string>>
}

function OriginPanels({ surveyId, insight, words, filter }: OriginPanelsProps) {
  const { sites, collectors, charted } = insight
  const t = useText()
  const [search] = useSearchParams()
  const flagged = (count: number) => (count === 0 ? '' : t('insight.flagged', { count }))
  const listOf = (collector: string | null) => {
    const given = words.flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? '']] : []))
    const asked = [
      ['surveyId', String(surveyId)],
      ['collector', collector === null ? '~' : `=${collector}`],
    ]
    return `/response?${new URLSearchParams([...asked, ...Object.entries(filter), ...given]).toString()}`
  }
  return (
    <>
      {sites.some(({ site }) => site !== null) && (
        <Panel className="insight-chart">
          <h3>{t('insight.bySite')}</h3>
          <BarTable
            caption={t('insight.bySite')}
            noted={t('responses.field.flags')}
            rows={sites.map(({ site, n, ...each }) => ({
              key: String(site?.id),
              label: site?.title ?? t('insight.noSite'),
              n,
              note: flagged(each.flagged),
            }))}
            of={charted}
          />
        </Panel>
      )}
      <Panel className="insight-chart">
        <h3>{t('insight.byCollector')}</h3>
        <BarTable
          caption={t('insight.byCollector')}
          noted={t('responses.field.flags')}
          rows={collectors.map(({ collector, n, ...each }) => ({
            label: collector ?? t('insight.noCollector'),
            n,
            note: flagged(each.flagged),
            to: listOf(collector),
          }))}
          of={charted}
        />
      </Panel>
    </>
  )
}

const ChartMap = lazyComponent(async () => {
  const [module] = await Promise.all([import('../../charts/ChartMap.tsx'), loadArea('reference')])
  return module.ChartMap
})

function QuestionPanel({ chart }: { chart: QuestionChart }) {
  const t = useText()
  const format = useFormat()
  const { code, kind, answered, spread, places } = chart
  const title = plainIn(chart.text, currentLocale())
  const rows = useBars(chart)
  const day = (days: number) => format.utcDay(dayOf(days))
  const value = kind === 'DAYS' ? day : (number: number) => format.number(Math.round(number * 100) / 100)

  async function save() {
    const { saveChart } = await import('./insight/save-chart.ts')
    await saveChart({ title, name: code, note: t('insight.answered', { count: answered }), bars: rows })
  }

  return (
    <Panel className="insight-chart">
      <h3>
        {title} <code className="answer-code">{code}</code>
      </h3>
      <p>
        {t('insight.answered', { count: answered })}
        {chart.type === 'RANK' && ` · ${t('insight.first')}`}
      </p>
      {spread && (
        <p>
          {t(kind === 'DAYS' ? 'insight.spreadOfDays' : 'insight.spread', {
            low: value(spread.low),
            median: value(spread.median),
            mean: value(spread.mean),
            high: value(spread.high),
          })}
        </p>
      )}
      {kind === 'PLACES' && places.length > 0 && (
        <Suspense>
          <ChartMap label={title} places={places} />
        </Suspense>
      )}
      {kind !== 'COUNT' && answered > 0 && <BarTable caption={title} rows={rows} of={answered} />}
      {rows.length > 0 && answered > 0 && (
        <div>
          <Button
            size="small"
            icon={<DownloadOutlined />}
            aria-label={`${t('insight.png')}: ${title}`}
            onClick={() => void save()}
          >
            {t('insight.png')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** A few rows of places are enough, as the map shows all. */
const listedPlaces = 5

function useBars({ type, kind, choices, bins, places }: QuestionChart): Bar[] {
  const t = useText()
  const format = useFormat()
  switch (kind) {
    case 'CHOICES':
      return choices.map(({ code, text, n }) => ({ label: text ? plainIn(text, currentLocale()) : wordOf(code), n }))
    case 'NUMBERS':
    case 'DAYS':
      return bins.map(({ from, to, n }) => ({ label: from === to ? end(from) : `${end(from)} – ${end(to)}`, n }))
    case 'PLACES':
      return places.slice(0, listedPlaces).map(({ latitude, longitude, n }) => ({
        label: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
        n,
      }))
    case 'COUNT':
      return []
  }

  function wordOf(code: string): string {
    if (type !== 'YES_NO') return code
    return code === 'yes' ? t('list.yes') : t('list.no')
  }

  function end(value: number): string {
    return kind === 'DAYS' ? format.utcDay(dayOf(value)) : format.number(Math.round(value * 100) / 100)
  }
}

function dayOf(days: number): string {
  return new Date(Math.floor(days) * 86_400_000).toISOString().slice(0, 10)
}
