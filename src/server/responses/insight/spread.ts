/** How numbers spread: counted in cells first, so that one by one only those are read where a quantile is. */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps } from '#domain/answers/insight.ts'
import { found } from '../../db/table-store.ts'
import type { Reading } from './forms.ts'
import { stepOf } from './layout.ts'

type Sql = RawBuilder<unknown>

/** What there is of the numbers of one question. */
export interface Scale {
  /** On `form`. */
  x: Sql
  /** The lowest and the highest; null where there is none. */
  low: number | null
  high: number | null
  /** Those that were answered, also where they are beyond all charts. */
  answered: number
  /** Whether they are too different from each other to be counted value by value. */
  isAny: boolean
}

/** Rows that tell whether numbers repeat, and how many values they have if they do. */
const [someRows, fewValues] = [20_000, 2000]

/** Of numbers on `form`, from one reading of them all. */
export async function scalesOf(reading: Reading, numbers: readonly Sql[]): Promise<Scale[]> {
  if (numbers.length === 0) return []
  const { engine, forms } = reading
  const each = numbers.map((x) => sql`{low: min(${x}), high: max(${x}), answered: count(${x})}`)
  const some = numbers.map((x, at) => sql`${x} as ${sql.ref(`x${at}`)}`)
  const values = numbers.map((_, at) => sql`count(distinct ${sql.ref(`x${at}`)})`)
  const { ends, counts } = found({
    rows: await engine.rows<{ ends: Omit<Scale, 'x' | 'isAny'>[]; counts: number[] }>(sql`
      select [${sql.join(each)}] as ends, (
        select [${sql.join(values)}] from (select ${sql.join(some)} from ${forms} limit ${sql.lit(someRows)}) rows
      ) as counts from ${forms}`),
  })
  const scales = ends.map((end, at) => ({ ...end, x: numbers[at] ?? sql`null`, isAny: (counts[at] ?? 0) > fewValues }))
  if (scales.every(isDrawn)) return scales
  const drawn = await scalesOf(
    reading,
    scales.map((scale) => (isDrawn(scale) ? scale.x : charted(scale.x))),
  )
  return drawn.map((scale, at) => ({ ...scale, answered: scales[at]?.answered ?? 0 }))
}

/** Without a number there is nothing to read. */
export async function scaleOf(reading: Reading, number: Sql | undefined): Promise<Scale> {
  const [scale] = number ? await scalesOf(reading, [number]) : []
  return scale ?? { x: sql`null::double`, low: null, high: null, answered: 0, isAny: false }
}

/** Of others the sums and the widths of bars are beyond all numbers. */
function isDrawn({ low, high }: Scale): boolean {
  const most = Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0))
  return most === 0 || (most >= 1e-100 && most <= 1e100)
}

function charted(x: Sql): Sql {
  return sql`case when ${x} = 0 or abs(${x}) between 1e-100 and 1e100 then ${x} end`
}

const mostCells = 256

/** The cell of `x`, up as numbers are: itself where numbers repeat. Small numbers have more cells than large ones, which are few. */
export function cellOf({ low, high, isAny }: Scale): Sql {
  if (!isAny) return sql`x`
  const side = Math.sqrt(Math.sqrt((high ?? 0) - (low ?? 0))) || 1
  return sql`floor(sqrt(sqrt(x - ${low ?? 0}::double)) * ${mostCells / side}::double)`
}

/**
 * By place, of the table `cells` (`place`, `cell`, its count `n`, `low` and `high`). `numbers` gives the numbers of some places,
 * an item of FROM with `place`, `cell` and `x`. Between two numbers a quantile is as near to each as it is in the order.
 */
export async function quantilesOf(
  { engine }: Pick<Reading, 'engine'>,
  parts: readonly number[],
  numbers: (places: readonly number[]) => Sql,
): Promise<Map<number, number[]>> {
  const ranks = parts.flatMap((part) => [sql`floor(last * ${sql.lit(part)})`, sql`ceil(last * ${sql.lit(part)})`])
  const holds = ranks.map((rank) => sql`${rank} >= before and ${rank} < before + n`)
  await engine.run(sql`
    create temp table ranked as select *, low < high and (${sql.join(holds, sql` or `)}) as is_read from (
      select *, sum(n) over (partition by place order by cell rows unbounded preceding) - n as before,
        sum(n) over (partition by place) - 1 as last
      from (select place, cell, sum(n) as n, min(low) as low, max(high) as high from cells group by 1, 2) cells) cells`)
  const unread = await engine.rows<{ place: number }>(sql`select distinct place from ranked where is_read`)
  const read = sql`
    union all select place, x, before + row_number() over (partition by place, cell order by x) - 1, last
    from ${numbers(unread.map(({ place }) => place))} numbers join ranked using (place, cell) where is_read`
  const at = ranks.map((rank) => sql`max(x) filter (where before <= ${rank})`)
  const rows = await engine.rows<{ place: number; last: number; at: number[] }>(sql`
    select place, max(last) as last, [${sql.join(at)}] as at from (
      select place, low as x, before, last from ranked where not is_read ${unread.length > 0 ? read : sql``}) numbers
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
  steps: Steps
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

const together = (parts: readonly Sql[]) => sql`(${sql.join(parts, sql` union all `)})`

/** By the place of the question, where it has a number. */
export async function spreadsOf({ engine, forms }: Reading, all: readonly Numbers[]): Promise<Map<number, Spread>> {
  const asked = all.flatMap((numbers) => {
    const { low, high, steps } = numbers
    return low === null || high === null ? [] : [{ ...numbers, low, high, width: binWidth(low, high, steps) }]
  })
  if (asked.length === 0) return new Map()
  const placed = asked.map((numbers) => {
    const { place, x, low, width, isAny } = numbers
    const own = sql`select ${sql.lit(place)}::int as place, ${cellOf(numbers)} as cell`
    const bin = stepOf(sql`x`, { low, step: width, last: mostBins - 1 })
    const [n, group] = isAny ? [sql`1::double`, sql``] : [sql`count(*)::double`, sql`group by 1`]
    const counted = sql`(select ${x} as x, ${n} as n from ${forms} ${group}) numbers where x is not null`
    return {
      place,
      numbers: sql`${own}, x from ${counted}`,
      binned: sql`
        ${own}, ${bin} as bin, sum(n) as n, sum(x * n) as sum, min(x) as low, max(x) as high
        from ${counted} group by cell, bin`,
    }
  })
  await engine.run(sql`create temp table cells as from ${together(placed.map(({ binned }) => binned))} binned`)
  const bins = await engine.rows<{ place: number; bin: number; n: number; sum: number }>(sql`
    select place, bin, sum(n) as n, sum(sum) as sum from cells group by 1, 2`)
  const quartiles = await quantilesOf({ engine }, [0.25, 0.5, 0.75], (places) =>
    together(placed.flatMap(({ place, numbers }) => (places.includes(place) ? [numbers] : []))),
  )
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
