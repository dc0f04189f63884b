/** The chart of one question, as its kind asks for, and what it can be compared by. */
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { QuestionChart } from '#contract/insight.ts'
import { fewestAnswers } from '#domain/answers/text-words.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { withWords } from '../../../list/list-state.ts'
import { answerKey } from '../../../survey/answer-table.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Bar, BarTable } from '../../../charts/BarTable.tsx'
import { Chart } from '../../../charts/Chart.tsx'
import type { Figure } from '../../../charts/figure.ts'
import { FigureActions } from './FigureActions.tsx'
import { isCrossed, useNames } from './names.ts'
import type { InsightFilter } from './use-insight-filter.ts'
import type { Pins } from './use-pins.ts'

const ChartMap = lazyComponent(async () => (await import('../../../charts/ChartMap.tsx')).ChartMap, 'reference')

interface QuestionPanelProps {
  chart: QuestionChart
  filter: InsightFilter
  pins: Pins
}

export function QuestionPanel({ chart, filter, pins }: QuestionPanelProps) {
  const t = useText()
  const format = useFormat()
  const { code, kind, answered, spread, places } = chart
  const title = plainIn(chart.text, currentLocale())
  const column = filter.questions.find((question) => question.code === code)
  const isLinked = kind === 'TEXTS' && column?.indexed
  const bars = useBars(chart)
  const rows = isLinked ? bars.map((bar) => ({ ...bar, to: filter.listBy(answerKey(code), bar.label) })) : bars
  const { sides } = useNames(filter.questions)
  const [search, setSearch] = useSearchParams()
  const day = (days: number) => format.utcDay(dayOf(days))
  const value = kind === 'DAYS' ? day : (number: number) => format.number(Math.round(number * 100) / 100)

  const figure: Figure = {
    title,
    named: t('chart.answer'),
    names: rows.map(({ label }) => label),
    series: [{ name: t('chart.count'), values: rows.map(({ n }) => n) }],
    look: spread ? 'columns' : 'bars',
  }

  return (
    <Panel className="insight-chart">
      <header>
        <h3 title={code}>{title}</h3>
        {rows.length > 0 && (
          <FigureActions
            figure={figure}
            name={code}
            note={t('insight.answered', { count: answered })}
            pins={column && isCrossed(column) ? pins({ rows: code, look: 'chart' }, filter.view.state.filters) : []}
          />
        )}
      </header>
      <p>
        {t('insight.answered', { count: answered })}
        {chart.type === 'RANK' && ` · ${t('insight.first')}`}
        {kind === 'TEXTS' && ` · ${t('insight.words', { count: fewestAnswers })}`}
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
      {spread && <Chart figure={figure} />}
      {chart.type === 'RATING' && <Chart figure={scaleOf(figure, answered)} />}
      {(kind === 'TEXTS' || (kind === 'CHOICES' && chart.type !== 'RATING')) && (
        <BarTable caption={title} rows={rows} of={answered} />
      )}
      {column && isCrossed(column) ? (
        <NativeSelect
          className="insight-compare"
          aria-label={t('insight.compare', { title })}
          none={t('insight.compareBy')}
          value={undefined}
          options={sides((other) => other.code !== code)}
          onChange={(by) => by && setSearch(withWords(search, { rows: code, by }))}
        />
      ) : (
        <p className="blank">{t('insight.notCrossed')}</p>
      )}
    </Panel>
  )
}

function useBars({ type, kind, choices, bins }: QuestionChart): Bar[] {
  const t = useText()
  const format = useFormat()
  switch (kind) {
    case 'CHOICES':
      return choices.map(({ code, text, n }) => ({ label: text ? plainIn(text, currentLocale()) : wordOf(code), n }))
    case 'NUMBERS':
    case 'DAYS':
      return bins.map(({ from, to, n }) => ({ label: from === to ? end(from) : `${end(from)} – ${end(to)}`, n }))
    case 'TEXTS':
      return choices.map(({ code, n }) => ({ label: code, n }))
    case 'PLACES':
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

/** The steps of a scale lie in one bar, one after the other. */
function scaleOf(figure: Figure, answered: number): Figure {
  const [counts] = figure.series
  const series = figure.names.map((name, at) => ({ name, values: [(100 * (counts?.values[at] ?? 0)) / answered] }))
  return { ...figure, named: '', names: [''], series, look: 'stacked', isPercent: true, isScale: true }
}
