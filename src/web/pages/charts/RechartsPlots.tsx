/** The five charts of Recharts: small drawings, each of a kind and a look. */
import { type ReactElement, useEffect, useRef } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Pictures } from '../../charts/EChart.tsx'
import type { ChartInput, Plot } from './chart.ts'
import { shortNames } from './options/common.ts'
import { canvasOf } from '../../charts/picture.ts'

interface PlotsProps {
  plots: readonly Plot[]
  given: ChartInput
  onDrawn: (pictures: Pictures) => void
}

export function RechartsPlots({ plots, given, onDrawn }: PlotsProps) {
  const element = useRef<HTMLDivElement>(null)
  const { surface } = given.palette
  useEffect(() => {
    onDrawn(() =>
      Promise.all(
        [...(element.current?.querySelectorAll('svg.recharts-surface[role]') ?? [])].map((svg) =>
          canvasOf(svg, surface),
        ),
      ),
    )
  }, [onDrawn, surface])
  return (
    <div ref={element} className="chart-plots" data-width={given.choice}>
      {plots.map((plot) => (
        <figure key={plot.look}>
          {plots.length > 1 && <figcaption>{given.t(`charts.look.${plot.look}`)}</figcaption>}
          <ResponsiveContainer width="100%" height={plots.length > 1 ? 240 : 380}>
            {plotOf(plot, given)}
          </ResponsiveContainer>
        </figure>
      ))}
    </div>
  )
}

function plotOf({ kind, look }: Plot, given: ChartInput): ReactElement {
  const { series, palette, still, rows, title } = given
  const names = shortNames(given)
  const data = rows.map(({ values }, at) => ({ name: names[at] ?? '', ...Object.fromEntries(values.entries()) }))
  const shown = look === 'simple' || look === 'shape' ? series.slice(0, 1) : series
  const upright = look !== 'vertical'
  const frame = { data, title, margin: { top: 8, right: 12, bottom: 0, left: upright ? -12 : 12 } }
  const around = [
    <CartesianGrid key="grid" stroke={palette.line} vertical={!upright} horizontal={upright} />,
    <XAxis key="x" stroke={palette.muted} fontSize={12} {...(upright ? { dataKey: 'name' } : { type: 'number' })} />,
    <YAxis
      key="y"
      stroke={palette.muted}
      fontSize={12}
      allowDecimals={false}
      {...(upright ? {} : { type: 'category', dataKey: 'name' })}
      {...(look === 'percent'
        ? { domain: [0, 1], tickFormatter: (n: number) => given.t('charts.percent', { percent: Math.round(n * 100) }) }
        : {})}
    />,
    <Tooltip
      key="tooltip"
      isAnimationActive={!still}
      contentStyle={{ background: palette.surface, borderColor: palette.controlLine }}
      labelStyle={{ color: palette.text }}
    />,
    <Legend key="legend" />,
  ]
  const marks = shown.map((name, at) => markOf({ kind, look }, given, { name, at }))
  const Drawing = look === 'mixed' ? ComposedChart : drawings[kind]
  return (
    <Drawing
      {...frame}
      stackOffset={look === 'percent' ? 'expand' : 'none'}
      layout={upright ? 'horizontal' : 'vertical'}
    >
      {around}
      {marks}
    </Drawing>
  )
}

const drawings = { area: AreaChart, bar: BarChart, line: LineChart }

function markOf({ kind, look }: Plot, given: ChartInput, { name, at }: { name: string; at: number }): ReactElement {
  const color = given.colours[at] ?? given.palette.accent
  const about = { name, dataKey: String(at), isAnimationActive: !given.still }
  const isStacked = look === 'stacked' || look === 'percent'
  const line = { ...about, stroke: color, strokeWidth: 2 }
  if (kind === 'area')
    return (
      <Area
        key={name}
        {...line}
        type={look === 'cardinal' ? 'natural' : 'monotone'}
        fill={color}
        fillOpacity={0.3}
        {...(isStacked ? { stackId: 'all' } : {})}
      />
    )
  if (kind === 'bar' && !(look === 'mixed' && at > 0))
    return (
      <Bar
        key={name}
        {...about}
        fill={color}
        {...(isStacked ? { stackId: 'all' } : {})}
        {...(look === 'shape' ? { shape: Peak } : {})}
      />
    )
  const dots = look === 'dots' ? { dot: { r: 6, strokeWidth: 3, fill: given.palette.surface } } : {}
  return <Line key={name} {...line} {...dots} {...(look === 'dashed' ? { strokeDasharray: '6 4' } : {})} />
}

/** A bar of its own shape: a peak with hollow sides. */
function Peak({ x, y, width, height, fill }: BarShapeProps) {
  const foot = y + height
  const middle = x + width / 2
  const path = `M${x},${foot} C${x + width / 3},${foot} ${middle},${y + height / 3} ${middle},${y} C${middle},${y + height / 3} ${x + (2 * width) / 3},${foot} ${x + width},${foot} Z`
  return <path d={path} fill={fill} />
}
