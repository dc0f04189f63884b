/**
 * The worker erases what two people decided, some hundred people and their responses in each transaction: a process that dies
 * leaves the rest to the next. Counts, money and the seals of the trail stay as they are.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { mergeRosters } from '#domain/answers/merged-rosters.ts'
import { mergeVersions } from '#domain/answers/merged-versions.ts'
import { tellsWho } from '#domain/answers/personal.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { fromSource, writeAudits } from '../audit.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { removeFile } from '../files/store.ts'
import type { Services } from '../services.ts'
import { allVersions } from '../surveys/version-store.ts'
import { belongsTo, type Erased, isUnderWay } from './report.ts'
import { folderOf, nameOfSurvey } from '../responses/insight/engine.ts'

interface Erasure extends Erased {
  id: number
  /** Of a retention. */
  months: number | null
}

/** The ids of questions as answers have them: all that go, and those among them that people write. */
interface Gone {
  questions: string[]
  written: string[]
}

const atOnce = 500
const source = { actorId: 0, requestId: 'erasure', address: null }

/** A chore: one process at a time does an erasure. It waits for payments that are on their way. */
export async function eraseConfirmed(services: Services): Promise<void> {
  const { db } = services.database
  const rows = await rowsOf<Erasure>(db)`
    select id, survey_id as "surveyId", person_id as "personId", months
    from erasure where status = 'CONFIRMED' and erasure_due(erasure) <= now() order by id`
  for (const erasure of rows) if (!(await isUnderWay(db, erasure))) await erase(services, erasure)
}

async function erase(services: Services, erasure: Erasure): Promise<void> {
  const { db } = services.database
  const gone = await goneOf(db, erasure)
  for (const whose of ['people', 'nameless'] as const)
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after
      after = await inTransaction(db, (tx) => eraseNext(tx, { erasure, gone, whose, after: from }))
    }
  const surveys = await inTransaction(db, (tx) => finish(tx, erasure))
  const columns = folderOf(services.settings.dataDir)
  for (const id of surveys) await rm(join(columns, nameOfSurvey(id)), { recursive: true, force: true, maxRetries: 3 })
}

async function goneOf(db: Db, erasure: Erasure): Promise<Gone> {
  const rows = await rowsOf<{ id: number }>(db)`
    select distinct survey_id as id from form where ${belongsTo(erasure)}`
  const gone: Gone = { questions: [], written: [] }
  for (const { id } of rows) {
    const versions = await allVersions(db, id)
    const asked = [...mergeVersions(versions), ...mergeRosters(versions).flatMap(({ questions }) => questions)]
    for (const { question, places, personal } of asked) {
      if (!tellsWho(question, personal)) continue
      const keys = places.map(({ key }) => key)
      gone.questions.push(...keys)
      const { answer, options } = traitsOf(question.type)
      if (answer === 'text' && !options) gone.written.push(...keys)
    }
  }
  return gone
}

interface Turn {
  erasure: Erasure
  gone: Gone
  /** Those of participants; then responses and payments that name none. */
  whose: 'people' | 'nameless'
  /** The last id that was done. */
  after: number
}

/** Says after which id the next turn goes on; undefined after the last. */
async function eraseNext(db: Db, { erasure, gone, whose, after }: Turn): Promise<number | undefined> {
  await sql`select from erasure where id = ${erasure.id} for update`.execute(db)
  const which = belongsTo(erasure)
  const isPeople = whose === 'people'
  const both = (column: string, where: RawBuilder<unknown>) => sql`
    select ${sql.ref(column)} as id from form where ${which} and ${where} union select ${sql.ref(column)} from payable where ${which} and ${where}`
  // Those who take the place of others came without a name.
  const ids = await idsOf(
    db,
    isPeople
      ? sql`select id from (${both('participant_id', sql`participant_id > ${after}`)} union select ${erasure.personId}::bigint) each
          join person using (id) where id > ${after} and anonymised_at is distinct from created_at order by id limit ${atOnce}`
      : sql`${both('id', sql`participant_id is null and id > ${after}`)} order by id limit ${atOnce}`,
  )
  if (ids.length === 0) return undefined
  const owned = (table: string) =>
    idsOf(
      db,
      sql`select id from ${sql.table(table)} where ${which} and ${sql.ref(isPeople ? 'participant_id' : 'id')} = any(${ids}::bigint[]) order by id`,
    )
  const [forms, payables] = [await owned('form'), await owned('payable')]
  const people = isPeople ? ids : []
  const words = await wordsOf(db, { gone, forms, payables, people })
  await cancelPayments(db, sql`id = any(${payables}::bigint[]) and status = 'ELIGIBLE'`)
  const instead = await placesOf(db, erasure, people)
  // What receivers answered may say again what they read.
  await sql`update webhook_delivery set answer = null where subject_id = any(${[...forms, ...payables]}::bigint[])`.execute(
    db,
  )
  await eraseResponses(db, { erasure, gone, forms, people, instead, words })
  await erasePeople(
    db,
    people.filter((id, place) => instead[place] === id),
  )
  const { trail } = await rowOf<{
    trail: number
  }>(db)`select erase_kept(${erasure.id}, ${forms}::bigint[], ${gone.questions}::text[], ${payables}::bigint[],
      ${people}::bigint[], ${instead}::bigint[], ${words}::text[]) as trail`
  const counts = { people: people.length, responses: forms.length, payments: payables.length, trail }
  await note(db, erasure, 'erasures.erase', { ...counts, months: erasure.months })
  return ids.at(-1)
}

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db)`${query}`).map(({ id }) => id)
}

function note(db: Db, { id }: Erasure, action: string, after: unknown): Promise<void> {
  return writeAudits(db, fromSource([{ action, subjectType: 'erasure', subjectId: id, after }], source))
}

interface Instead {
  instead: number[]
  words: string[]
}

interface Chosen {
  gone: Gone
  forms: number[]
  people: number[]
}

/** Names, phones and personal answers, by which rows beside are found. */
async function wordsOf(db: Db, { gone, forms, people, payables }: Chosen & { payables: number[] }): Promise<string[]> {
  const rows = await rowsOf<{ word: string }>(db)`
    select distinct word from (
      select unnest(array[name, username, phone, payment_phone, email]) as word from person where id = any(${people}::bigint[])
      union all select value #>> '{}' from form_doc doc, jsonb_each(doc.answers) where doc.id = any(${forms}::bigint[])
        and split_part(key, '.', 1) = any(${gone.written}::text[]) and jsonb_typeof(value) = 'string'
      union all select recipient_name from manual_payment where payable_id = any(${payables}::bigint[])
      union all select msisdn from payable where id = any(${payables}::bigint[])) each where length(word) > 2`
  return rows.map(({ word }) => word)
}

/** Who takes the place of each in this survey: a new nameless person where they belong to other surveys too. */
async function placesOf(db: Db, { surveyId }: Erasure, people: readonly number[]): Promise<number[]> {
  if (surveyId === null) return [...people]
  const rows = await rowsOf<{ id: number; instead: number }>(db)`
    with shared as materialized (
      select p.id, nextval(pg_get_serial_sequence('person', 'id')) as instead from person p where p.id = any(${people}::bigint[])
        and p.anonymised_at is null and exists (
          select from form where participant_id = p.id and survey_id <> ${surveyId}
          union all select from payable where participant_id = p.id and survey_id <> ${surveyId}
          union all select from survey_participant where participant_id = p.id and survey_id <> ${surveyId})
    ), made as (
      insert into person (id, username, name, admin_type, role_id, status, anonymised_at) overriding system value
      select instead, 'anonymous-' || instead, 'anonymous-' || instead, 'PARTICIPANT', role_id, 'SUSPENDED', now()
      from shared join person using (id)
    )
    select id, instead from shared`
  const instead = new Map(rows.map((row) => [row.id, row.instead]))
  return people.map((id) => instead.get(id) ?? id)
}

/** Payments without a signature go on no more. */
export async function cancelPayments(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with signed as (select id, status from payable where ${which}),
      cancelled as (
        update payable p set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
        from signed where p.id = signed.id)
    insert into audit (action, subject_type, subject_id, before, after, request_id)
    select 'payments.cancel', 'payable', id::text, jsonb_build_object('status', status),
      '{"status": "CANCELLED", "reason": "ERASED"}'::jsonb, ${source.requestId} from signed`.execute(db)
}

export async function erasePeople(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update person set username = 'anonymous-' || id, name = 'anonymous-' || id, email = null, phone = null, payment_phone = null,
      payment_provider = null, gender = null, avatar = null, birth_date = null, administrative_unit_id = null, status = 'SUSPENDED',
      anonymised_at = coalesce(anonymised_at, now()), version = version + 1, updated_at = now()
    where id = any(${ids}::bigint[])`.execute(db)
}

/** All that the app keeps of these responses and that tells who gave them, and where. Choices and numbers stay. */
async function eraseResponses(
  db: Db,
  { erasure: { surveyId }, gone, forms, people, instead, words }: Chosen & Pick<Turn, 'erasure'> & Instead,
): Promise<void> {
  const ids = sql`any(${forms}::bigint[])`
  const one = sql`coalesce((${instead}::bigint[])[array_position(${people}::bigint[], f.participant_id)], f.participant_id)`
  await sql`
    update form f set participant_id = ${one}, once_key = case when once_key is not null then sign(once_key) * ${one} end,
      latitude = null, longitude = null, accuracy = null, fence_distance = null, reason = null, replaced = null,
      client_uuid = case without_words(client_uuid, ${words}::text[]) when client_uuid then client_uuid else 'erased-' || id end
    where f.id = ${ids}`.execute(db)
  await sql`
    update form_doc doc set paradata = jsonb_strip_nulls(jsonb_build_object('consent', paradata -> 'consent')), answers = answers - array(
      select key from jsonb_object_keys(answers) key where split_part(key, '.', 1) = any(${gone.questions}::text[]))
    where doc.id = ${ids}`.execute(db)
  await sql`delete from answer_index where form_id = ${ids} and question_id = any(${gone.questions}::bigint[])`.execute(
    db,
  )
  await sql`delete from form_print where id = ${ids}`.execute(db)
  await sql`delete from review_note where response_id = ${ids}`.execute(db)
  await sql`update form_flag set note = 'erased' where id = ${ids} and note is not null`.execute(db)
  await sql`update task set note = null, assignee_id = null where form_id = ${ids}
    or assignee_id = any(${people}::bigint[]) and coalesce(survey_id = ${surveyId}, true)`.execute(db)
  const rows = await rowsOf<{ id: number }>(db)`
    with taken as (delete from form_file where response_id = ${ids} returning file_id),
      gone as (delete from attachment using taken where attachment.file_id = taken.file_id returning attachment.file_id, thumbnail_id)
    select file_id as id from gone union all select thumbnail_id from gone where thumbnail_id is not null`
  await removeAtOnce(db, rows)
}

/** Their bytes are not kept for a restore: the next turn of `clearContents` removes them. */
async function removeAtOnce(db: Db, files: readonly { id: number }[]): Promise<void> {
  for (const { id } of files) await removeFile(db, id, { atOnce: true })
}

/** What was made of the responses before goes too: files of jobs, drafts, reports of uploads. Gives the surveys, whose files of columns go. */
async function finish(db: Db, erasure: Erasure): Promise<number[]> {
  const surveys = sql<{ id: number }>`select distinct survey_id as id from form where ${belongsTo(erasure)}`
  // An export under way may hold what was there before: it begins again.
  await sql`update job set state = 'WAITING', next_at = now(), tries = 0
    where state = 'RUNNING' and kind in ('records.export', 'responses.download')`.execute(db)
  const made = await sql<{ id: number }>`
    with made as (select id, file_id from job where file_id is not null for update),
      freed as (update job set file_id = null from made where job.id = made.id)
    select file_id as id from made`.execute(db)
  await removeAtOnce(db, made.rows)
  await sql`delete from entry_draft where survey_id in (${surveys}) and ${erasure.surveyId !== null}::boolean`.execute(
    db,
  )
  await sql`update form_upload set result = result || '{"problems": []}' where survey_id in (${surveys}) and result ? 'problems'`.execute(
    db,
  )
  await sql`delete from column_file where survey_id in (${surveys})`.execute(db)
  const { rows } = await surveys.execute(db)
  const status = erasure.months === null ? 'DONE' : 'CONFIRMED'
  await sql`update erasure set status = ${status}, done_at = now() where id = ${erasure.id}`.execute(db)
  await note(db, erasure, 'erasures.done', { status: 'DONE', months: erasure.months })
  return rows.map(({ id }) => id)
}
