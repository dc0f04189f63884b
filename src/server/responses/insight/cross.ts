/** Answers crossed: how many responses, or how much weight, is where two groups meet, and what numbers are by group. */
import { type RawBuilder, sql } from 'kysely'
import { type Cross, type CrossFact, type Group, insight, type Stats } from '#contract/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { stepsOf } from '#domain/answers/insight.ts'
import { problem } from '#domain/problems.ts'
import { found } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { withForms } from './forms.ts'
import { askedOf } from './insight.ts'
import { numberOf, valueOf } from './layout.ts'
import { type Axis, isOfNumbers, type Making, type Side, sideOf, valueAt, whole } from './sides.ts'
import { binOf, binOfCell, cellOf, isRead, numberIn, quantilesOf, type Scale, scaleOf } from './spread.ts'

const cross = on(insight.cross, async ({ services, query: { rows, by, weight, level, ...words }, ...asking }) => {
  const asked = await askedOf(asking, words)
  const axes = readAxes(asked.questions, { rows, by, weight })
  const { db } = asking
  return withForms(
    { database: services.database, dataDir: services.settings.dataDir },
    { ...asked, codes: [rows, by, weight] },
    async (reading) => {
      return crossed({ ...reading, db, level: level === undefined ? undefined : Number(level) }, axes)
    },
  )
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
    if (question && ['PLACE', 'TEXT', 'ANSWERED'].includes(valueOf(question).as))
      errors.push(problem(path, 'NOT_CROSSED'))
    return question && { question }
  }
  const [rows, by, weigher] = [axis('rows'), axis('by'), known('weight')]
  const weight = weigher && numberOf(weigher)
  if (weigher && !weight) errors.push(problem('weight', 'NOT_A_WEIGHT'))
  if (errors.length > 0 || !rows) throw new AppError('VALIDATION_FAILED', { errors })
  return { rows, by, weight }
}

/** Answers that are the same are counted first: nearly all else is read of `met`, which has each pair of them once. */
async function crossed(making: Making, { rows, by, weight }: Axes): Promise<Cross> {
  const { engine } = making
  const [scale, byScale] = [await scaleAt(making, rows), await scaleAt(making, isOfNumbers(by) ? by : undefined)]
  const numbers = await meet(making, { rows, by, weight, scale, byScale })
  const row = await sideOf(making, rows, 'r', scale)
  const column = by ? await sideOf(making, by, 'c', byScale) : whole
  const { total, all } = found({
    rows: await engine.rows<{ total: number; all: number }>(sql`
      select coalesce(sum(n), 0) as total, coalesce(sum(w), 0) as "all" from met`),
  })
  const groups = { rows: await groupsOf(making, row), columns: await groupsOf(making, column) }
  const cells = await engine.rows<{ r: number; c: number; w: number }>(sql`
    select at_r.place as r, at_c.place as c, sum(w) as w
    from met join at_r on at_r.value is not distinct from r join at_c on at_c.value is not distinct from c group by 1, 2`)
  const weights = new Map(cells.map(({ r, c, w }) => [`${r} ${c}`, w]))
  return {
    total,
    weight: all,
    rows: groups.rows.map(({ group }) => group),
    columns: groups.columns.map(({ group }) => group),
    counts: groups.rows.map((r) => groups.columns.map((c) => weights.get(`${r.place} ${c.place}`) ?? 0)),
    stats: scale.low === null ? null : await statsOf(making, groups.columns, scale, numbers),
  }
}

function scaleAt(making: Making, axis: Axis | undefined): Promise<Scale> {
  const asked = axis && 'question' in axis ? axis.question : undefined
  const x = asked && numberOf(asked)
  return scaleOf(making, asked && x && { x, steps: stepsOf(asked.question.type) })
}

/** Makes `met`, of numbers by their cells. Gives an item of FROM with those that are read: `c`, `cell`, `x` and its count `n`. */
async function meet(
  { engine, forms }: Making,
  { rows, by, weight, scale, byScale }: Axes & { scale: Scale; byScale: Scale },
): Promise<RawBuilder<unknown>> {
  const cell = sql`${isOfNumbers(by) ? binOf(byScale, sql`c`) : sql`c`} as c, ${cellOf(scale)} as cell`
  const each = sql`
    select ${isOfNumbers(rows) ? sql`null` : valueAt(rows)} as r, ${scale.x} as x,
      ${by ? (isOfNumbers(by) ? byScale.x : valueAt(by)) : sql`'all'`} as c`
  const w = weight ? sql`coalesce(${weight}, 0)` : sql`1::double`
  const counted =
    scale.isAny || byScale.isAny
      ? sql`${each}, 1::double as n, ${w} as w from ${forms}`
      : sql`${each}, count(*)::double as n, sum(${w}) as w from ${forms} group by 1, 2, 3`
  await engine.run(sql`
    create temp table met as select * replace (${isOfNumbers(rows) ? binOfCell(scale) : sql`r`} as r) from (
      select r, ${cell}, sum(n) as n, sum(w) as w, sum(x * w) as sum from (${counted}) form group by 1, 2, 3) met`)
  return sql`(select c, cell, x, count(*) as n from (select ${cell}, x from (${each} from ${forms}) form) form
    where ${isRead()} group by 1, 2, 3) form`
}

/** A group and its number in the engine: keys count from 1. */
interface Placed {
  place: number
  key: string | null
  group: Group
}

const [restPlace, blankPlace, allPlace] = [0, -1, -2]

/** The groups of a side. The places of its values are in the table `at_r` or `at_c`: several for one that is in several groups. */
async function groupsOf({ engine }: Making, side: Side): Promise<Placed[]> {
  const { name, keyOf = (value) => value } = side
  const [keyed, placed] = [sql.ref(`key_${name}`), sql.ref(`at_${name}`)]
  await engine.run(sql`
    create temp table ${keyed} as
    select value, ${keyOf(sql`value`)} as key, w from (select ${sql.ref(name)} as value, sum(w) as w from met group by 1) each`)
  const most = await engine.rows<{ key: string | null; n: number; all: number }>(sql`
    select key, sum(w) as n, sum(sum(w)) over () as "all" from ${keyed}
    group by 1 order by key is not null, n desc, key limit ${side.most + 2}::int`)
  const counts = new Map(most.map(({ key, n }) => [key, n]))
  const there = most.flatMap(({ key }) => key ?? [])
  const keys = listedKeys(side, there)
  const labels = await side.labels(keys)
  await engine.run(sql`
    create temp table ${placed} as select value, coalesce(list_position(${keys}::text[], key),
      case when key is null then ${sql.lit(blankPlace)} else ${sql.lit(restPlace)} end) as place from ${keyed}`)
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

/** `numbers`: those that are read, with `c`, `cell`, `x` and `n`. */
async function statsOf(
  { engine }: Making,
  columns: readonly Placed[],
  scale: Scale,
  numbers: RawBuilder<unknown>,
): Promise<Cross['stats']> {
  await engine.run(sql`insert into at_c select distinct value, ${sql.lit(allPlace)} from at_c`)
  const places = sql`join at_c on at_c.value is not distinct from c`
  await engine.run(sql`
    create temp table cells as
    select place, cell, ${numberIn(scale)} as x, sum(n) as n, sum(w) as w, sum(sum) as sum
    from met ${places} where cell is not null group by 1, 2`)
  const means = await engine.rows<Pick<Stats, 'n' | 'mean'> & { place: number }>(sql`
    select place, sum(n) as n, sum(sum) / sum(w) as mean from cells group by 1 having sum(w) > 0`)
  const read = scale.isAny ? sql`(select place, cell, x, n from ${numbers} ${places})` : undefined
  const ranked = await quantilesOf({ engine }, [0, 0.5, 1], read)
  const byPlace = new Map(
    means.map(({ place, n, mean }): [number, Stats] => {
      const [low = 0, median = 0, high = 0] = ranked.get(place) ?? []
      return [place, { n, mean, median, low, high }]
    }),
  )
  const all = byPlace.get(allPlace)
  return all ? { all, columns: columns.map(({ place }) => byPlace.get(place) ?? null) } : null
}

export const crossRoutes = [cross]
