/** Participants by the thousand: taken in from files, read out for files, and made nobody. */
import { sql } from 'kysely'
import { participantRole } from '#domain/permissions.ts'
import { peopleFilter, type PeopleQuery } from '../access/person-list.ts'
import type { AuditSource } from '../audit.ts'
import type { Db } from '../db/pool.ts'

function rowsOf(chunk: string) {
  return sql`jsonb_to_recordset(${chunk}::jsonb) as i("row" int, name text, phone text, email text, gender text,
    "birthDate" date, "administrativeUnitCode" text, locale text)`
}

export interface KnownRow {
  row: number
  personId: number
  name: string
}

/** Who a row without a phone is: somebody who was made nobody. */
const erased = sql`p.username = i.name and p.anonymised_at is not null and i.phone is null`

/** Rows of participants who are there already: by their phones, or by what is left of those who were made nobody. */
export async function findKnown(db: Db, chunk: string): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    select i."row", p.id as "personId", p.name from ${rowsOf(chunk)}
      join person p on p.phone = i.phone and p.admin_type = 'PARTICIPANT'
    union all
    select i."row", p.id, p.name from ${rowsOf(chunk)} join person p on ${erased}
    order by "row"`.execute(db)
  return rows
}

/** Rows that say of somebody unknown that they were made nobody. */
export async function findPhoneless(db: Db, chunk: string): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    select i."row" from ${rowsOf(chunk)} where i.phone is null and i.name like 'anonymous-%' and not exists (select from person p where ${erased})
    order by i."row"`.execute(db)
  return rows.map(({ row }) => row)
}

/** Creates those who are not there yet, each with their trace on the trail; returns how many. */
export async function insertParticipants(db: Db, chunk: string, source: AuditSource): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with added as (
      insert into person (username, name, phone, email, gender, birth_date, administrative_unit_id, locale, admin_type, role_id)
      select i.phone, i.name, i.phone, i.email, i.gender, i."birthDate",
        (select u.id from administrative_unit u where lower(u.code) = lower(i."administrativeUnitCode")), coalesce(i.locale, 'en'), 'PARTICIPANT',
        (select id from role where role = ${participantRole})
      from ${rowsOf(chunk)} where i.phone is not null order by i.phone
      on conflict (phone) where admin_type = 'PARTICIPANT' do nothing
      returning id
    ), traced as (
      insert into audit (actor_id, action, subject_type, subject_id, after, request_id, address)
      select ${source.actorId}, 'people.create', 'person', id::text, '{"adminType": "PARTICIPANT"}',
        ${source.requestId}, ${source.address}
      from added
    )
    select count(*) as n from added`.execute(db)
  return rows[0]?.n ?? 0
}

/** Rows whose unit is not there. */
export async function findUnknownUnits(db: Db, chunk: string): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    select i."row" from ${rowsOf(chunk)} where i."administrativeUnitCode" is not null
      and not exists (select from administrative_unit u where lower(u.code) = lower(i."administrativeUnitCode"))
    order by i."row"`.execute(db)
  return rows.map(({ row }) => row)
}

export interface ExportRow {
  id: number
  name: string
  phone: string | null
  email: string | null
  gender: string | null
  birthDate: string | null
  administrativeUnitCode: string | null
  locale: string
  status: string
  createdAt: Date
}

const batch = 5000

/** All that match, in the order of ids, some thousand at a time. */
export async function* exportRows(
  db: Db,
  query: Pick<PeopleQuery, 'status' | 'text' | 'phones'>,
): AsyncGenerator<ExportRow[]> {
  const where = peopleFilter('PARTICIPANT', query)
  for (let last = 0; ;) {
    const { rows } = await sql<ExportRow>`
      select id, name, phone, email, gender, birth_date as "birthDate",
        (select u.code from administrative_unit u where u.id = person.administrative_unit_id) as "administrativeUnitCode", locale, status, created_at as "createdAt"
      from person where ${where} and id > ${last} order by id limit ${batch}`.execute(db)
    yield rows
    if (rows.length < batch) return
    last = rows.at(-1)?.id ?? 0
  }
}

/** Erases what tells who the participant is, here and in the personal answers of their responses. */
export async function erasePerson(db: Db, id: number): Promise<void> {
  await sql`
    update form_doc doc set answers = doc.answers - (
      select coalesce(array_agg(q.id::text) || array_agg(q.id || '.other'), '{}')
      from question q where q.survey_id = form.survey_id and q.personal)
    from form where form.participant_id = ${id} and doc.survey_id = form.survey_id and doc.id = form.id`.execute(db)
  await sql`update task set note = null, version = version + 1, updated_at = now() where assignee_id = ${id} and note is not null`.execute(
    db,
  )
  await sql`
    update person set username = 'anonymous-' || id, name = 'anonymous-' || id, email = null, phone = null, gender = null,
      birth_date = null, administrative_unit_id = null, status = 'SUSPENDED', anonymised_at = coalesce(anonymised_at, now()), version = version + 1,
      updated_at = now()
    where id = ${id}`.execute(db)
}
