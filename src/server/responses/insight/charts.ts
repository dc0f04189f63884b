/** The numbers of all charts: one reading of the columns tallies all words, others measure numbers and places. */
import { type RawBuilder, sql } from 'kysely'
import { type Steps, stepsOf } from '#domain/answers/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import type { Reading } from './forms.ts'
import { charted, type Value, valueOf } from './layout.ts'
import { type Numbers, type Spread, spreadsOf } from './spread.ts'

/** A word, how many responses have it, and how many of these have open flags. */
export interface Tally {
  word: string
  n: number
  flagged: number
}

/** What the chart of one question is drawn of. */
export interface Measured {
  answered: number
  /** The most frequent first. */
  words: Pick<Tally, 'word' | 'n'>[]
  spread: Spread | undefined
  places: { latitude: number; longitude: number; n: number }[]
}

const origins = {
  day: sql`day`,
  source: sql`source`,
  site: sql`site_id`,
  collector: sql`collector_id`,
}
type Origin = keyof typeof origins

/** What is tallied, under its name. */
interface Tallied extends Pick<Value, 'value' | 'wordOf'> {
  name: string
}

/** Of a question with very many different words. */
const mostWords = 10_000
/** Cells of the grid along each side of the box around all places of a question. */
const gridCells = 24
const mostPlaces = 200
/** The engine tells so many questions of one reading apart. */
const atOnce = 40

interface Question extends Value {
  place: number
  name: string
  steps: Steps
}

/** Of responses: where they come from, and what is answered, in the order of the questions. */
export async function measure(
  reading: Reading,
  questions: readonly MergedQuestion[],
): Promise<{ total: number; origins: Record<Origin, Map<string | null, Tally>>; charts: Measured[] }> {
  const all = questions.map((each, place): Question => {
    return { ...valueOf(each), place, name: `v${place}`, steps: stepsOf(each.question.type) }
  })
  const tallied: Tallied[] = [
    ...Object.entries(origins).map(([name, value]) => ({ name, value })),
    ...all.map((each): Tallied => (each.as === 'WORD' ? each : { name: each.name, value: isThere(each.value) })),
  ]
  const tallies = await tally(reading, tallied)
  const of = (name: string) => new Map(tallies.get(name)?.map((each) => [each.word, each as Tally]))
  const total = [...of('source').values()].reduce((sum, { n }) => sum + n, 0)
  const spreads = await spreadsOf(reading, await measureNumbers(reading, all))
  const charts: Measured[] = []
  for (const { as, place, name, value } of all) {
    const words = of(name)
    const blank = words.get(null)?.n ?? 0
    charts.push({
      answered: total - blank,
      words:
        as === 'WORDS'
          ? await eachOf(reading, value)
          : as === 'WORD'
            ? [...words.values()].filter(({ word }) => word !== null)
            : [],
      spread: spreads.get(place),
      places: as === 'PLACE' && total > blank ? await gridOf(reading, value) : [],
    })
  }
  const ofOrigins = Object.fromEntries(Object.keys(origins).map((name) => [name, of(name)])) as Record<
    Origin,
    Map<string | null, Tally>
  >
  return { total, origins: ofOrigins, charts }
}

function isThere(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${value} is not null then 'answered' end`
}

type AnyWord = Omit<Tally, 'word'> & { word: string | null }

/** The words of each, the most frequent first; null is one of them. */
async function tally({ engine, forms }: Reading, all: readonly Tallied[]): Promise<Map<string, AnyWord[]>> {
  const tallies = new Map<string, AnyWord[]>()
  for (let first = 0; first < all.length; first += atOnce) {
    const some = all.slice(first, first + atOnce)
    const rows = await engine.rows<AnyWord & { name: string }>(tallyOf(some, forms))
    for (const [name, words] of Map.groupBy(rows, (row) => row.name)) tallies.set(name, words)
  }
  return tallies
}

function tallyOf(all: readonly Tallied[], forms: Reading['forms']): RawBuilder<AnyWord & { name: string }> {
  const refs = all.map(({ name }) => sql.ref(name))
  const names = all.map(({ name }) => sql`when grouping(${sql.ref(name)}) = 0 then ${sql.lit(name)}`)
  // Only as many texts are made as there are different values.
  const words = all.map(({ name, wordOf }) => (wordOf ? wordOf(sql.ref(name)) : sql`${sql.ref(name)}::text`))
  return sql`
    from (
      select case ${sql.join(names, sql` `)} end as name, coalesce(${sql.join([sql`null`, ...words])}) as word, count(*) as n,
        count(*) filter (where flagged) as flagged
      from (
        select ${sql.join(all.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))}, len(flags) > 0 as flagged from ${forms}
      ) answers
      group by grouping sets (${sql.join(refs.map((ref) => sql`(${ref})`))})
    ) tallied
    qualify row_number() over (partition by name order by word is null desc, n desc, word) <= ${sql.lit(mostWords)}
    order by n desc, word`
}

/** Those that are answered by a number that can be charted. */
async function measureNumbers({ engine, forms }: Reading, questions: readonly Question[]): Promise<Numbers[]> {
  const all = questions.flatMap(({ as, value, ...each }) => {
    if (as !== 'NUMBER' && as !== 'DAY') return []
    return [{ ...each, value, numberOf: as === 'DAY' ? daysOf : charted }]
  })
  if (all.length === 0) return []
  const read = all.map(({ name, value, numberOf }) => sql`${numberOf(value)} as ${sql.ref(name)}`)
  const ends = all.map(({ name }) => {
    const x = sql.ref(name)
    return sql`{n: count(${x}), low: min(${x}), high: max(${x}), mean: avg(${x})} as ${x}`
  })
  const [found] = await engine.rows<Record<string, Pick<Numbers, 'n' | 'low' | 'high' | 'mean'>>>(sql`
    select ${sql.join(ends)} from (select ${sql.join(read)} from ${forms}) numbers`)
  return all.flatMap(({ name, ...each }) => {
    const own = found?.[name]
    return own && own.n > 0 ? [{ ...each, ...own }] : []
  })
}

function daysOf(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${value} - date '1970-01-01')::double`
}

function eachOf({ engine, forms }: Reading, value: RawBuilder<unknown>): Promise<Pick<Tally, 'word' | 'n'>[]> {
  return engine.rows(sql`
    select word, count(*) as n from (select unnest(${value}) as word from ${forms}) words
    group by 1 order by n desc, word limit ${sql.lit(mostWords)}`)
}

function gridOf({ engine, forms }: Reading, value: RawBuilder<unknown>): Promise<Measured['places']> {
  return engine.rows(sql`
    with place as (
      select p.latitude, p.longitude from (select ${value} as p from ${forms}) where p.latitude is not null and p.longitude is not null
    ),
    box as (
      select greatest(max(latitude) - min(latitude), max(longitude) - min(longitude), 0.001) / ${sql.lit(gridCells)} as side from place
    )
    select round(avg(latitude), 6) as latitude, round(avg(longitude), 6) as longitude, count(*) as n from place, box
    group by floor(latitude / side), floor(longitude / side) order by n desc limit ${sql.lit(mostPlaces)}`)
}
