/** How numbers spread: counted in cells first, so that one by one only those are read where a quantile is. */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps } from '#domain/answers/insight.ts'
import { found } from '../../db/table-store.ts'
import type { Reading } from './forms.ts'

type Sql = RawBuilder<unknown>

/** Numbers to count: `x` on `form`. */
export interface Counted {
  x: Sql
  steps: Steps
}

/** What there is of the numbers of one question. */
export interface Scale extends Counted {
  /** The lowest and the highest; null where there is none. */
  low: number | null
  high: number | null
  /** How much one bar takes. */
  width: number
  /** Those that were answered, also where they are beyond all charts. */
  answered: number
  /** Whether they are too different from each other to be counted value by value. */
  isAny: boolean
}

const together = (parts: readonly Sql[]) => sql`(${sql.join(parts, sql` union all `)})`

/** Rows that tell whether numbers repeat, and how many values they have if they do. */
const [someRows, fewValues] = [20_000, 2000]

/** Numbers that repeat are counted value by value to find their ends. */
export async function scalesOf(reading: Reading, numbers: readonly Counted[]): Promise<Scale[]> {
  if (numbers.length === 0) return []
  const { engine, forms } = reading
  const some = numbers.map(({ x }, at) => sql`${x} as ${sql.ref(`x${at}`)}`)
  const values = numbers.map((_, at) => sql`count(distinct ${sql.ref(`x${at}`)})`)
  const { counts } = found({
    rows: await engine.rows<{ counts: number[] }>(sql`
      select [${sql.join(values)}] as counts from (select ${sql.join(some)} from ${forms} limit ${sql.lit(someRows)}) rows`),
  })
  const all = numbers.map((each, at) => ({ ...each, isAny: (counts[at] ?? 0) > fewValues }))
  const ends = all.map(
    (each, at) => sql`select ${sql.lit(at)}::int as place, min(x) as low, max(x) as high,
      ${each.isAny ? sql`count(x)` : sql`sum(n) filter (where x is not null)`} as answered from ${counted(reading, each)}`,
  )
  const rows = await engine.rows<Pick<Scale, 'low' | 'high'> & { answered: number | null }>(sql`
    from ${together(ends)} ends order by place`)
  const scales = all.map((each, at): Scale => {
    const { low = null, high = null, answered } = rows[at] ?? {}
    return { ...each, low, high, width: binWidth(low ?? 0, high ?? 0, each.steps), answered: answered ?? 0 }
  })
  if (scales.every(isDrawn)) return scales
  const drawn = await scalesOf(
    reading,
    scales.map((scale) => (isDrawn(scale) ? scale : { ...scale, x: charted(scale.x) })),
  )
  return drawn.map((scale, at) => ({ ...scale, answered: scales[at]?.answered ?? 0 }))
}

/** Numbers `x` and how often each is there, `n`: all one by one where they do not repeat. */
function counted({ forms }: Reading, { x, isAny }: Pick<Scale, 'x' | 'isAny'>): Sql {
  return isAny
    ? sql`(select ${x} as x, 1::double as n from ${forms}) numbers`
    : sql`(select ${x} as x, count(*)::double as n from ${forms} group by 1) numbers`
}

/** Without a number there is nothing to read. */
export async function scaleOf(reading: Reading, number: Counted | undefined): Promise<Scale> {
  const [scale] = number ? await scalesOf(reading, [number]) : []
  return scale ?? { x: sql`null::double`, steps: 'ANY', low: null, high: null, width: 1, answered: 0, isAny: false }
}

/** Of others the sums and the widths of bars are beyond all numbers. */
function isDrawn({ low, high }: Scale): boolean {
  const most = Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0))
  return most === 0 || (most >= 1e-100 && most <= 1e100)
}

function charted(x: Sql): Sql {
  return sql`case when ${x} = 0 or abs(${x}) between 1e-100 and 1e100 then ${x} end`
}

/** The place of `x` among the bars of its chart, from 0. Null for none. */
export function binOf({ low, width }: Scale, x: Sql): Sql {
  return bounded(sql`floor((${x} - ${low ?? 0}::double) / ${width}::double)`)
}

function bounded(bin: Sql): Sql {
  return sql`if(${bin} >= ${sql.lit(mostBins)}, ${sql.lit(mostBins - 1)}, ${bin}::int)`
}

const [mostCells, beforeNext] = [256, 1024]

/**
 * The cell of `x`, up as numbers are: itself where numbers repeat, or its bar and its cell among all numbers: of these, small
 * numbers have more than large ones, which are few.
 */
export function cellOf({ low, high, width, isAny }: Scale): Sql {
  if (!isAny) return sql`x`
  const above = sql`(x - ${low ?? 0}::double)`
  const side = Math.sqrt(Math.sqrt((high ?? 0) - (low ?? 0))) || 1
  return sql`floor(${above} / ${width}::double) * ${sql.lit(beforeNext)} + floor(sqrt(sqrt(${above})) * ${mostCells / side}::double)`
}

/** The bar of all numbers of a `cell`. */
export function binOfCell(scale: Scale): Sql {
  return scale.isAny ? bounded(sql`floor(cell / ${sql.lit(beforeNext)})`) : binOf(scale, sql`cell`)
}

/** The one number of a `cell`; null where they differ. */
export function numberIn({ isAny }: Scale): Sql {
  return isAny ? sql`null::double` : sql`cell`
}

/** Whether numbers of a `cell` are read one by one to find quantiles, those of one place or of any. */
export function isRead(place?: number): Sql {
  return sql`cell in (select cell from ranked where is_read ${place === undefined ? sql`` : sql`and place = ${sql.lit(place)}`})`
}

/**
 * By place, of the table `cells` (`place`, `cell`, its only number `x`, its count `n`). `numbers`: those that are read (`isRead`)
 * where cells have several, an item of FROM with `place`, `cell`, `x` and its count `n`. Between two numbers a quantile is as
 * near to each as it is in the order.
 */
export async function quantilesOf(
  { engine }: Pick<Reading, 'engine'>,
  parts: readonly number[],
  numbers: Sql | undefined,
): Promise<Map<number, number[]>> {
  const ranks = parts.flatMap((part) => [sql`floor(last * ${sql.lit(part)})`, sql`ceil(last * ${sql.lit(part)})`])
  const holds = ranks.map((rank) => sql`${rank} >= before and ${rank} < before + n`)
  await engine.run(sql`
    create or replace temp table ranked as select *, x is null and (${sql.join(holds, sql` or `)}) as is_read from (
      select *, sum(n) over (partition by place order by cell rows unbounded preceding) - n as before,
        sum(n) over (partition by place) - 1 as last
      from (select place, cell, x, sum(n) as n from cells group by 1, 2, 3) cells) cells`)
  const read = sql`
    union all select place, numbers.x,
      before + sum(numbers.n) over (partition by place, cell order by numbers.x rows unbounded preceding) - numbers.n, last
    from ${numbers} numbers join ranked using (place, cell) where is_read`
  const at = ranks.map((rank) => sql`max(x) filter (where before <= ${rank})`)
  const rows = await engine.rows<{ place: number; last: number; at: number[] }>(sql`
    select place, max(last) as last, [${sql.join(at)}] as at from (
      select place, x, before, last from ranked where x is not null ${numbers ? read : sql``}) numbers
    group by 1`)
  const quantile = ({ last, at }: (typeof rows)[number], part: number, index: number) => {
    const [below = 0, above = 0] = at.slice(2 * index)
    return below + (above - below) * ((last * part) % 1)
  }
  return new Map(rows.map((row) => [row.place, parts.map((part, index) => quantile(row, part, index))]))
}

/** The numbers of one question. */
export interface Numbers extends Scale {
  place: number
}

export interface Spread {
  low: number
  high: number
  mean: number
  quartiles: number[]
  width: number
  /** How many are in each bin, by its place from 0. */
  bins: ReadonlyMap<number, number>
}

/** By the place of the question, where it has a number. */
export async function spreadsOf(reading: Reading, all: readonly Numbers[]): Promise<Map<number, Spread>> {
  const asked = all.flatMap((numbers) => {
    const { low, high } = numbers
    return low === null || high === null ? [] : [{ ...numbers, low, high }]
  })
  if (asked.length === 0) return new Map()
  const placed = asked.map((numbers) => {
    const { place, isAny } = numbers
    const celled = sql`(select ${cellOf(numbers)} as cell, x, n from ${counted(reading, numbers)} where x is not null) celled`
    const own = sql`select ${sql.lit(place)}::int as place, cell`
    return {
      isAny,
      numbers: sql`${own}, x, sum(n) as n from ${celled} where ${isRead(place)} group by cell, x`,
      binned: sql`
        ${own}, ${numberIn(numbers)} as x, ${binOfCell(numbers)} as bin, n, sum
        from (select cell, sum(n) as n, sum(x * n) as sum from ${celled} group by cell) celled`,
    }
  })
  await reading.engine.run(
    sql`create or replace temp table cells as from ${together(placed.map(({ binned }) => binned))} binned`,
  )
  const bins = await reading.engine.rows<{ place: number; bin: number; n: number; sum: number }>(sql`
    select place, bin, sum(n) as n, sum(sum) as sum from cells group by 1, 2`)
  const various = placed.filter(({ isAny }) => isAny).map(({ numbers }) => numbers)
  const quartiles = await quantilesOf(reading, [0.25, 0.5, 0.75], various.length > 0 ? together(various) : undefined)
  return new Map(
    asked.map(({ place, low, high, width }) => {
      const own = bins.filter((bin) => bin.place === place)
      const total = (of: 'n' | 'sum') => own.reduce((sum, bin) => sum + bin[of], 0)
      const counts = new Map(own.map(({ bin, n }) => [bin, n]))
      const mean = total('sum') / total('n')
      return [place, { low, high, mean, quartiles: quartiles.get(place) ?? [], width, bins: counts }]
    }),
  )
}
