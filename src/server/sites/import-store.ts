/** Sites from files, some thousand rows in each statement. */
import { type RawBuilder, sql } from 'kysely'
import type { SiteColumn } from '#contract/sites.ts'
import type { AuditSource } from '../audit.ts'
import { snake } from '../db/names.ts'
import { type Db, rowsOf } from '../db/pool.ts'

function chunkRows(chunk: string) {
  return sql`jsonb_to_recordset(${chunk}::jsonb) as i("row" int, code text, title text, "siteCategory" text, company text,
    "administrativeUnitCode" text, "administrativeUnit" text, address text, latitude double precision,
    longitude double precision, "radiusMeters" int, status text, "issueCategory" text, "contactName" text,
    "contactPhone" text)`
}

interface Reference {
  name: SiteColumn
  /** The column of the site that keeps what was found. */
  column: string
  /** Everything that may be meant: `id, word`. */
  words: RawBuilder<unknown>
  /** What upper and lower case, and accents, do not change. */
  folded: (text: RawBuilder<unknown>) => RawBuilder<unknown>
}

const folded = (text: RawBuilder<unknown>) => sql`fold(${text})`

/** Reasons and units go by their codes and by their names. */
const references: readonly Reference[] = [
  {
    name: 'siteCategory',
    column: 'site_category_id',
    words: sql`select id, fold(title) as word from site_category`,
    folded,
  },
  { name: 'company', column: 'company_id', words: sql`select id, fold(title) as word from company`, folded },
  {
    name: 'administrativeUnitCode',
    column: 'administrative_unit_id',
    words: sql`select id, lower(code) as word from administrative_unit`,
    folded: (text) => sql`lower(${text})`,
  },
  {
    name: 'administrativeUnit',
    column: 'administrative_unit_id',
    words: sql`select id, fold(code) as word from administrative_unit
      union all select id, fold(name) from administrative_unit`,
    folded,
  },
  {
    name: 'issueCategory',
    column: 'issue_category_id',
    words: sql`select id, fold(code) as word from issue_category where applies_to = 'SITE'
      union all select id, fold(title) from issue_category where applies_to = 'SITE'`,
    folded,
  },
]

/** The rows of a file under the site that each names, and what each of its references may mean: `{name}Ids`. */
function looked(chunk: string, names: readonly SiteColumn[]): RawBuilder<unknown> {
  const used = references.filter(({ name }) => names.includes(name))
  // Each name is looked up once, also when many rows have it.
  const lookups = used.map(({ name, words, folded: fold }) => {
    const text = sql.ref(name)
    return sql`, ${sql.ref(`by_${name}`)} as materialized (
      select asked.text, array_agg(distinct meant.id) filter (where meant.id is not null) as ids
      from (select distinct ${text} as text from given where ${text} is not null) asked
      left join (${words}) meant on meant.word = ${fold(sql`asked.text`)} group by asked.text)`
  })
  const joins = used.map(({ name }) => {
    const by = sql.ref(`by_${name}`)
    return sql` left join ${by} on ${by}.text = given.${sql.ref(name)}`
  })
  const found = used.map(({ name }) => sql`, ${sql.ref(`by_${name}`)}.ids as ${sql.ref(`${name}Ids`)}`)
  return sql`given as materialized (select * from ${chunkRows(chunk)})${sql.join(lookups, sql``)},
    looked as materialized (
      select given.*, site.id as there, ${sql.join(siteReferences)}${sql.join(found, sql``)}
      from given left join site on ${sameCode('given')}${sql.join(joins, sql``)})`
}

/** As `site_code_key` has it. */
function sameCode(table: string): RawBuilder<unknown> {
  return sql`lower(site.code collate "C") = lower(${sql.ref(table)}.code collate "C")`
}

const siteReferences = [...new Set(references.map(({ column }) => column))].map(
  (column) => sql`site.${sql.ref(column)}`,
)

/** The record that a name means: the only one of that name, or among several the one that the site has already. */
function meant({ name, column }: Reference): RawBuilder<unknown> {
  const [ids, now] = [sql.ref(`${name}Ids`), sql.ref(column)]
  return sql`case when ${now} = any(${ids}) then ${now} when cardinality(${ids}) = 1 then ${ids}[1] end`
}

export interface ReferenceProblem {
  row: number
  name: SiteColumn
  value: string
  found: number
}

/** Names of no record, or of several of which none is meant more than another. */
export async function referenceProblems(
  db: Db,
  chunk: string,
  names: readonly SiteColumn[],
): Promise<ReferenceProblem[]> {
  const rows = await rowsOf<ReferenceProblem>(db)`
    with ${looked(chunk, names)} ${problems(names)} order by "row"`
  return rows
}

/** The same, among the rows that were `looked`. */
function problems(names: readonly SiteColumn[]): RawBuilder<unknown> {
  const used = references.filter(({ name }) => names.includes(name))
  if (used.length === 0) return sql`select 0 as "row", null::text as name, null::text as value, 0 as found where false`
  const lookups = used.map(
    (reference) => sql`
      select "row", ${reference.name}::text as name, ${sql.ref(reference.name)} as value,
        coalesce(cardinality(${sql.ref(`${reference.name}Ids`)}), 0) as found
      from looked where ${sql.ref(reference.name)} is not null and ${meant(reference)} is null`,
  )
  return sql.join(lookups, sql` union all `)
}

export interface Stored {
  created: number
  changed: number
}

interface Storing {
  columns: readonly SiteColumn[]
  source: AuditSource
}

/** The new values of the file's columns, and the same without the code: it names the site, and stays as it is. */
function targetsOf(columns: readonly SiteColumn[]) {
  const targets = columns.map((name) => {
    const reference = references.find((entry) => entry.name === name)
    const column = sql.ref(reference?.column ?? snake(name))
    const value = reference ? meant(reference) : name === 'status' ? sql`coalesce(status, 'ACTIVE')` : sql.ref(name)
    return { name, column, value: sql`${value} as ${column}` }
  })
  return { targets, kept: targets.filter(({ name }) => name !== 'code') }
}

type Target = ReturnType<typeof targetsOf>['targets'][number]

function of(table: string, targets: readonly Target[]): RawBuilder<unknown> {
  return sql.join(targets.map(({ column }) => sql`${sql.ref(table)}.${column}`))
}

interface Taken {
  created: number
  problems: ReferenceProblem[]
  /** Rows of sites that exist and differ, or that another caller created just now. */
  other: number[]
}

/**
 * Creates the missing sites, except the rows in `left` and those with unknown names. A site that exists and is the same is
 * not touched: a file that came before costs a look.
 */
export async function createSites(
  db: Db,
  chunk: string,
  { columns, left, source }: Storing & { left: readonly number[] },
): Promise<Taken> {
  const { targets, kept } = targetsOf(columns)
  const rows = await rowsOf<Taken>(db)`
    with ${looked(chunk, columns)}, problem as materialized (${problems(columns)}), wanted as materialized (
      select "row", there, ${sql.join(targets.map(({ value }) => value))} from looked
      where not "row" = any(${left}) and "row" not in (select "row" from problem)
    ), created as (
      insert into site (${sql.join(targets.map(({ column }) => column))})
      select ${of('wanted', targets)} from wanted where there is null order by code
      on conflict (lower(code collate "C")) do nothing
      returning *
    ), traced as (${traced(sql`'sites.create'`, sql`null`, source)} from created as written)
    select (select count(*) from created)::int as created,
      (select coalesce(jsonb_agg(problem order by "row"), '[]') from problem) as problems,
      array(
        select wanted."row" from wanted join site on site.id = wanted.there
        where (${of('site', kept)}) is distinct from (${of('wanted', kept)})
        union all
        select "row" from wanted
        where there is null and code collate "C" not in (select code collate "C" from created)
      ) as other`
  return rows[0] ?? { created: 0, problems: [], other: [] }
}

/** Creates or changes the `rows`; a column that the file does not have keeps what is there. */
export async function storeSites(
  db: Db,
  chunk: string,
  { columns, rows: wantedRows, source }: Storing & { rows: readonly number[] },
): Promise<Stored> {
  const { targets, kept } = targetsOf(columns)
  const assign = kept.map(({ column }) => sql`${column} = excluded.${column}`)
  // The next statement reads the existing rows, and sees what others committed until now.
  await sql`
    select from site join ${chunkRows(chunk)} on ${sameCode('i')} where i."row" = any(${wantedRows})
    order by site.id for no key update of site`.execute(db)
  const rows = await rowsOf<Stored>(db)`
    with ${looked(chunk, columns)}, wanted as materialized (
      select ${sql.join(targets.map(({ value }) => value))} from looked where "row" = any(${wantedRows})
    ), before as materialized (
      select site.* from site join wanted on ${sameCode('wanted')}
    ), written as (
      insert into site (${sql.join(targets.map(({ column }) => column))})
      select ${of('wanted', targets)} from wanted order by wanted.code
      on conflict (lower(code collate "C")) do update
        set ${sql.join(assign)}, version = site.version + 1, updated_at = now()
        where (${of('site', kept)}) is distinct from (${of('excluded', kept)})
      returning *
    ), traced as (
      ${traced(sql`case when before.id is null then 'sites.create' else 'sites.update' end`, trace('before'), source)}
      from written left join before using (id)
    )
    select count(*) filter (where before.id is null)::int as created, count(before.id)::int as changed
    from written left join before using (id)`
  return rows[0] ?? { created: 0, changed: 0 }
}

/** The change of `written` goes on the trail. */
function traced(action: RawBuilder<unknown>, before: RawBuilder<unknown>, source: AuditSource): RawBuilder<unknown> {
  return sql`insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select ${source.actorId}, ${action}, 'site', written.id::text, ${before}, ${trace('written')},
      ${source.requestId}, ${source.address}`
}

const tracedFields = [
  'code',
  'title',
  'siteCategoryId',
  'companyId',
  'administrativeUnitId',
  'address',
  'latitude',
  'longitude',
  'radiusMeters',
  'status',
  'issueCategoryId',
  'contactName',
  'contactPhone',
  'version',
]

/** A row as the trail has it; null for none. */
function trace(table: string): RawBuilder<unknown> {
  const pairs = tracedFields.map((name) => sql`${name}::text, ${sql.ref(table)}.${sql.ref(snake(name))}`)
  return sql`case when ${sql.ref(table)}.id is not null then jsonb_build_object(${sql.join(pairs)}) end`
}
