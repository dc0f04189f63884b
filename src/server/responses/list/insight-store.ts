/** The SQL of insight: each answer of the charted responses is read once, and all charts are counted from there. */
import { type RawBuilder, sql } from 'kysely'
import type { Insight } from '#contract/insight.ts'
import { type ChartKey, mostBins, wholeSteps } from '#domain/answers/insight.ts'
import type { Db } from '../../db/pool.ts'
import { allOf, found } from '../../db/table-store.ts'
import { collectorJoins, collectorName } from './collectors.ts'
import { dayWindow } from './day-window.ts'
import { dailyCounts, formFilter, keptFilter, type ResponseFilter } from './filter.ts'
import { fewForms, formsFound, withFewForms } from './forms-found.ts'
import { chosenStatuses } from './list-store.ts'
import type { PhoneSight } from './row.ts'

export interface Charted {
  charted: number
  sources: Insight['sources']
  sites: Insight['sites']
  collectors: Insight['collectors']
  answered: { question: number; n: number }[]
  words: { question: number; word: string; n: number }[]
  spreads: {
    question: number
    low: number
    quartiles: [number, number, number]
    high: number
    mean: number
    width: number
  }[]
  bins: { question: number; bin: number; n: number }[]
  places: { question: number; latitude: number; longitude: number; n: number }[]
}

/** Charts leave other numbers out: the database cannot hold their sums or the widths of their bars. */
const [smallestCharted, largestCharted] = [1e-100, 1e100]

/** Sites and collectors beyond these have the fewest responses. */
const mostGroups = 100

/** Cells of the grid along each side of the box around all places of a question. */
const gridCells = 24

/** An item of FROM, named `form`, that holds the latest of them: of many these are on few days, as far as days are counted. */
export async function chartedForms(
  db: Db,
  { filter, sight, total }: { filter: ResponseFilter; sight: PhoneSight; total: number },
  most: number,
): Promise<RawBuilder<unknown>> {
  if (total === 0) return formsFound({ ...filter, few: [] }, sight)
  const gathered = filter.counted && total <= fewForms ? await withFewForms(db, filter) : filter
  if (gathered.few) return formsFound(gathered, sight)
  const statuses = chosenStatuses(filter.words)
  const days = await dayWindow(db, { filter, statuses, descending: true, offset: 0, limit: most })
  return days
    ? sql`(select * from form where ${formFilter(filter, sight)} and ${days.where}) form`
    : formsFound(filter, sight)
}

/** `forms` is an item of FROM, named `form`. */
export async function chartAnswers(
  db: Db,
  forms: RawBuilder<unknown>,
  { keys, most }: { keys: readonly ChartKey[]; most: number },
): Promise<Charted> {
  return found(
    await sql<Charted>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(question bigint, kind text, type text, key text)
    ),
    chosen as materialized (
      select survey_id, id, source, collector_id, flags <> '{}' as flagged from ${forms} order by submitted_at desc, id desc limit ${most}
    ),
    cells as materialized (
      select asked.question, asked.kind, asked.type, case when asked.kind <> 'COUNT' then given.value end as value
      from chosen join form_doc doc using (survey_id, id) cross join lateral jsonb_each(doc.answers) given
        join asked on asked.key = split_part(given.key, '.', 1)
      where given.key not like '%.other'
    ),
    words as (
      select question, word, count(*) as n
      from cells cross join lateral jsonb_array_elements_text(
        case when type = 'RANK' then jsonb_build_array(value->0) when jsonb_typeof(value) = 'array' then value
          else jsonb_build_array(value) end) word
      where kind = 'CHOICES' group by 1, 2
    ),
    numbers as materialized (
      select * from (select question, type, case kind
        when 'NUMBERS' then (value #>> '{}')::float8
        else (left(value #>> '{}', 10)::date - date '1970-01-01')::float8 end as x
      from cells where kind = 'NUMBERS' and jsonb_typeof(value) = 'number' or kind = 'DAYS' and jsonb_typeof(value) = 'string') given
      where x = 0 or abs(x) between ${smallestCharted}::float8 and ${largestCharted}::float8
    ),
    spreads as materialized (
      select question, min(x) as low, max(x) as high, avg(x) as mean,
        case when type = any(${wholeSteps}::text[]) then ceil((max(x) - min(x) + 1) / ${mostBins}::int)
          else coalesce(nullif(max(x) - min(x), 0), 1) / ${mostBins}::int end as width,
        percentile_cont(array[0.25, 0.5, 0.75]) within group (order by x) as quartiles
      from numbers group by 1, type
    ),
    bins as (
      select question, least(${mostBins - 1}::int, floor((x - low) / width))::int as bin, count(*) as n
      from numbers join spreads using (question) group by 1, 2
    ),
    points as materialized (
      select question, (value->>'latitude')::float8 as latitude, (value->>'longitude')::float8 as longitude
      from cells where kind = 'PLACES' and jsonb_typeof(value) = 'object'
    ),
    boxes as (
      select question, greatest(max(latitude) - min(latitude), max(longitude) - min(longitude), 0.001) / ${gridCells}::int as side
      from points group by 1
    ),
    places as (
      select question, round(avg(latitude)::numeric, 6)::float8 as latitude, round(avg(longitude)::numeric, 6)::float8 as longitude,
        count(*) as n
      from points join boxes using (question) group by question, floor(latitude / side), floor(longitude / side)
    ),
    by_site as (
      select task.site_id, count(*) as n, count(*) filter (where flagged) as flagged
      from chosen left join task on task.survey_id = chosen.survey_id and task.form_id = chosen.id group by 1
      order by n desc, site_id limit ${mostGroups}
    ),
    by_collector as (
      select ${collectorName} as collector, sum(n)::bigint as n, sum(flagged)::bigint as flagged
      from (select collector_id, count(*) as n, count(*) filter (where flagged) as flagged from chosen group by 1) form
        ${collectorJoins}
      group by 1 order by n desc, collector limit ${mostGroups}
    )
    select (select count(*) from chosen) as charted,
      (select coalesce(json_agg(s order by s.n desc), '[]') from (select source, count(*) as n from chosen group by 1) s) as sources,
      (select coalesce(json_agg(json_build_object('n', n, 'flagged', flagged, 'site',
          case when site.id is not null then json_build_object('id', site.id, 'title', site.title) end)
        order by n desc, site.id), '[]') from by_site left join site on site.id = site_id) as sites,
      (select coalesce(json_agg(c order by c.n desc, c.collector), '[]') from by_collector c) as collectors,
      (select coalesce(json_agg(a), '[]') from (select question, count(*) as n from cells group by 1) a) as answered,
      (select coalesce(json_agg(w), '[]') from words w) as words,
      (select coalesce(json_agg(s), '[]') from spreads s) as spreads,
      (select coalesce(json_agg(b), '[]') from bins b) as bins,
      (select coalesce(json_agg(p order by p.n desc), '[]') from places p) as places`.execute(db),
  )
}

/** From the kept counts, unless the filter asks for something that they do not know. */
export async function countDays(db: Db, filter: ResponseFilter, sight: PhoneSight): Promise<Insight['days']> {
  const kept = keptFilter(filter)
  const { rows } = await (
    kept
      ? sql<Insight['days'][number]>`
        select to_char(day, 'YYYY-MM-DD') as day, sum(n)::bigint as n from ${dailyCounts(filter)}
        where ${allOf(kept) ?? sql`true`} and status = any(${chosenStatuses(filter.words)}::text[])
        group by 1 having sum(n) > 0 order by 1`
      : sql<Insight['days'][number]>`
        select to_char(day, 'YYYY-MM-DD') as day, n from (
          select (submitted_at at time zone 'UTC')::date as day, count(*) as n from ${formsFound(filter, sight)}
          group by 1) counted
        order by counted.day`
  ).execute(db)
  return rows
}
