/** Participants by the thousand, taken in from files. */
import { type RawBuilder, sql } from 'kysely'
import { participantRole } from '#domain/people/permissions.ts'
import type { AuditSource } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'

function chunkRows(chunk: string) {
  return sql`jsonb_to_recordset(${chunk}::jsonb) as i("row" int, name text, phone text, email text, gender text,
    "birthDate" date, "administrativeUnitCode" text, locale text)`
}

export interface KnownRow {
  row: number
  personId: number
  name: string
}

/** A code that no unit has, or a phone that is not there. */
export type RowProblem = { row: number } & (
  | { column: 'administrativeUnitCode'; value: string }
  | { column: 'phone'; value: null }
)

/** Whether a row without a phone is this participant, who was anonymised. */
const erased = sql`
  given.phone is null and lower(p.username) = lower(given.name) and p.username = given.name and p.anonymised_at is not null`

/** The rows of a file, the unit behind each code, and the rows whose unit is missing or that have no phone. */
function looked(chunk: string): RawBuilder<unknown> {
  return sql`given as materialized (select * from ${chunkRows(chunk)}),
    unit as materialized (
      select asked.code, u.id
      from (select distinct "administrativeUnitCode" as code from given where "administrativeUnitCode" is not null) asked
      left join administrative_unit u on lower(u.code) = lower(asked.code)
    ), problem as materialized (
      select "row", 'administrativeUnitCode' as "column", unit.code as value from given
      join unit on unit.code = "administrativeUnitCode" where unit.id is null
      union all
      select "row", 'phone', null from given
      where phone is null and name like 'anonymous-%' and not exists (select from person p where ${erased})
    )`
}

export async function rowProblems(db: Db, chunk: string): Promise<RowProblem[]> {
  const rows = await rowsOf<RowProblem>(db)`with ${looked(chunk)} select * from problem order by "row"`
  return rows
}

interface Taken {
  problems: RowProblem[]
  /** Rows of participants who exist already: found by phone, or by their remaining name when anonymised. */
  known: KnownRow[]
  created: number
}

/** Creates those who are not there yet, each with their trace on the trail. */
export async function takeParticipants(db: Db, chunk: string, source: AuditSource): Promise<Taken> {
  const rows = await rowsOf<Taken>(db)`
    with ${looked(chunk)}, known as materialized (
      select given."row", p.id as "personId", p.name
      from given join person p on p.phone = given.phone and p.admin_type = 'PARTICIPANT'
      union all
      select given."row", p.id, p.name from given join person p on ${erased}
    ), added as (
      insert into person (username, name, phone, email, gender, birth_date, administrative_unit_id, locale, admin_type, role_id)
      select phone, name, phone, email, gender, "birthDate", unit.id, coalesce(locale, 'en'), 'PARTICIPANT',
        (select id from role where role = ${participantRole})
      from given left join unit on unit.code = "administrativeUnitCode"
      where phone is not null and "row" not in (select "row" from known) order by phone
      on conflict (phone) where admin_type = 'PARTICIPANT' do nothing
      returning id
    ), traced as (
      insert into audit (actor_id, action, subject_type, subject_id, after, request_id, address)
      select ${source.actorId}, 'people.create', 'person', id::text, '{"adminType": "PARTICIPANT"}',
        ${source.requestId}, ${source.address}
      from added
    )
    select (select count(*) from added)::int as created,
      (select coalesce(jsonb_agg(problem order by "row"), '[]') from problem) as problems,
      (select coalesce(jsonb_agg(known order by "row"), '[]') from known) as known`
  return rows[0] ?? { problems: [], known: [], created: 0 }
}
