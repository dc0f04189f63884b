/**
 * The numbers of all charts. One reading of the columns tallies the values of every question, however many responses there are;
 * all else is counted from the tallies.
 */
import { type RawBuilder, sql } from 'kysely'
import { binWidth, mostBins, type Steps, stepsOf } from '#domain/answers/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import type { Engine } from './engine.ts'
import type { Forms } from './forms.ts'
import { charted, type Value, valueOf } from './layout.ts'

interface Word {
  word: string
  n: number
}

interface Spread {
  low: number
  high: number
  mean: number
  quartiles: [number, number, number]
  width: number
}

/** What the chart of one question is drawn of. */
export interface Measured {
  answered: number
  /** The most frequent first. */
  words: Word[]
  spread: Spread | undefined
  /** By the place of the bin, from 0. */
  bins: ReadonlyMap<number, number>
  places: { latitude: number; longitude: number; n: number }[]
}

/** A question, by its place among all. */
interface Tallied extends Value {
  place: number
  steps: Steps
}

/** Of a question with very many different words. */
const mostWords = 1000
/** Cells of the grid along each side of the box around all places of a question. */
const gridCells = 24
const mostPlaces = 200
/** The engine tells so many questions of one reading apart. */
const atOnce = 40

/** In the order of the questions; `total` responses. */
export async function measure(
  engine: Engine,
  forms: Forms,
  { questions, total }: { questions: readonly MergedQuestion[]; total: number },
): Promise<Measured[]> {
  const all = questions.map((each, place): Tallied => ({ ...valueOf(each), place, steps: stepsOf(each.question.type) }))
  await engine.run(sql`create temp table tally (place int, word text, x double, n bigint)`)
  for (let first = 0; first < all.length; first += atOnce)
    await engine.run(tallied(all.slice(first, first + atOnce), forms))
  const blanks = await byPlace<{ n: number }>(
    engine,
    sql`
    select place, sum(n)::bigint as n from tally where word is null and x is null group by 1`,
  )
  const words = await byPlace<Word>(
    engine,
    sql`
    select place, word, n from tally where word is not null
    qualify row_number() over (partition by place order by n desc, word) <= ${mostWords}::int order by place, n desc, word`,
  )
  const spreads = new Map(
    (await engine.rows<Omit<Spread, 'width'> & { place: number }>(spreading)).map(({ place, ...each }) => [
      place,
      { ...each, width: binWidth(each.low, each.high, all[place]?.steps ?? 'ANY') },
    ]),
  )
  const bins = await byPlace<{ bin: number; n: number }>(
    engine,
    binning([...spreads].map(([place, { low, width }]) => ({ place, low, width }))),
  )
  const measured: Measured[] = []
  for (const { as, place, value } of all)
    measured.push({
      answered: total - (blanks.get(place)?.[0]?.n ?? 0),
      words: as === 'WORDS' ? await engine.rows(eachOf(value, forms)) : as === 'WORD' ? (words.get(place) ?? []) : [],
      spread: spreads.get(place),
      bins: new Map(bins.get(place)?.map(({ bin, n }) => [bin, n])),
      places: as === 'PLACE' ? await engine.rows(gridOf(value, forms)) : [],
    })
  return measured
}

async function byPlace<Row>(engine: Engine, query: RawBuilder<unknown>): Promise<Map<number, Row[]>> {
  return Map.groupBy(
    await engine.rows<Row & { place: number }>(query as RawBuilder<Row & { place: number }>),
    ({ place }) => place,
  )
}

const name = (place: number) => sql.ref(`v${place}`)

/** The values of these questions, and how often each is there; null is one of them. */
function tallied(all: readonly Tallied[], forms: Forms): RawBuilder<unknown> {
  const read = all.map(({ as, place, value }) => sql`${readAs(as, value)} as ${name(place)}`)
  const isNumber = ({ as }: Tallied) => as === 'NUMBER' || as === 'DAY'
  const firstOf = (some: readonly Tallied[]) =>
    sql`coalesce(${sql.join([sql`null`, ...some.map(({ place }) => name(place))])})`
  const [counted, worded] = [all.filter(isNumber), all.filter((each) => !isNumber(each))]
  return sql`insert into tally
    select case ${sql.join(
      all.map(({ place }) => sql`when grouping(${name(place)}) = 0 then ${sql.lit(place)}`),
      sql` `,
    )} end,
      ${firstOf(worded)}, ${firstOf(counted)}, count(*)
    from (select ${sql.join(read)} from ${forms}) answers
    group by grouping sets (${sql.join(all.map(({ place }) => sql`(${name(place)})`))})`
}

function readAs(as: Value['as'], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (as === 'NUMBER' || as === 'WORD') return value
  return as === 'DAY'
    ? sql`(${value} - date '1970-01-01')::double`
    : sql`case when ${value} is not null then 'answered' end`
}

const numbers = sql`select * from tally where ${charted(sql`x`)} is not null`

/** Quartiles between two values are as near to each as they are in the order. */
const spreading = sql<Omit<Spread, 'width'> & { place: number }>`
  with charted as (${numbers}),
  ends as (
    select place, min(x) as low, max(x) as high, sum(x * n) / sum(n) as mean, sum(n) - 1 as last from charted group by 1
  ),
  reached as (select place, x, sum(n) over (partition by place order by x) as upto from charted),
  quartile as (
    select ends.place, part, last * part as rank, min(x) filter (where upto > floor(last * part)) as x,
      min(x) filter (where upto > ceil(last * part)) as next
    from ends join reached using (place), unnest([0.25, 0.5, 0.75]) as parts(part) group by 1, 2, 3
  )
  select place, low, high, mean, list(x + (next - x) * (rank - floor(rank)) order by part) as quartiles
  from ends join quartile using (place) group by 1, 2, 3, 4`

function binning(spreads: readonly { place: number; low: number; width: number }[]): RawBuilder<unknown> {
  return sql`
    with charted as (${numbers}),
    spread as (
      select each.* from (select unnest(from_json(${JSON.stringify(spreads)}::json, '[{"place":"INT","low":"DOUBLE","width":"DOUBLE"}]')) as each)
    )
    select place, least(${sql.lit(mostBins - 1)}, floor((x - low) / width))::int as bin, sum(n)::bigint as n
    from charted join spread using (place) group by 1, 2`
}

function eachOf(value: RawBuilder<unknown>, forms: Forms): RawBuilder<Word> {
  return sql`
    select word, count(*) as n from (select unnest(${value}) as word from ${forms}) words
    group by 1 order by n desc, word limit ${sql.lit(mostWords)}`
}

function gridOf(
  value: RawBuilder<unknown>,
  forms: Forms,
): RawBuilder<{ latitude: number; longitude: number; n: number }> {
  return sql`
    with place as (
      select p.latitude, p.longitude from (select ${value} as p from ${forms}) where p.latitude is not null and p.longitude is not null
    ),
    box as (
      select greatest(max(latitude) - min(latitude), max(longitude) - min(longitude), 0.001) / ${sql.lit(gridCells)} as side from place
    )
    select round(avg(latitude), 6) as latitude, round(avg(longitude), 6) as longitude, count(*) as n from place, box
    group by floor(latitude / side), floor(longitude / side) order by n desc limit ${sql.lit(mostPlaces)}`
}
