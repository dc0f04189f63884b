/** How numbers spread. Those that are the same are counted first, so that few are put in order. */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps } from '#domain/answers/insight.ts'
import type { Reading } from './forms.ts'
import { charted, stepOf } from './layout.ts'

/** The numbers of one question. */
export interface Numbers {
  place: number
  as: 'NUMBER' | 'DAY'
  /** On `form`. */
  value: RawBuilder<unknown>
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

/** By the place of the question, where it has a number. */
export async function spreadsOf({ engine, forms }: Reading, all: readonly Numbers[]): Promise<Map<number, Spread>> {
  if (all.length === 0) return new Map()
  const each = all.map(({ place, as, value }) => {
    const x = as === 'DAY' ? sql`(value - date '1970-01-01')::double` : charted(sql`value`)
    return sql`select ${sql.lit(place)} as place, ${x} as x, n
      from (select ${value} as value, count(*)::double as n from ${forms} group by 1) values`
  })
  await engine.run(sql`
    create temp table counted as from (${sql.join(each, sql` union all `)}) where x is not null`)
  const found = await engine.rows<Omit<Spread, 'width' | 'bins'> & { place: number }>(sql`
    select place, min(x) as low, max(x) as high, sum(x * n) / sum(n) as mean,
      [${sql.join([0.25, 0.5, 0.75].map(quantile))}] as quartiles
    from ${ranked(sql`counted`)} group by 1`)
  const grids = found.flatMap(({ place, ...spread }) => {
    const steps = all.find((numbers) => numbers.place === place)?.steps
    return steps ? [{ place, ...spread, width: binWidth(spread.low, spread.high, steps) }] : []
  })
  const bins = grids.map(({ place, low, width }) => {
    const bin = stepOf(sql`x`, { low, step: width, last: mostBins - 1 })
    return sql`select ${sql.lit(place)} as place, ${bin} as bin, n from counted where place = ${sql.lit(place)}`
  })
  if (bins.length === 0) return new Map()
  const binned = await engine.rows<{ place: number; bin: number; n: number }>(sql`
    select place, bin, sum(n) as n from (${sql.join(bins, sql` union all `)}) binned group by 1, 2`)
  const binsOf = Map.groupBy(binned, ({ place }) => place)
  return new Map(
    grids.map(({ place, ...spread }) => {
      const own = binsOf.get(place) ?? []
      return [place, { ...spread, bins: new Map(own.map(({ bin, n }) => [bin, n])) }]
    }),
  )
}

/**
 * Of `numbers`, a table with `place`, `x` and `n`, how often it is there: an item of FROM that knows how many of its place are
 * `before` each in the order, and the rank of the `last`.
 */
export function ranked(numbers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select *, sum(n) over (partition by place order by x rows unbounded preceding) - n as before
    from ${numbers} join (select place, sum(n) - 1 as last from ${numbers} group by 1) ranks using (place)) ranked`
}

/** Over `ranked`. Between two numbers it is as near to each as it is in the order. */
export function quantile(part: number): RawBuilder<unknown> {
  const rank = sql`(last * ${sql.lit(part)})`
  const below = at(sql`floor${rank}`)
  return sql`${below} + (${at(sql`ceil${rank}`)} - ${below}) * (max(last) * ${sql.lit(part)} % 1)`
}

function at(rank: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`max(x) filter (where before <= ${rank})`
}
