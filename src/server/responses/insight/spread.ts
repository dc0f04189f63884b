/** How numbers spread: bars, and quartiles that are exact however many there are. Only few of them are ever put in order. */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps } from '#domain/answers/insight.ts'
import type { Reading } from './forms.ts'
import { stepOf } from './layout.ts'

/** The numbers of one question: what they are, and what is known of all. */
export interface Numbers {
  place: number
  /** On `form`, and the number that such a value is. */
  value: RawBuilder<unknown>
  numberOf: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  steps: Steps
  n: number
  low: number
  high: number
  mean: number
}

export interface Spread extends Pick<Numbers, 'low' | 'high' | 'mean'> {
  quartiles: number[]
  width: number
  /** How many are in each bin, by its place from 0. */
  bins: ReadonlyMap<number, number>
}

/** Numbers beside each other in the order. */
interface Bucket {
  n: number
  low: number
  high: number
  /** All of them are the same. */
  isOne: boolean
  where: RawBuilder<unknown>
}

/** Buckets of one bin. */
const mostParts = 340

/** By the place of the question. */
export async function spreadsOf(reading: Reading, all: readonly Numbers[]): Promise<Map<number, Spread>> {
  const grids = all.map((each): Grid => {
    const width = binWidth(each.low, each.high, each.steps)
    const parts = each.steps === 'WHOLE' ? Math.min(width, mostParts) : mostParts
    return { ...each, width, parts, step: width / parts, isExact: each.steps === 'WHOLE' && width === parts }
  })
  const counted = Map.groupBy(await bucketsOf(reading, grids), ({ place }) => place)
  const spreads = new Map<number, Spread>()
  for (const grid of grids) {
    const { place, value, numberOf, n, low, high, mean, width, parts, step, isExact } = grid
    const own = counted.get(place) ?? []
    const bins = new Map<number, number>()
    for (const { number, n: some } of own) {
      const bin = Math.floor(number / parts)
      bins.set(bin, (bins.get(bin) ?? 0) + some)
    }
    const buckets = own.map(({ number, n: some }): Bucket => {
      const from = low + number * step
      const where = sql`${bucketOf(sql`x`, grid)} = ${number}::int`
      return { n: some, low: from, high: from + step, isOne: isExact, where }
    })
    const quartiles = await quartilesOf(reading, { x: numberOf(value), n, buckets })
    spreads.set(place, { low, high, mean, quartiles, width, bins })
  }
  return spreads
}

interface Grid extends Numbers {
  width: number
  /** Buckets of a bin. */
  parts: number
  /** The width of a bucket. */
  step: number
  /** Each bucket is one number. */
  isExact: boolean
}

/** The number of the bucket from 0: the last one has the highest number too. */
function bucketOf(x: RawBuilder<unknown>, { low, step }: Pick<Grid, 'low' | 'step'>): RawBuilder<unknown> {
  return stepOf(x, { low, step, last: mostParts * mostBins - 1 })
}

const nameOf = ({ place }: Grid) => sql.ref(`b${place}`)

/** Of each question, in their order. Numbers of which each has a bucket are grouped as they are. */
async function bucketsOf(
  { engine, forms }: Reading,
  all: readonly Grid[],
): Promise<{ place: number; number: number; n: number }[]> {
  if (all.length === 0) return []
  const places = all.map((each) => sql`when grouping(${nameOf(each)}) = 0 then ${sql.lit(each.place)}`)
  const grouped = ({ isExact, value, numberOf, ...grid }: Grid) => (isExact ? value : bucketOf(numberOf(value), grid))
  const read = all.map((each) => sql`${grouped(each)} as ${nameOf(each)}`)
  const numbers = all.map((each) => (each.isExact ? bucketOf(each.numberOf(nameOf(each)), each) : nameOf(each)))
  return engine.rows(sql`
    from (
      select case ${sql.join(places, sql` `)} end as place, coalesce(${sql.join([sql`null`, ...numbers])}) as number, count(*) as n
      from (select ${sql.join(read)} from ${forms}) numbers
      group by grouping sets (${sql.join(all.map((each) => sql`(${nameOf(each)})`))})
    ) buckets
    where number is not null order by 1, 2`)
}

/** A quartile between two numbers is as near to each as it is in the order. */
async function quartilesOf(
  { engine, forms }: Reading,
  { x, n, buckets }: { x: RawBuilder<unknown>; n: number; buckets: readonly Bucket[] },
): Promise<number[]> {
  const opened = new Map<Bucket, Bucket[]>()
  const quartiles: number[] = []
  for (const part of [0.25, 0.5, 0.75]) {
    const rank = (n - 1) * part
    const below = await numberAt(buckets, Math.floor(rank))
    const above = await numberAt(buckets, Math.ceil(rank))
    quartiles.push(below + (above - below) * (rank - Math.floor(rank)))
  }
  return quartiles

  /** The number of this rank, from 0. */
  async function numberAt(within: readonly Bucket[], rank: number): Promise<number> {
    let before = 0
    for (const bucket of within) {
      if (rank < before + bucket.n) {
        if (bucket.isOne) return bucket.low
        const inner = opened.get(bucket) ?? (await open(bucket))
        opened.set(bucket, inner)
        return numberAt(inner, rank - before)
      }
      before += bucket.n
    }
    throw new Error('There are fewer numbers than were counted')
  }

  async function open({ low, high, where }: Bucket): Promise<Bucket[]> {
    const number = bucketOf(sql`x`, { low, step: (high - low) / (mostParts * mostBins) })
    const rows = await engine.rows<Pick<Bucket, 'n' | 'low' | 'high'>>(sql`
      select count(*) as n, min(x) as low, max(x) as high from (select ${x} as x from ${forms}) numbers where ${where}
      group by greatest(0, ${number}) order by low`)
    return rows.map((each) => ({
      ...each,
      isOne: each.low === each.high,
      where: sql`x between ${each.low}::double and ${each.high}::double`,
    }))
  }
}
