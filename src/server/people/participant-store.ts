/** Participants by the thousand: taken in from files, and anonymised. */
import { type RawBuilder, sql } from 'kysely'
import { participantRole } from '#domain/people/permissions.ts'
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
  return sql`given as materialized (select * from ${rowsOf(chunk)}),
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
  const { rows } = await sql<RowProblem>`with ${looked(chunk)} select * from problem order by "row"`.execute(db)
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
  const { rows } = await sql<Taken>`
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
      (select coalesce(jsonb_agg(known order by "row"), '[]') from known) as known`.execute(db)
  return rows[0] ?? { problems: [], known: [], created: 0 }
}

/** Erases what tells who the participant is, here and in the personal answers of their responses. That consent was given stays. */
export async function erasePerson(db: Db, id: number): Promise<void> {
  await sql`select from form where participant_id = ${id} order by survey_id, id for no key update`.execute(db)
  await sql`
    update form_doc doc set paradata = jsonb_strip_nulls(jsonb_build_object('consent', doc.paradata -> 'consent')),
      answers = doc.answers - personal_keys(doc.survey_id, doc.answers)
    from form where form.participant_id = ${id} and doc.survey_id = form.survey_id and doc.id = form.id`.execute(db)
  await sql`
    delete from form_print using form
    where form.participant_id = ${id} and form_print.survey_id = form.survey_id and form_print.id = form.id`.execute(db)
  await sql`
    delete from answer_index a using form, question q
    where form.participant_id = ${id} and a.survey_id = form.survey_id and a.form_id = form.id
      and q.survey_id = form.survey_id and q.personal and q.id = a.question_id`.execute(db)
  await sql`
    with erased as (
      delete from form_file using form, question q
      where form.participant_id = ${id} and form_file.survey_id = form.survey_id and form_file.response_id = form.id
        and q.id = form_file.question_id and q.personal
      returning form_file.file_id
    )
    update attachment set expires_at = now() from erased where attachment.file_id = erased.file_id`.execute(db)
  await sql`
    delete from review_note note using form
    where form.participant_id = ${id} and note.survey_id = form.survey_id and note.response_id = form.id`.execute(db)
  await sql`update task set note = null, version = version + 1, updated_at = now() where assignee_id = ${id} and note is not null`.execute(
    db,
  )
  await sql`
    update person set username = 'anonymous-' || id, name = 'anonymous-' || id, email = null, phone = null, payment_phone = null, payment_provider = null, gender = null,
      avatar = null, birth_date = null, administrative_unit_id = null, status = 'SUSPENDED', anonymised_at = coalesce(anonymised_at, now()), version = version + 1,
      updated_at = now()
    where id = ${id}`.execute(db)
  await sql`select erase_answer_changes(${id})`.execute(db)
}

/** Payments that go on no more as their payee is erased. */
export async function cancelPayments(db: Db, which: RawBuilder<unknown>, source: AuditSource): Promise<void> {
  await sql`
    with signed as (
      select id, status from payable where ${which}
    ), cancelled as (
      update payable p set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
      from signed where p.id = signed.id
    )
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select nullif(${source.actorId}::bigint, 0), 'payments.cancel', 'payable', id::text, jsonb_build_object('status', status),
      '{"status": "CANCELLED", "reason": "ERASED"}'::jsonb, ${source.requestId}, ${source.address}
    from signed`.execute(db)
}
