/** The chart of one question, as its kind asks for, and the chart as a picture. */
import { DownloadOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { QuestionChart } from '#contract/insight.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { loadArea } from '../../../i18n/messages.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Bar, BarTable } from '../../../charts/BarTable.tsx'
import { Chart } from '../../../charts/Chart.tsx'
import type { Figure } from '../../../charts/figure.ts'

const ChartMap = lazyComponent(async () => {
  const [module] = await Promise.all([import('../../../charts/ChartMap.tsx'), loadArea('reference')])
  return module.ChartMap
})

export function QuestionPanel({ chart }: { chart: QuestionChart }) {
  const t = useText()
  const format = useFormat()
  const { code, kind, answered, spread, places } = chart
  const title = plainIn(chart.text, currentLocale())
  const rows = useBars(chart)
  const day = (days: number) => format.utcDay(dayOf(days))
  const value = kind === 'DAYS' ? day : (number: number) => format.number(Math.round(number * 100) / 100)

  const figure: Figure = {
    title,
    named: t('chart.answer'),
    names: rows.map(({ label }) => label),
    series: [{ name: t('chart.count'), values: rows.map(({ n }) => n) }],
    look: spread ? 'columns' : 'bars',
  }

  async function save() {
    const { saveFigure } = await import('../../../charts/save-figure.ts')
    await saveFigure(figure, { name: code, note: t('insight.answered', { count: answered }), format })
  }

  return (
    <Panel className="insight-chart">
      <h3 title={code}>{title}</h3>
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
      {spread && <Chart figure={figure} />}
      {kind === 'CHOICES' && <BarTable caption={title} rows={rows} of={answered} />}
      {rows.length > 0 && (
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

function useBars({ type, kind, choices, bins }: QuestionChart): Bar[] {
  const t = useText()
  const format = useFormat()
  switch (kind) {
    case 'CHOICES':
      return choices.map(({ code, text, n }) => ({ label: text ? plainIn(text, currentLocale()) : wordOf(code), n }))
    case 'NUMBERS':
    case 'DAYS':
      return bins.map(({ from, to, n }) => ({ label: from === to ? end(from) : `${end(from)} – ${end(to)}`, n }))
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
