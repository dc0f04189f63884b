/** A figure as a drawing in the colours of the theme, and as a table for readers of no drawings. */
import { Suspense, useMemo } from 'react'
import { useFormat, useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Table } from '../ui/Table.tsx'
import { paletteOf, useTheme } from '../ui/theme.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import { type Figure, heightOf, optionOf, valueText } from './figure.ts'
import './charts.css'

const EChart = lazyComponent(async () => (await import('./EChart.tsx')).EChart)

interface ChartProps {
  figure: Figure
  /** Says more than the drawing. */
  table?: Figure
  look?: 'chart' | 'table'
  /** On white, whatever the theme. */
  isPrinted?: boolean
}

export function Chart({ figure, table = figure, look = 'chart', isPrinted = false }: ChartProps) {
  const t = useText()
  const format = useFormat()
  const theme = useTheme()
  const narrow = useMedia(phone)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const palette = paletteOf(isPrinted ? 'light' : theme)
  const option = useMemo(() => optionOf(figure, { palette, format, narrow }), [figure, palette, format, narrow])
  const height = heightOf(figure, narrow)
  if (look === 'table') return <FigureTable figure={table} />
  return (
    <div className="chart">
      <Suspense fallback={<div className="skeleton" style={{ height }} />}>
        <EChart {...{ option, palette, height }} still={still || isPrinted} label={figure.title} />
      </Suspense>
      <details>
        <summary>{t('chart.table')}</summary>
        <FigureTable figure={table} />
      </details>
    </div>
  )
}

function FigureTable({ figure }: { figure: Figure }) {
  const { title, named, names, series } = figure
  const write = valueText(figure, useFormat())
  const heads = [{ words: named }, ...series.map(({ name }) => ({ words: name, className: 'table-end' }))]
  return (
    <Table className="figure-frame" heads={heads} label={title} caption={title}>
      {names.map((name, row) => (
        <tr key={row}>
          <th scope="row">{name}</th>
          {series.map(({ values }, at) => (
            <td key={at} className="table-end">
              {write(values[row])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
