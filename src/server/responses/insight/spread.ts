/** How numbers spread: bars, and quartiles that are exact however many there are. Only few of them are ever put in order. */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps } from '#domain/answers/insight.ts'
import type { Reading } from './forms.ts'

/** The numbers of one question: what they are, and what is known of all. */
export interface Numbers {
  place: number
  x: RawBuilder<unknown>
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
  const grids = all.map((each) => {
    const width = binWidth(each.low, each.high, each.steps)
    const parts = each.steps === 'WHOLE' ? Math.min(width, mostParts) : mostParts
    return {
      ...each,
      width,
      parts,
      step: width / parts,
      bucketOf: (x: RawBuilder<unknown>) => bucketOf(x, each.low, width / parts),
    }
  })
  const counted = Map.groupBy(await bucketsOf(reading, grids), ({ place }) => place)
  const spreads = new Map<number, Spread>()
  for (const { place, x, steps, n, low, high, mean, width, parts, step, bucketOf: numberOf } of grids) {
    const own = counted.get(place) ?? []
    const bins = new Map<number, number>()
    for (const { number, n: some } of own) {
      const bin = Math.floor(number / parts)
      bins.set(bin, (bins.get(bin) ?? 0) + some)
    }
    const buckets = own.map(({ number, n: some }): Bucket => {
      const first = low + number * step
      return {
        n: some,
        low: first,
        high: first + step,
        isOne: steps === 'WHOLE' && step === 1,
        where: sql`${numberOf(sql`x`)} = ${number}::int`,
      }
    })
    spreads.set(place, { low, high, mean, quartiles: await quartilesOf(reading, { x, n, buckets }), width, bins })
  }
  return spreads
}

/** The number of the bucket from 0: the last one has the highest number too. */
function bucketOf(x: RawBuilder<unknown>, low: number, step: number): RawBuilder<unknown> {
  return sql`least(${mostParts * mostBins - 1}::int, floor((${x} - ${low}::double) / ${step}::double)::int)`
}

const nameOf = ({ place }: { place: number }) => sql.ref(`b${place}`)

/** Of each question, in their order. */
async function bucketsOf(
  { engine, forms }: Reading,
  all: readonly { place: number; x: RawBuilder<unknown>; bucketOf: (x: RawBuilder<unknown>) => RawBuilder<unknown> }[],
): Promise<{ place: number; number: number; n: number }[]> {
  if (all.length === 0) return []
  return engine.rows(sql`
    select case ${sql.join(
      all.map((each) => sql`when grouping(${nameOf(each)}) = 0 then ${sql.lit(each.place)}`),
      sql` `,
    )} end as place,
      coalesce(${sql.join([sql`null`, ...all.map(nameOf)])}) as number, count(*) as n
    from (select ${sql.join(all.map((each) => sql`${each.bucketOf(each.x)} as ${nameOf(each)}`))} from ${forms}) numbers
    group by grouping sets (${sql.join(all.map((each) => sql`(${nameOf(each)})`))}) having number is not null order by 1, 2`)
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
    const number = bucketOf(sql`x`, low, (high - low) / (mostParts * mostBins))
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
