/** The numbers of all charts: values are counted as they are kept, and words made of those that differ. */
import { type RawBuilder, sql } from 'kysely'
import { stepsOf } from '#domain/answers/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { found } from '../../db/table-store.ts'
import type { Reading } from './forms.ts'
import { numbered, type Value, valueOf } from './layout.ts'
import { scalesOf, type Spread, spreadsOf } from './spread.ts'
import { wordsOf } from './text-words.ts'

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
const flaggedBy = ['site', 'collector']

/** Of a question with very many different words. */
const mostWords = 10_000
/** Cells of the grid along each side of the box around all places of a question. */
const gridCells = 24
const mostPlaces = 200

const isWord = ({ as }: Value) => as === 'WORD' || as === 'WORDS'

/** Of a wide survey: each question that is counted takes room of its own while a statement runs. */
const mostTogether = 24

/** Of responses: where they come from, and what is answered, in the order of the questions. */
export async function measure(
  reading: Reading,
  questions: readonly MergedQuestion[],
): Promise<{ total: number; origins: Record<Origin, Map<string | null, Tally>>; charts: Measured[] }> {
  const tallies = await tally(
    reading,
    Object.entries(origins).map(([name, value]) => ({ name, value, areFlagged: flaggedBy.includes(name) })),
  )
  const of = (name: Origin) => [name, new Map(tallies.get(name)?.map((each) => [each.word, each as Tally]))]
  const ofOrigins = Object.fromEntries((Object.keys(origins) as Origin[]).map(of)) as Record<
    Origin,
    Map<string | null, Tally>
  >
  // Each response has one source.
  const total = tallies.get('source')?.reduce((sum, { n }) => sum + n, 0) ?? 0
  const charts: Measured[] = []
  for (let at = 0; at < questions.length; at += mostTogether)
    charts.push(...(await chartsOf(reading, questions.slice(at, at + mostTogether), total)))
  return { total, origins: ofOrigins, charts }
}

async function chartsOf(reading: Reading, questions: readonly MergedQuestion[], total: number): Promise<Measured[]> {
  const all = questions.map((each, place) => ({ ...valueOf(each), place, steps: stepsOf(each.question.type) }))
  const asNumbers = all.filter(({ as }) => as === 'NUMBER' || as === 'DAY')
  const scales = await scalesOf(
    reading,
    asNumbers.map((each) => ({ x: numbered(each), steps: each.steps })),
  )
  const numbers = scales.flatMap((scale, at) => ({ place: 0, ...asNumbers[at], ...scale }))
  const words = all.filter(isWord)
  const others = all.filter((each) => !words.includes(each) && !asNumbers.includes(each))
  const counts = await countsOf(reading, others)
  const tallies = await tally(
    reading,
    words.map(({ place, value, wordOf }) => ({ name: String(place), value, wordOf })),
  )
  const spreads = await spreadsOf(reading, numbers)
  const charts: Measured[] = []
  for (const each of all) {
    const { as, place, value } = each
    const tallied = tallies.get(String(place)) ?? []
    const blank = tallied.find(({ word }) => word === null)?.n ?? 0
    const number = numbers.find((own) => own.place === place)
    const answered = isWord(each) ? total - blank : (number?.answered ?? counts[place] ?? 0)
    const areShown = as === 'TEXT' && answered > 0 && !questions[place]?.personal
    const words = areShown ? await wordsOf(reading, value) : tallied.filter(hasWord)
    const places = as === 'PLACE' && answered > 0 ? await gridOf(reading, value) : []
    charts.push({ answered, words, spread: spreads.get(place), places })
  }
  return charts
}

/** How many responses have a value of each, by its place. */
async function countsOf({ engine, forms }: Reading, all: readonly (Value & { place: number })[]) {
  if (all.length === 0) return {}
  const counts = all.map(({ place, value }) => sql`count(${value}) as ${sql.ref(String(place))}`)
  return found({ rows: await engine.rows<Record<number, number>>(sql`select ${sql.join(counts)} from ${forms}`) })
}

type AnyWord = Omit<Tally, 'word'> & { word: string | null }

function hasWord(tallied: AnyWord): tallied is Tally {
  return tallied.word !== null
}

/** What is tallied, under its name. */
interface Tallied extends Pick<Value, 'value'> {
  name: string
  /** Makes words of the value, once for many that are the same. */
  wordOf?: Value['wordOf'] | undefined
  /** Whether those with open flags are counted too. */
  areFlagged?: boolean
}

/** The words of each, the most frequent first; null is one of them. */
async function tally({ engine, forms }: Reading, all: readonly Tallied[]): Promise<Map<string, AnyWord[]>> {
  if (all.length === 0) return new Map()
  const each = all.map(({ name, value, wordOf = (word) => sql`${word}::text`, areFlagged }) => {
    const flagged = areFlagged ? sql`count(*) filter (where len(flags) > 0)` : sql`0`
    const read = sql`select ${value} as value, count(*) as n, ${flagged} as flagged from ${forms} group by 1`
    return sql`(
      select ${sql.lit(name)} as name, word, sum(n) as n, sum(flagged) as flagged
      from (select ${wordOf(sql`value`)} as word, n, flagged from (${read}) values) words
      group by word order by word is null desc, n desc, word limit ${sql.lit(mostWords)})`
  })
  const rows = await engine.rows<AnyWord & { name: string }>(sql`
    from (${sql.join(each, sql` union all `)}) tallied order by n desc, word`)
  return Map.groupBy(rows, (row) => row.name)
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
