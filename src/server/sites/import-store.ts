/** Sites from files, some thousand rows in each statement. */
import { type RawBuilder, sql } from 'kysely'
import type { AuditSource } from '../audit.ts'
import { snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import type { ImportColumn } from './import-rows.ts'

function rowsOf(chunk: string) {
  return sql`jsonb_to_recordset(${chunk}::jsonb) as i("row" int, code text, title text, "siteCategory" text, company text,
    "administrativeUnitCode" text, address text, latitude double precision, longitude double precision, "radiusMeters" int, status text,
    "issueCategory" text, "contactName" text, "contactPhone" text)`
}

/** Where a name is looked up, and the column that keeps what was found. A reason goes by its code or its title. */
const references = [
  {
    name: 'siteCategory',
    column: 'site_category_id',
    from: sql`site_category t`,
    on: sql`fold(t.title) = fold(i."siteCategory")`,
  },
  { name: 'company', column: 'company_id', from: sql`company t`, on: sql`fold(t.title) = fold(i.company)` },
  {
    name: 'administrativeUnitCode',
    column: 'administrative_unit_id',
    from: sql`administrative_unit t`,
    on: sql`lower(t.code) = lower(i."administrativeUnitCode")`,
  },
  {
    name: 'issueCategory',
    column: 'issue_category_id',
    from: sql`issue_category t`,
    on: sql`t.applies_to = 'SITE' and (t.code = i."issueCategory" or fold(t.title) = fold(i."issueCategory"))`,
  },
] as const

export interface ReferenceProblem {
  row: number
  name: ImportColumn
  found: number
}

/** Names that stand for no record, or for more than one. */
export async function referenceProblems(db: Db, chunk: string): Promise<ReferenceProblem[]> {
  const lookups = references.map(
    ({ name, from, on }) => sql`
      select i."row", ${name}::text as name, (select count(*)::int from ${from} where ${on}) as found
      from ${rowsOf(chunk)} where i.${sql.ref(name)} is not null`,
  )
  const { rows } = await sql<ReferenceProblem>`
    select * from (${sql.join(lookups, sql` union all `)}) looked where found <> 1 order by "row"`.execute(db)
  return rows
}

export interface Stored {
  created: number
  changed: number
}

/** Creates or changes the rows but those in `left`; a column that the file does not have keeps what is there. */
export async function storeSites(
  db: Db,
  chunk: string,
  { columns, left, source }: { columns: readonly ImportColumn[]; left: readonly number[]; source: AuditSource },
): Promise<Stored> {
  const targets = columns.map((name) => {
    const reference = references.find((entry) => entry.name === name)
    const column = reference?.column ?? snake(name)
    const value = reference
      ? sql`(select t.id from ${reference.from} where ${reference.on})`
      : name === 'status'
        ? sql`coalesce(i.status, 'ACTIVE')`
        : sql`i.${sql.ref(name)}`
    return { name, column: sql.ref(column), value }
  })
  const names = targets.map((target) => target.column)
  const of = (table: string, wanted: typeof targets) =>
    sql.join(wanted.map(({ column }) => sql`${sql.ref(table)}.${column}`))
  // The code names the site; how it is written stays.
  const kept = targets.filter(({ name }) => name !== 'code')
  const assign = kept.map(({ column }) => sql`${column} = excluded.${column}`)
  // What was there is read by the next statement, which sees what others committed until now.
  await sql`
    select from site join ${rowsOf(chunk)} on lower(site.code) = lower(i.code) order by site.id
    for no key update of site`.execute(db)
  const { rows } = await sql<Stored>`
    with given as materialized (
      select ${sql.join(targets.map(({ column, value }) => sql`${value} as ${column}`))}
      from ${rowsOf(chunk)} where not i."row" = any(${left})
    ), before as materialized (
      select site.* from site join given on lower(site.code) = lower(given.code)
    ), written as (
      insert into site (${sql.join(names)}) select ${of('given', targets)} from given order by given.code
      on conflict (lower(code)) do update
        set ${sql.join(assign)}, version = site.version + 1, updated_at = now()
        where (${of('site', kept)}) is distinct from (${of('excluded', kept)})
      returning *
    ), traced as (
      insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
      select ${source.actorId}, case when before.id is null then 'sites.create' else 'sites.update' end, 'site',
        written.id::text, ${trace('before')}, ${trace('written')}, ${source.requestId}, ${source.address}
      from written left join before using (id)
    )
    select count(*) filter (where before.id is null)::int as created, count(before.id)::int as changed
    from written left join before using (id)`.execute(db)
  return rows[0] ?? { created: 0, changed: 0 }
}

const traced = [
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
  const pairs = traced.map((name) => sql`${name}::text, ${sql.ref(table)}.${sql.ref(snake(name))}`)
  return sql`case when ${sql.ref(table)}.id is not null then jsonb_build_object(${sql.join(pairs)}) end`
}
