/** Answers crossed: how many responses, or how much weight, is where two groups meet, and what numbers are by group. */
import { type RawBuilder, sql } from 'kysely'
import { type Cross, type CrossFact, type Group, insight, type Stats } from '#contract/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { problem } from '#domain/problems.ts'
import { found } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import type { Engine } from './engine.ts'
import { withForms } from './forms.ts'
import { askedOf } from './insight.ts'
import { charted, numberOf, valueOf } from './layout.ts'
import { type Axis, type Making, type Side, sideOf, whole } from './sides.ts'

const cross = on(insight.cross, async ({ services, query: { rows, by, weight, level, ...words }, ...asking }) => {
  const asked = await askedOf(asking, words)
  const axes = readAxes(asked.questions, { rows, by, weight })
  const { db } = asking
  return withForms({ db, dataDir: services.settings.dataDir }, asked, async (reading) => {
    const making = { ...reading, db, level: level === undefined ? undefined : Number(level) }
    const row = await sideOf(making, axes.rows, 'row')
    const column = axes.by ? await sideOf(making, axes.by, 'column') : whole
    const number = 'question' in axes.rows ? numberOf(axes.rows.question) : undefined
    return crossed(making, { row, column, weight: axes.weight, number })
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

interface Crossing {
  row: Side
  column: Side
  weight: RawBuilder<unknown> | undefined
  /** Of the rows, where they are numbers. */
  number: RawBuilder<unknown> | undefined
}

async function crossed(making: Making, crossing: Crossing): Promise<Cross> {
  const { engine, forms } = making
  const { row, column, weight, number } = crossing
  const weighed = weight ? sql`coalesce(${weight}, 0)` : sql`1::double`
  const { total, all } = found({
    rows: await engine.rows<{ total: number; all: number }>(sql`
      select count(*) as total, ${weight ? sql`coalesce(sum(${weighed}), 0)` : sql`count(*)`} as "all" from ${forms}`),
  })
  await engine.run(sql`
    create temp table met as select ${keyOf(row, sql`r`)} as r, ${keyOf(column, sql`c`)} as c, sum(w) as w
    from (select r, c, sum(w) as w from (
      select ${eachOf(row)} as r, ${eachOf(column)} as c, ${weighed} as w from ${forms}) answers group by 1, 2) met group by 1, 2`)
  const alone = (side: Side) => sql`(
    select ${keyOf(side, sql`value`)} as key, w
    from (select value, sum(w) as w from (select ${eachOf(side)} as value, ${weighed} as w from ${forms}) answers group by 1) met) met`
  const rows = await groupsOf(making, row, column.isList ? alone(row) : sql`(select r as key, w from met) met`)
  const columns = await groupsOf(making, column, row.isList ? alone(column) : sql`(select c as key, w from met) met`)
  const met = await engine.rows<{ r: number; c: number; w: number }>(sql`
    select ${placeOf(sql`r`, rows)} as r, ${placeOf(sql`c`, columns)} as c, sum(w) as w from met group by 1, 2`)
  const weights = new Map(met.map(({ r, c, w }) => [`${r} ${c}`, w]))
  return {
    total,
    weight: all,
    rows: rows.map(({ group }) => group),
    columns: columns.map(({ group }) => group),
    counts: rows.map((r) => columns.map((c) => weights.get(`${r.place} ${c.place}`) ?? 0)),
    stats: number ? await statsOf(making, { x: charted(number), weight: weight && weighed, column }, columns) : null,
  }
}

/** A response with several keys is there for each. */
function eachOf({ value, isList }: Side): RawBuilder<unknown> {
  return isList ? sql`unnest(coalesce(${value}, [null::text]))` : value
}

function keyOf(side: Side, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return side.keyOf ? side.keyOf(value) : value
}

/** A group and its number in the engine: keys count from 1. */
interface Placed {
  place: number
  key: string | null
  group: Group
}

const [restPlace, blankPlace] = [0, -1]

function placeOf(key: RawBuilder<unknown>, placed: readonly Placed[]): RawBuilder<unknown> {
  const keys = placed.flatMap((each) => each.key ?? [])
  return sql`case when ${key} is null then ${sql.lit(blankPlace)} else coalesce(list_position(${keys}::text[], ${key}), ${sql.lit(restPlace)}) end`
}

/** Of `counted`, an item of FROM with `key` and `w`. */
async function groupsOf({ engine }: Making, side: Side, counted: RawBuilder<unknown>): Promise<Placed[]> {
  const most = await engine.rows<{ key: string | null; n: number }>(sql`
    select key, sum(w) as n from ${counted}
    group by 1 order by key is not null, n desc, key limit ${side.most + 2}::int`)
  const counts = new Map(most.map(({ key, n }) => [key, n]))
  const found = most.flatMap(({ key }) => key ?? [])
  const keys = listedKeys(side, found)
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
  const rest = found.every((key) => keys.includes(key))
    ? []
    : [further('REST', restPlace, await restOf(engine, counted, keys))]
  const none = counts.get(null)
  return [...listed, ...rest, ...(none === undefined ? [] : [further('BLANK', blankPlace, none)])]
}

/** Known ones first, then the most frequent, as many as are listed. */
function listedKeys({ known = [], most, sorted }: Side, found: readonly string[]): string[] {
  const first = known.length <= most ? known : known.filter((key) => found.slice(0, most).includes(key))
  const others = found.filter((key) => !first.includes(key)).slice(0, Math.max(0, most - first.length))
  return [...first, ...(sorted ? others.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })) : others)]
}

async function restOf(engine: Engine, counted: RawBuilder<unknown>, keys: readonly string[]): Promise<number> {
  const rest = sql<{ n: number }>`
    select coalesce(sum(w), 0) as n from ${counted} where key is not null and list_position(${keys}::text[], key) is null`
  return found({ rows: await engine.rows(rest) }).n
}

interface Numbers {
  /** The number and its weight, on `form`. */
  x: RawBuilder<unknown>
  weight: RawBuilder<unknown> | undefined
  column: Side
}

async function statsOf(
  { engine, forms }: Making,
  { x, weight, column }: Numbers,
  columns: readonly Placed[],
): Promise<Cross['stats']> {
  const mean = weight ? sql`sum(x * w) / nullif(sum(w), 0)` : sql`avg(x)`
  const stats = sql`count(x) as n, ${mean} as mean, median(x) as median, min(x) as low, max(x) as high`
  const some = weight ? sql`having sum(w) > 0` : sql`having count(x) > 0`
  const numbers = sql`select ${x} as x, ${weight ?? sql`1`} as w`
  const [all] = await engine.rows<Stats>(
    sql`select ${stats} from (${numbers} from ${forms}) numbers where x is not null ${some}`,
  )
  if (!all) return null
  const answers = sql`(${numbers}, ${eachOf(column)} as c from ${forms}) numbers`
  // Several values of one group are put together before, and single ones are known after.
  const isPlain = !column.keyOf && columns.every(({ place }) => place !== restPlace)
  const each = await engine.rows<Stats & { place: number }>(
    isPlain
      ? sql`
        select ${placeOf(sql`c`, columns)} as place, * exclude c
        from (select c, ${stats} from ${answers} where x is not null group by 1 ${some}) each`
      : sql`
        select place, ${stats} from ${answers} join (
          select value, ${placeOf(keyOf(column, sql`value`), columns)} as place
          from (select distinct ${eachOf(column)} as value from ${forms}) known
        ) placed on placed.value is not distinct from numbers.c
        where x is not null group by 1 ${some}`,
  )
  const byColumn = new Map(each.map(({ place, ...stat }) => [place, stat]))
  return { all, columns: columns.map(({ place }) => byColumn.get(place) ?? null) }
}

export const crossRoutes = [cross]
