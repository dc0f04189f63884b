/** A crossing as a chart and as a table. Pure. */
import { readWord } from '#contract/filters.ts'
import type { Cross, Group } from '#contract/insight.ts'
import type { FigureView } from '#contract/reports.ts'
import { daysAfter, daysFrom } from '#domain/text/calendar.ts'
import type { Figure } from '../../../charts/figure.ts'
import type { Text } from '../../../i18n/text.ts'
import type { Names } from './names.ts'

/** More groups have no room in a chart; the table has all. */
const mostDrawn = 40

export interface CrossFigures {
  chart: Figure
  table: Figure
}

export function figuresOf(
  cross: Cross,
  { rows, by, of = 'columns' }: FigureView,
  { axisName, groupName, viewName }: Names,
  t: Text,
): CrossFigures {
  const groups = cross.columns.map((group) => (by === undefined ? t('chart.count') : groupName(by, group)))
  const answers = cross.rows.map((group) => groupName(rows, group))
  const title = viewName({ rows, by })
  if (by !== undefined && cross.stats) return meansOf(cross.stats, { title, named: axisName(by), names: groups }, t)
  if (by === undefined) {
    const series = [{ name: t('chart.count'), values: cross.counts.map(([n = 0]) => n) }]
    const look = cross.stats ? ('columns' as const) : ('bars' as const)
    const figure = { title, named: t('chart.answer'), names: answers, series, look }
    return { chart: { ...figure, ...cut(figure) }, table: figure }
  }
  const share = (n: number, all: number) => (of === 'counts' ? n : all === 0 ? 0 : (100 * n) / all)
  const cell = (r: number, c: number) => {
    const n = cross.counts[r]?.[c] ?? 0
    return share(n, (of === 'rows' ? cross.rows[r]?.n : cross.columns[c]?.n) ?? 0)
  }
  const isPercent = of !== 'counts'
  // Shares of the rows lie along the rows: what adds up to a whole is one bar.
  const [names, parts, at] =
    of === 'rows'
      ? [answers, groups, (name: number, part: number) => cell(name, part)]
      : [groups, answers, (name: number, part: number) => cell(part, name)]
  const series = parts.map((name, part) => ({ name, values: names.map((_, place) => at(place, part)) }))
  const isWhole = names.every((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0) < 100.5)
  const look = isPercent && !isWhole ? ('bars' as const) : ('stacked' as const)
  const chart = { title, named: axisName(of === 'rows' ? rows : by), names, series, look, isPercent }
  const all = (n: number) => share(n, of === 'counts' ? 1 : cross.weight)
  const table = {
    ...chart,
    named: axisName(by),
    names: [...groups, t('insight.all')],
    series: [
      ...answers.map((name, r) => ({
        name,
        values: [...groups.map((_, c) => cell(r, c)), all(cross.rows[r]?.n ?? 0)],
      })),
      ...(of === 'counts'
        ? [{ name: t('insight.all'), values: [...cross.columns.map(({ n }) => n), cross.weight] }]
        : []),
    ],
  }
  return { chart: { ...chart, ...cut(chart) }, table }
}

/** Means and medians of numbers by group. */
function meansOf(
  { all, columns }: NonNullable<Cross['stats']>,
  about: Pick<Figure, 'title' | 'named' | 'names'>,
  t: Text,
): CrossFigures {
  const given = [...columns, all]
  const seriesOf = (keys: readonly (keyof NonNullable<typeof all>)[], stats: typeof columns) =>
    keys.map((key) => ({ name: t(`insight.stat.${key}`), values: stats.map((each) => each?.[key] ?? null) }))
  const chart: Figure = { ...about, series: seriesOf(['mean', 'median'], columns), look: 'bars' }
  const table: Figure = {
    ...about,
    names: [...about.names, t('insight.all')],
    series: seriesOf(['n', 'mean', 'median', 'low', 'high'], given),
    look: 'bars',
  }
  return { chart: { ...chart, ...cut(chart) }, table }
}

function cut({ names, series }: Figure): Pick<Figure, 'names' | 'series'> {
  return {
    names: names.slice(0, mostDrawn),
    series: series.map((each) => ({ ...each, values: each.values.slice(0, mostDrawn) })),
  }
}

/** The days right before those of the filter, as many; undefined where the filter has no first day. */
export function periodOf(words: Readonly<Record<string, string>>, today: string) {
  const word = words['submittedAt'] ?? `${words['from'] ?? ''}..${words['to'] ?? ''}`
  const asked = readWord({ kind: 'day' }, word)
  if (asked.for !== 'between' || !asked.from) return undefined
  const [first, last] = [asked.from, asked.to ?? today]
  const [from, to] = [daysAfter(first, -1 - daysFrom(first, last)), daysAfter(first, -1)]
  return from === undefined || to === undefined ? undefined : { now: [first, last], before: [from, to] }
}

/** The answers of two periods beside each other. */
export function mergedPeriods(now: Cross, before: Cross, names: readonly [string, string]): Cross {
  const counts = new Map(before.rows.map((row) => [keyOf(row), row.n]))
  const known = new Set(now.rows.map(keyOf))
  const rows = [...now.rows, ...before.rows.filter((row) => !known.has(keyOf(row))).map((row) => ({ ...row, n: 0 }))]
  return {
    total: now.total + before.total,
    weight: now.weight + before.weight,
    rows: rows.map((row) => ({ ...row, n: row.n + (counts.get(keyOf(row)) ?? 0) })),
    columns: [column(now.weight, names[0]), column(before.weight, names[1])],
    counts: rows.map((row) => [row.n, counts.get(keyOf(row)) ?? 0]),
    stats: now.stats && { all: now.stats.all, columns: [now.stats.all, before.stats?.all ?? null] },
  }
}

function keyOf({ kind, key }: Group): string {
  return `${kind} ${key}`
}

function column(n: number, name: string): Group {
  return { kind: 'VALUE', key: null, text: null, bin: null, name, n }
}
