/** Answers crossed: how many responses, or how much weight, is where two groups meet, and what numbers are by group. */
import { type RawBuilder, sql } from 'kysely'
import { type Cross, type CrossFact, type Group, insight, type Stats } from '#contract/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { problem } from '#domain/problems.ts'
import { found } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { withForms } from './forms.ts'
import { askedOf } from './insight.ts'
import { charted, numberOf, valueOf } from './layout.ts'
import { type Axis, type Making, type Side, sideOf, valueAt, whole } from './sides.ts'
import { quantile, ranked } from './spread.ts'

const cross = on(insight.cross, async ({ services, query: { rows, by, weight, level, ...words }, ...asking }) => {
  const asked = await askedOf(asking, words)
  const axes = readAxes(asked.questions, { rows, by, weight })
  const { db } = asking
  return withForms({ db, dataDir: services.settings.dataDir }, asked, async (reading) => {
    return crossed({ ...reading, db, level: level === undefined ? undefined : Number(level) }, axes)
  })
})

interface Axes {
  rows: Axis
  by: Axis | undefined
  weight: RawBuilder<unknown> | undefined
}

/** UNKNOWN_QUESTION for a code that the caller does not see, NOT_CROSSED and NOT_A_WEIGHT for a type that does not fit. */
function readAxes(
  questions: readonly MergedQuestion[],
  words: { rows: string; by: string | undefined; weight: string | undefined },
): Axes {
  const errors: ReturnType<typeof problem>[] = []
  const known = (path: keyof typeof words) => {
    const code = words[path]
    if (code === undefined) return undefined
    const question = questions.find((each) => each.question.code === code)
    if (!question) errors.push(problem(path, 'UNKNOWN_QUESTION'))
    return question
  }
  const axis = (path: 'rows' | 'by'): Axis | undefined => {
    const fact = /^@(.*)/.exec(words[path] ?? '')?.[1]
    if (fact !== undefined) return { fact: fact as CrossFact }
    const question = known(path)
    if (question && ['PLACE', 'ANSWERED'].includes(valueOf(question).as)) errors.push(problem(path, 'NOT_CROSSED'))
    return question && { question }
  }
  const [rows, by, weigher] = [axis('rows'), axis('by'), known('weight')]
  const weight = weigher && numberOf(weigher)
  if (weigher && !weight) errors.push(problem('weight', 'NOT_A_WEIGHT'))
  if (errors.length > 0 || !rows) throw new AppError('VALIDATION_FAILED', { errors })
  return { rows, by, weight }
}

/** Answers that are the same are counted first: all else is read of `met`, which has each pair of them once. */
async function crossed(making: Making, { rows, by, weight }: Axes): Promise<Cross> {
  const { engine, forms } = making
  const number = 'question' in rows ? numberOf(rows.question) : undefined
  await engine.run(sql`
    create temp table met as select ${valueAt(rows)} as r, ${by ? valueAt(by) : sql`'all'`} as c, ${number ?? sql`null`} as x,
      count(*)::double as n, sum(${weight ? sql`coalesce(${weight}, 0)` : sql`1::double`}) as w
    from ${forms} group by 1, 2, 3`)
  const row = await sideOf(making, rows, 'r')
  const column = by ? await sideOf(making, by, 'c') : whole
  const { total, all } = found({
    rows: await engine.rows<{ total: number; all: number }>(sql`
      select coalesce(sum(n), 0) as total, coalesce(sum(w), 0) as "all" from met`),
  })
  const groups = { rows: await groupsOf(making, row), columns: await groupsOf(making, column) }
  const places = sql`${placeOf(row, groups.rows)} as r, ${placeOf(column, groups.columns)} as c`
  const cells = await engine.rows<{ r: number; c: number; w: number }>(sql`
    select r, c, sum(w) as w from (
      select ${places}, w from (select r, ${eachOf(column)}, w from (select ${eachOf(row)}, c, w from met) met) met
    ) cells group by 1, 2`)
  const weights = new Map(cells.map(({ r, c, w }) => [`${r} ${c}`, w]))
  return {
    total,
    weight: all,
    rows: groups.rows.map(({ group }) => group),
    columns: groups.columns.map(({ group }) => group),
    counts: groups.rows.map((r) => groups.columns.map((c) => weights.get(`${r.place} ${c.place}`) ?? 0)),
    stats: number ? await statsOf(making, column, groups.columns) : null,
  }
}

/** A response with several keys is there for each. */
function eachOf({ name, isList }: Side): RawBuilder<unknown> {
  const value = sql.ref(name)
  return isList ? sql`unnest(coalesce(${value}, [null::text])) as ${value}` : value
}

function keyOf({ name, keyOf: make }: Side): RawBuilder<unknown> {
  return make ? make(sql.ref(name)) : sql.ref(name)
}

/** A group and its number in the engine: keys count from 1. */
interface Placed {
  place: number
  key: string | null
  group: Group
}

const [restPlace, blankPlace, allPlace] = [0, -1, -2]

function placeOf(side: Side, placed: readonly Placed[]): RawBuilder<unknown> {
  const keys = placed.flatMap((each) => each.key ?? [])
  return sql`coalesce(list_position(${keys}::text[], ${keyOf(side)}),
    case when ${keyOf(side)} is null then ${sql.lit(blankPlace)} else ${sql.lit(restPlace)} end)`
}

async function groupsOf({ engine }: Making, side: Side): Promise<Placed[]> {
  const most = await engine.rows<{ key: string | null; n: number; all: number }>(sql`
    select ${keyOf(side)} as key, sum(w) as n, sum(sum(w)) over () as "all" from (select ${eachOf(side)}, w from met) met
    group by 1 order by key is not null, n desc, key limit ${side.most + 2}::int`)
  const counts = new Map(most.map(({ key, n }) => [key, n]))
  const there = most.flatMap(({ key }) => key ?? [])
  const keys = listedKeys(side, there)
  const labels = await side.labels(keys)
  const unnamed = { key: null, text: null, name: null, bin: null }
  const listed = keys.map((key, at): Placed => ({
    place: at + 1,
    key,
    group: { ...unnamed, kind: 'VALUE', key, n: counts.get(key) ?? 0, ...labels(key) },
  }))
  const further = (kind: 'REST' | 'BLANK', place: number, n: number): Placed => ({
    place,
    key: null,
    group: { ...unnamed, kind, n },
  })
  const none = counts.get(null)
  const rest = listed.reduce((sum, { group }) => sum - group.n, (most[0]?.all ?? 0) - (none ?? 0))
  return [
    ...listed,
    ...(there.every((key) => keys.includes(key)) ? [] : [further('REST', restPlace, rest)]),
    ...(none === undefined ? [] : [further('BLANK', blankPlace, none)]),
  ]
}

/** Known ones first, then the most frequent, as many as are listed. */
function listedKeys({ known = [], most, sorted }: Side, found: readonly string[]): string[] {
  const first = known.length <= most ? known : known.filter((key) => found.slice(0, most).includes(key))
  const others = found.filter((key) => !first.includes(key)).slice(0, Math.max(0, most - first.length))
  return [...first, ...(sorted ? others.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })) : others)]
}

/** To put more different numbers in order takes longer than to read each as often as it is there. */
const mostRanked = 10_000
const repeated = sql`(select place, x, 1 as n, w / n as w, unnest(range(n::bigint)) from numbers) numbers`

async function statsOf({ engine }: Making, column: Side, columns: readonly Placed[]): Promise<Cross['stats']> {
  await engine.run(sql`
    create temp table numbers as select place, x, n, w from (
      select ${placeOf(column, columns)} as place, ${charted(sql`x`)} as x, n, w from (select ${eachOf(column)}, x, n, w from met) met
      union all select ${sql.lit(allPlace)}, ${charted(sql`x`)}, n, w from met
    ) each where x is not null`)
  const { isMany } = found({
    rows: await engine.rows<{ isMany: boolean }>(
      sql`select count(*) > ${sql.lit(mostRanked)} as "isMany" from numbers`,
    ),
  })
  const [numbers, median] = isMany ? [repeated, sql`median(x)`] : [ranked(sql`numbers`), quantile(0.5)]
  const stats = await engine.rows<Stats & { place: number }>(sql`
    select place, sum(n) as n, sum(x * w) / sum(w) as mean, ${median} as median, min(x) as low, max(x) as high
    from ${numbers} group by 1 having sum(w) > 0`)
  const byPlace = new Map(stats.map(({ place, ...stat }) => [place, stat]))
  const all = byPlace.get(allPlace)
  return all ? { all, columns: columns.map(({ place }) => byPlace.get(place) ?? null) } : null
}

export const crossRoutes = [cross]
