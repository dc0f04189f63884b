/** Takes responses into the database, thousands in a statement. `chunk` is a JSON array of `FormRow`. */
import { type RawBuilder, sql } from 'kysely'
import type { Answers } from '#domain/answers.ts'
import { beyondLimit, type IntakeRules, type Newcomer } from '#domain/intake.ts'
import type { ProblemCode } from '#domain/problems.ts'
import type { ResponseSource } from '#domain/response.ts'
import { isPilot } from '#domain/survey-life.ts'
import type { SurveyType } from '#domain/survey.ts'
import type { Db } from '../db/pool.ts'
import { found } from '../records/table-store.ts'
import { isListed, mayAnswer } from '../surveys/who-answers.ts'
import { openTasks } from '../tasks/task-store.ts'
import { type Collector, noteCollector, noteNames } from './collectors.ts'
import { indexAnswers } from './answer-index.ts'
import { bookCounts } from './counters.ts'
import { bookFlags } from './flag-counters.ts'
import { flagNewcomers } from './flags.ts'

export interface IntakeSurvey extends IntakeRules {
  id: number
  encodedId: string
  title: string
  currentVersion: number | null
  country: string | null
  surveyType: SurveyType
  currency: string
  takesMany: boolean
  participantLimit: number | null
  participantCount: number
}

/** The facts of a survey that intake needs; NOT_FOUND when there is none. */
export async function getIntakeSurvey(db: Db, id: number): Promise<IntakeSurvey> {
  return found(
    await sql<IntakeSurvey>`
      select id, encoded_id as "encodedId", title, status, current_version as "currentVersion", country,
        survey_type as "surveyType", currency,
        allow_multiple_responses as "takesMany", starts_at as "startsAt", ends_at as "endsAt", grace_hours as "graceHours",
        participant_required as "participantRequired", participant_limit as "participantLimit",
        participant_count as "participantCount",
        ${isListed} as "isListed"
      from survey where id = ${id}`.execute(db),
  )
}

/**
 * The same, with a lock until the transaction ends: no other caller publishes, pauses or closes it, nor takes responses
 * into it. A comparison with stored responses must still hold when they are written.
 */
export async function lockIntakeSurvey(db: Db, id: number): Promise<IntakeSurvey> {
  await sql`select from survey where id = ${id} for no key update`.execute(db)
  return getIntakeSurvey(db, id)
}

function rowsOf(chunk: string) {
  return sql`jsonb_to_recordset(${chunk}::jsonb) as i("row" int, "formKey" text, phone text, name text,
    "submittedAt" timestamptz, latitude float8, longitude float8, accuracy float8, fence text, "fenceDistance" float8, flags text[],
    answers jsonb, paradata jsonb, prints jsonb, collector text)`
}

export interface StoredClash {
  row: number
  /** The stored form of this key, with what the row says. */
  id: number | null
  formKey: string
  answers: Answers | null
  /** SAME: the very response is there already, which is fine. DIFFERS: it is there with other answers, and no other form. */
  outcome: 'SAME' | 'DIFFERS' | Extract<ProblemCode, 'FORM_EXISTS' | 'RESPONSE_REPEATED' | 'PARTICIPANT_NOT_LISTED'>
}

/**
 * Rows that meet something stored: their own form from an earlier time, another response of the same participant, or a
 * list that lacks them. A pilot and the survey itself each take their own response of a participant. `offset 0`: one row
 * looks up one participant, rather than reading all forms of the survey first.
 */
export async function findClashes(
  db: Db,
  { id, takesMany, status, isListed: hasList, currentVersion }: IntakeSurvey,
  chunk: string,
): Promise<StoredClash[]> {
  const allowed = hasList ? await mayAnswer(db, id) : sql`true`
  const unlisted = sql`(${hasList}::boolean and i.phone is not null and not exists (
    select from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT' and ${allowed}))`
  const { rows } = await sql<StoredClash>`
    select i."row", i."formKey", form.id, outcome, case outcome when 'DIFFERS' then i.answers end as answers
    from ${rowsOf(chunk)}
    left join form on form.survey_id = ${id} and form.client_uuid = i."formKey"
    left join form_doc doc on doc.survey_id = form.survey_id and doc.id = form.id
    left join person holder on holder.id = form.participant_id
    cross join lateral (select case
      when form.id is null and ${unlisted} then 'PARTICIPANT_NOT_LISTED'
      when form.id is null then 'RESPONSE_REPEATED'
      when holder.phone is distinct from i.phone or form.submitted_at <> coalesce(i."submittedAt", form.submitted_at)
        or form.latitude is distinct from i.latitude or form.longitude is distinct from i.longitude then 'FORM_EXISTS'
      when doc.answers = i.answers then 'SAME'
      when form.survey_version = ${currentVersion}::int then 'DIFFERS'
      else 'FORM_EXISTS' end as outcome) verdict
    where form.id is not null or ${unlisted} or not ${takesMany}::boolean and exists (
      select from form other where other.survey_id = ${id} and other.is_pilot = ${isPilot(status)}
        and other.participant_id = (
          select person.id from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT')
      offset 0)`.execute(db)
  return rows
}

/** Whether the survey takes one more response of this participant; `findClashes` asks it of phones. */
export async function mayAnswerAgain(
  db: Db,
  { id, takesMany, status }: Pick<IntakeSurvey, 'id' | 'takesMany' | 'status'>,
  participantId: number,
): Promise<boolean> {
  if (takesMany) return true
  const { rows } = await sql`
    select from form where survey_id = ${id} and participant_id = ${participantId} and is_pilot = ${isPilot(status)}
    limit 1`.execute(db)
  return rows.length === 0
}

/** The newcomers for whom the survey has no room. A pilot has no limit. */
export async function findBeyondLimit(
  db: Db,
  survey: IntakeSurvey,
  chunks: readonly string[],
): Promise<(Newcomer & { limit: number })[]> {
  const { participantLimit: limit, participantCount, status } = survey
  if (limit === null || isPilot(status)) return []
  const newcomers: Newcomer[] = []
  for (const chunk of chunks) newcomers.push(...(await findNewcomers(db, survey, chunk)))
  return beyondLimit(newcomers, limit - participantCount).map((each) => ({ ...each, limit }))
}

/** Rows of participants who have not answered yet, in their order: those whom a limit may leave out. */
async function findNewcomers(db: Db, { id }: IntakeSurvey, chunk: string): Promise<Newcomer[]> {
  const { rows } = await sql<Newcomer>`
    select i."row", i.phone from ${rowsOf(chunk)}
    where not exists (select from form where form.survey_id = ${id} and form.client_uuid = i."formKey")
      and not exists (select from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT'
        and ${hasAnswered(id, sql`person.id`)})
    order by i."row"`.execute(db)
  return rows
}

/** Pilots do not count. */
function hasAnswered(surveyId: number, participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from form earlier where earlier.survey_id = ${surveyId}
    and earlier.participant_id = ${participantId} and not earlier.is_pilot)`
}

/**
 * Makes the participants whose phones are not known yet; returns how many. The others keep their phones until the
 * transaction ends: what belongs to a phone would come to a person who was erased meanwhile.
 */
export async function insertParticipants(db: Db, chunk: string): Promise<number> {
  await sql`
    select from person where admin_type = 'PARTICIPANT' and phone in (select phone from ${rowsOf(chunk)})
    order by id for key share`.execute(db)
  const { rows } = await sql`
    insert into person (username, name, phone, admin_type, role_id)
    select i.phone, min(i.name), i.phone, 'PARTICIPANT', (select id from role where role = 'PARTICIPANT')
    from ${rowsOf(chunk)}
    where i.phone is not null
      and not exists (select from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT')
    group by i.phone order by i.phone
    on conflict (phone) where admin_type = 'PARTICIPANT' do nothing
    returning id`.execute(db)
  return rows.length
}

export interface Intake {
  survey: IntakeSurvey
  version: number
  source: ResponseSource
  uploadId?: number
  /** Of forms that name none themselves. */
  collector?: Collector | undefined
}

/**
 * Takes the forms that are not there yet, with their answers, participants, counts and tasks. Once in a transaction, under
 * `lockIntakeSurvey`.
 */
export async function takeForms(
  db: Db,
  intake: Intake,
  chunks: readonly string[],
): Promise<{ created: number; newParticipants: number }> {
  const created: number[] = []
  let newParticipants = 0
  const collectorId = await noteCollector(db, intake.collector)
  for (const chunk of chunks) {
    newParticipants += await insertParticipants(db, chunk)
    if (intake.source === 'EXCEL') await noteNames(db, rowsOf(chunk))
    for (const id of await insertForms(db, { ...intake, collectorId }, chunk)) created.push(id)
  }
  await indexAnswers(db, intake.survey.id, created)
  await openTasks(db, intake.survey.id, created)
  await flagNewcomers(db, intake.survey.id, created, isPilot(intake.survey.status))
  return { created: created.length, newParticipants }
}

/** Stores the forms that are not there yet, with their answers and counts; returns their ids. */
async function insertForms(
  db: Db,
  { survey, version, source, uploadId, collectorId }: Intake & { collectorId: number | null },
  chunk: string,
): Promise<number[]> {
  const pilot = isPilot(survey.status)
  // Below zero in a pilot, which takes a response of its own from each participant.
  const onceKey = survey.takesMany ? sql`null::bigint` : pilot ? sql`-person.id` : sql`person.id`
  const counts = bookCounts(sql`select survey_id, survey_version, status, is_pilot, submitted_at, 1 as n from added`)
  const flagCounts = bookFlags(sql`select survey_id, is_pilot, flags, 1 as n from added`)
  const { rows } = await sql<{ id: number }>`
    with input as materialized (select * from ${rowsOf(chunk)}),
    added as (
      insert into form (survey_id, survey_version, participant_id, once_key, status, source, is_pilot, client_uuid,
        latitude, longitude, accuracy, fence, fence_distance, flags, submitted_at, upload_id, collector_id)
      select ${survey.id}, ${version}, person.id, ${onceKey}, 'RECEIVED', ${source}, ${pilot},
        i."formKey", i.latitude, i.longitude, i.accuracy,
        i.fence, i."fenceDistance", coalesce(i.flags, '{}'), coalesce(i."submittedAt", now()), ${uploadId ?? null},
        coalesce((select id from collector where kind = 'NAME' and name = i.collector), ${collectorId}::bigint)
      from input i left join person on person.phone = i.phone and person.admin_type = 'PARTICIPANT'
      where not exists (select from form where form.survey_id = ${survey.id} and form.client_uuid = i."formKey")
      order by i."row"
      returning survey_id, id, survey_version, status, is_pilot, client_uuid, submitted_at, participant_id, flags
    ),
    newcomers as (
      select count(distinct participant_id) + count(*) filter (where participant_id is null) as n from added
      where not is_pilot and not ${hasAnswered(survey.id, sql`added.participant_id`)}
    ),
    admitted as (
      update survey set participant_count = participant_count + newcomers.n from newcomers
      where survey.id = ${survey.id} and newcomers.n > 0
    ),
    docs as (
      insert into form_doc (survey_id, id, answers, paradata)
      select added.survey_id, added.id, i.answers, coalesce(i.paradata, '{}') from added join input i on i."formKey" = added.client_uuid
    ),
    prints as (
      insert into form_print (survey_id, is_pilot, kind, hash, id)
      select added.survey_id, added.is_pilot, (print->>0)::smallint, (print->>1)::bigint, added.id
      from added join input i on i."formKey" = added.client_uuid cross join jsonb_array_elements(i.prints) print
    ),
    counts as (${counts}),
    flag_counts as (${flagCounts})
    select id from added`.execute(db)
  return rows.map(({ id }) => id)
}
