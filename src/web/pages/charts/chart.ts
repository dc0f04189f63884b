/** What a chart of the gallery is: its name and group, its data, and how it is drawn. Types alone. */
import type { EChartsOption } from 'echarts'
import type { MessageId } from '../../i18n/messages.ts'
import type { Format, Text } from '../../i18n/text.ts'
import type { Palette } from '#domain/palette.ts'

/** The seed's words for them, which are parts of their addresses. */
export const groups = ['ECharts', 'Recharts', 'highCharts'] as const
type Group = (typeof groups)[number]

/** Each has a text that says what it shows. */
export type ChartName = NamedBy<MessageId>
type NamedBy<Id> = Id extends `charts.shows.${infer Name}` ? Name : never

export interface Row {
  /** What rules go by, where the label is a word of a language. */
  key?: string
  label: string
  /** What it belongs to. */
  of?: string
  /** In the order of the columns. */
  values: readonly number[]
}

export type SourceName =
  | 'days'
  | 'gallery'
  | 'payments'
  | 'pulse'
  | 'questions'
  | 'sites'
  | 'statuses'
  | 'surveys'
  | 'weeks'

/** Whatever a drawing needs. */
export interface ChartInput {
  rows: readonly Row[]
  /** Headings of the values. */
  series: readonly string[]
  title: string
  palette: Palette
  /** For series, in this order. */
  colours: readonly string[]
  t: Text
  format: Format
  choice: Choice | undefined
  look?: Look | undefined
  /** Ticks of the clock, of a chart that lives. */
  tick: number
  narrow: boolean
  /** The user wants no motion. */
  still: boolean
}

type Choice = 'area' | 'bar' | 'line' | 'pie' | 'scatter' | 'week' | 'month' | 'whole' | 'full' | 'half' | 'phone'

/** How one of several small drawings of a chart differs from the others. */
export type Look = 'simple' | 'stacked' | 'percent' | 'cardinal' | 'mixed' | 'shape' | 'vertical' | 'dashed' | 'dots'

export interface Chart {
  name: ChartName
  group: Group
  data: SourceName
  /** The user chooses one of these; the first is chosen at the beginning. */
  choices?: readonly Choice[]
  /** Beyond drawing: a new point each second, a loading mask, what is pressed is said, a press opens a chart. */
  does?: 'live' | 'mask' | 'say' | 'open'
  /** It has small drawings, one for each. */
  looks?: readonly Look[]
  draw: (given: ChartInput) => EChartsOption
}
