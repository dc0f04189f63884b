/** Takes responses into the database: one of them, or thousands in a statement. */
import { type RawBuilder, sql } from 'kysely'
import type { IntakeRules } from '#domain/surveys/intake.ts'
import type { FenceMode } from '#domain/answers/geofence.ts'
import type { ResponseSource } from '#domain/answers/response.ts'
import { isPilot } from '#domain/surveys/survey-life.ts'
import type { SurveyType } from '#domain/surveys/survey.ts'
import { inOneTrip, isOneOf, named, runFor, runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { isListed } from '../../surveys/who-answers.ts'
import { openedTasks } from '../../tasks/task-store.ts'
import { type Collector, noteNames, numberOf } from '../list/collectors.ts'
import type { FormRow } from './check-form.ts'
import { flagNewcomers, type Usual } from '../flags/flags.ts'
import { formsOfParticipant, hasAnswered } from '../../records/forms-of.ts'

export interface IntakeSurvey extends IntakeRules {
  id: number
  encodedId: string
  title: string
  currentVersion: number | null
  /** Of the content of the current version. */
  currentChecksum: string | null
  /** How many versions and revisions were published. */
  editions: number
  fence: FenceMode
  /** Counts the changes of the geofence. */
  fenceVersion: number
  country: string | null
  surveyType: SurveyType
  currency: string
  takesMany: boolean
  questionPerPage: boolean
  participantLimit: number | null
  participantCount: number
}

/** The facts of a survey that intake needs; NOT_FOUND when there is none. */
export async function getIntakeSurvey(db: Db, id: number): Promise<IntakeSurvey> {
  const { beside: _, ...survey } = await getBeside(db, id, sql<null>`null`)
  return survey
}

/** The same with a value of one more expression, about the survey of this number. */
async function getBeside<T>(db: Db, id: number, beside: RawBuilder<T>): Promise<IntakeSurvey & { beside: T }> {
  return found({ rows: await runNamed(db, besideOf(id, beside)) })
}

function besideOf<T>(id: number, beside: RawBuilder<T>): RawBuilder<IntakeSurvey & { beside: T }> {
  return sql<IntakeSurvey & { beside: T }>`
      select id, encoded_id as "encodedId", title, status, current_version as "currentVersion",
        (select encode(checksum, 'hex') from survey_version v where v.survey_id = survey.id and v.number = current_version
          order by revision desc limit 1) as "currentChecksum",
        (select count(*) from survey_version v where v.survey_id = survey.id) as editions,
        coalesce(fence.mode, 'OFF') as fence, coalesce(fence.version, 0) as "fenceVersion", country,
        survey_type as "surveyType", currency,
        allow_multiple_responses as "takesMany", question_per_page as "questionPerPage", starts_at as "startsAt", ends_at as "endsAt", grace_hours as "graceHours",
        participant_required as "participantRequired", participant_limit as "participantLimit",
        participant_count as "participantCount",
        ${isListed} as "isListed", ${beside} as beside
      from survey left join geolocation fence on fence.survey_id = survey.id where id = ${id}`
}

/**
 * The same, with a lock until the transaction ends: no other caller publishes, pauses or closes it, nor takes responses
 * into it. A comparison with stored responses must still hold when they are written.
 */
export async function lockIntakeSurvey(db: Db, id: number): Promise<IntakeSurvey> {
  const { beside: _, ...survey } = await lockBeside(db, id, sql<null>`null`)
  return survey
}

/** The same with a value of one more expression, which sees all that others wrote under the lock. */
export async function lockBeside<T>(db: Db, id: number, beside: RawBuilder<T>): Promise<IntakeSurvey & { beside: T }> {
  const [, rows] = await inOneTrip(db, [lockOf(id), named(besideOf(id, beside))])
  return found({ rows })
}

export async function lockSurvey(db: Db, id: number): Promise<void> {
  await lockOf(id).execute(db)
}

function lockOf(id: number): RawBuilder<unknown> {
  return named(sql`select from survey where id = ${id} for no key update`)
}

export interface StoredForm {
  formKey: string
  id: number
  surveyVersion: number
}

/** The known facts before forms are read. */
export interface Known {
  survey: IntakeSurvey
  /** Those of the forms that are stored. */
  stored: StoredForm[]
  /** By `keyOf`; null for a collector who is not noted yet. */
  collectorIds: Map<string, number | null>
}

export function keyOf(collector: Collector | undefined): string {
  return JSON.stringify(collector ?? null)
}

export async function readSurvey(
  db: Db,
  id: number,
  forms: readonly { formKey: string; collector?: Collector | undefined }[],
): Promise<Known> {
  const formKeys = forms.map(({ formKey }) => formKey)
  const collectors = new Map(forms.map(({ collector }) => [keyOf(collector), collector]))
  const numbers = sql.join([...collectors.values()].map(numberOf))
  const known = sql<{
    numbers: (number | null)[]
    stored: StoredForm[]
  }>`json_build_object('numbers', array[${numbers}], 'stored', (
    select coalesce(json_agg(json_build_object('formKey', client_uuid, 'id', form.id, 'surveyVersion', survey_version)), '[]')
    from form where form.survey_id = ${id} and ${isOneOf(sql`form.client_uuid`, formKeys)}))`
  const { beside, ...survey } = await getBeside(db, id, known)
  const collectorIds = new Map([...collectors.keys()].map((key, at) => [key, beside.numbers[at] ?? null]))
  return { survey, stored: beside.stored, collectorIds }
}

/** A JSON array of thousands of `FormRow`, or one; what a statement does not look at may be left out. */
export type Chunk = string | Partial<FormRow>

export function rowsOf(chunk: Chunk) {
  const rows =
    typeof chunk === 'string'
      ? sql`jsonb_to_recordset(${chunk}::jsonb)`
      : sql`jsonb_to_record(${JSON.stringify(chunk)}::jsonb)`
  return sql`${rows} as i("row" int, "formKey" text, phone text, name text,
    "submittedAt" timestamptz, latitude float8, longitude float8, accuracy float8, fence text, "fenceDistance" float8, flags text[],
    answers jsonb, paradata jsonb, prints jsonb, collector text, version int, source text, "collectorId" bigint)`
}

/** Whether the survey takes one more response of this participant; `findClashes` asks it of phones. */
export async function mayAnswerAgain(
  db: Db,
  { id, takesMany, status }: Pick<IntakeSurvey, 'id' | 'takesMany' | 'status'>,
  participantId: number,
): Promise<boolean> {
  if (takesMany) return true
  const { rows } = await sql`
    select from ${formsOfParticipant(sql`${participantId}::bigint`)} f where survey_id = ${id} and is_pilot = ${isPilot(status)}
    limit 1`.execute(db)
  return rows.length === 0
}

/** Named for one row. */
export function runOn<Row>(db: Db, chunk: Chunk, query: RawBuilder<Row>): Promise<Row[]> {
  return runFor(db, typeof chunk === 'string' ? 2 : 1, query)
}

/**
 * Of `input`, as parts of a statement: `made` are the participants whose phones are not known yet, `people` all of them. The
 * others keep their phones until the transaction ends: what belongs to a phone would come to a person who was erased
 * meanwhile.
 */
const participants = sql`
    wanted as materialized (select min(name) as name, phone from input where phone is not null group by phone),
    known as materialized (
      select id, phone from person where admin_type = 'PARTICIPANT' and phone = any(array(select phone from wanted))
      order by id for key share
    ),
    made as (
      insert into person (username, name, phone, admin_type, role_id)
      select phone, name, phone, 'PARTICIPANT', (select id from role where role = 'PARTICIPANT') from wanted
      where phone not in (select phone from known) order by phone
      on conflict (phone) where admin_type = 'PARTICIPANT' do nothing
      returning id, phone
    ),
    people as (select id, phone from known union all select id, phone from made)`

/** The participant of a phone, made when it is not known yet. */
export async function participantOf(db: Db, { phone, name }: { phone: string; name: string }): Promise<number> {
  const query = sql<{ id: number }>`
    with input as materialized (select ${name}::text as name, ${phone}::text as phone), ${participants} select id from people`
  const [person] = await runNamed(db, query)
  if (!person) throw new ParticipantMade()
  return person.id
}

/** Another survey made a participant at this very moment. The transaction begins again and meets them. */
class ParticipantMade extends Error {
  readonly code = '40001'
}

export interface Intake {
  survey: IntakeSurvey
  /** Of forms that say none themselves. */
  version?: number
  source?: ResponseSource
  uploadId?: number
}

interface StoredNow {
  id: number
  formKey: string
}

/**
 * Takes the forms that are not there yet, with their answers, participants, counts and tasks. Their drafts end. Once in a
 * transaction, under `lockIntakeSurvey`.
 */
export async function takeForms(
  db: Db,
  intake: Intake,
  chunks: readonly Chunk[],
): Promise<{ created: StoredNow[]; newParticipants: number }> {
  const created: StoredNow[] = []
  let newParticipants = 0
  let usual: Usual | null = null
  for (const chunk of chunks) {
    // Most files have none, and to look through their rows once more takes as long as a tenth of their storing.
    if (typeof chunk === 'string' && chunk.includes('"collector":')) await noteNames(db, rowsOf(chunk))
    const stored = await insertForms(db, intake, chunk)
    for (const form of stored.forms) created.push(form)
    newParticipants += stored.made
    usual = stored.usual ?? usual
  }
  const ids = created.map(({ id }) => id)
  if (ids.length > 0)
    await flagNewcomers(db, intake.survey.id, { ids, usual, beside: openedTasks(intake.survey.id, ids) })
  return { created, newParticipants }
}

interface Inserted {
  /** In the order of their ids. */
  forms: StoredNow[]
  made: number
  usual: Usual | null
  isMissing: boolean
}

/** Stores the forms that are not there yet, with their answers and participants. */
async function insertForms(db: Db, { survey, version, source, uploadId }: Intake, chunk: Chunk): Promise<Inserted> {
  const pilot = isPilot(survey.status)
  // Below zero in a pilot, which takes a response of its own from each participant.
  const onceKey = survey.takesMany ? sql`null::bigint` : pilot ? sql`-person.id` : sql`person.id`
  const inserted = sql<Inserted>`
    with input as materialized (select * from ${rowsOf(chunk)}),
    ${participants},
    added as (
      insert into form (survey_id, survey_version, participant_id, once_key, status, source, is_pilot, client_uuid,
        latitude, longitude, accuracy, fence, fence_distance, flags, submitted_at, upload_id, collector_id)
      select ${survey.id}, coalesce(i.version, ${version ?? null}::int), person.id, ${onceKey}, 'RECEIVED', coalesce(i.source, ${source ?? null}), ${pilot},
        i."formKey", i.latitude, i.longitude, i.accuracy,
        i.fence, i."fenceDistance", coalesce(i.flags, '{}'), coalesce(i."submittedAt", now()), ${uploadId ?? null},
        coalesce((select id from collector where kind = 'NAME' and name = i.collector), i."collectorId")
      from input i left join people person on person.phone = i.phone
      where not exists (
        select from form where form.survey_id = ${survey.id} and form.client_uuid = i."formKey" offset 0)
      order by i."row"
      returning survey_id, id, is_pilot, client_uuid, participant_id
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
    indexed as (
      insert into answer_index (survey_id, form_id, question_id, word, number)
      select added.survey_id, added.id, index.question_id, index.word, index.number
      from added join input i on i."formKey" = added.client_uuid, lateral index_rows(added.survey_id, i.answers) index
    ),
    prints as (
      insert into form_print (survey_id, is_pilot, kind, hash, id)
      select added.survey_id, added.is_pilot, (print->>0)::smallint, (print->>1)::bigint, added.id
      from added join input i on i."formKey" = added.client_uuid cross join jsonb_array_elements(i.prints) print
    ),
    ended as (
      delete from entry_draft draft using added
      where draft.survey_id = added.survey_id and draft.client_uuid = added.client_uuid
    ),
    changed as (insert into form_change (survey_id, form_id) select survey_id, id from added),
    usual as (
      insert into survey_usual as usual (survey_id, seen)
      select ${survey.id}, count(*) from added where not is_pilot having count(*) > 0
      on conflict (survey_id) do update set seen = usual.seen + excluded.seen
      returning seen, measured_at as "measuredAt"
    )
    select (select coalesce(json_agg(json_build_object('id', id, 'formKey', client_uuid) order by id), '[]') from added) as forms, (select count(*) from made) as made,
      (select row_to_json(usual) from usual) as usual,
      exists (select from wanted where phone not in (select phone from people)) as "isMissing"`
  const row = found({ rows: await runOn(db, chunk, inserted) })
  if (row.isMissing) throw new ParticipantMade()
  return row
}
