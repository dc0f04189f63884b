import type { FigureView } from '#contract/reports.ts'
import { Chart } from '../../../charts/Chart.tsx'
import { useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { FigureActions } from './FigureActions.tsx'
import { useFigures } from './use-figures.ts'
import type { InsightFilter } from './use-insight-filter.ts'
import type { Pins } from './use-pins.ts'

interface FigureBoxProps {
  surveyId: number
  view: FigureView
  /** The filter in the words of the page. */
  words: Readonly<Record<string, string>>
  filter: InsightFilter
  pins?: ReturnType<Pins>
  /** On paper: in the colours of the light theme. */
  isPrinted?: boolean
}

/** A view of insight, as it is now. */
export function FigureBox({ surveyId, view, words, filter, pins, isPrinted }: FigureBoxProps) {
  const t = useText()
  const { figures, total, error, refetch } = useFigures(surveyId, view, words, filter)
  const note = t('insight.basis', { total })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!figures) return <div className="skeleton insight-wait" />
  return (
    <div className="insight-figure">
      <div className="insight-note">
        {note}
        <FigureActions
          figure={figures.chart}
          table={figures.table}
          name={view.rows}
          note={note}
          {...(pins && { pins })}
        />
      </div>
      <Chart figure={figures.chart} table={figures.table} look={view.look} isPrinted={isPrinted ?? false} />
    </div>
  )
}
