/** Compares incoming responses with the stored ones, the list of participants and the limit. */
import { type RawBuilder, sql } from 'kysely'
import type { Answers } from '#domain/answers/answers.ts'
import { beyondLimit, type Newcomer } from '#domain/surveys/intake.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { isPilot } from '#domain/surveys/survey-life.ts'
import type { Db } from '../../db/pool.ts'
import { mayAnswer } from '../../surveys/who-answers.ts'
import { type Chunk, type IntakeSurvey, lockBeside, rowsOf, runOn } from './intake-store.ts'
import { formsOfParticipant, hasAnswered } from '../../records/forms-of.ts'

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
 * list that lacks them. A pilot and the survey itself each take their own response of a participant.
 */
export async function findClashes(db: Db, survey: IntakeSurvey, chunk: Chunk): Promise<StoredClash[]> {
  return runOn(db, chunk, await clashesOf(db, survey, chunk))
}

async function clashesOf(
  db: Db,
  { id, takesMany, status, isListed: hasList, currentVersion }: IntakeSurvey,
  chunk: Chunk,
): Promise<RawBuilder<StoredClash>> {
  const allowed = hasList ? await mayAnswer(db, id) : sql`true`
  const unlisted = sql`(${hasList}::boolean and i.phone is not null and not exists (
    select from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT' and ${allowed}))`
  return sql<StoredClash>`
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
      select from ${formsOfParticipant(sql`(
        select person.id from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT')`)} other
      where other.survey_id = ${id} and other.is_pilot = ${isPilot(status)})`
}

/** The newcomers for whom the survey has no room. A pilot has no limit. */
export async function findBeyondLimit(
  db: Db,
  survey: IntakeSurvey,
  chunks: readonly Chunk[],
): Promise<(Newcomer & { limit: number })[]> {
  const { participantLimit: limit, participantCount, status } = survey
  if (limit === null || isPilot(status)) return []
  const newcomers: Newcomer[] = []
  for (const chunk of chunks) newcomers.push(...(await findNewcomers(db, survey, chunk)))
  return beyondLimit(newcomers, limit - participantCount).map((each) => ({ ...each, limit }))
}

/** Rows of participants who have not answered yet, in their order: those whom a limit may leave out. */
function findNewcomers(db: Db, { id }: IntakeSurvey, chunk: Chunk): Promise<Newcomer[]> {
  const newcomers = sql<Newcomer>`
    select i."row", i.phone from ${rowsOf(chunk)}
    where not exists (select from form where form.survey_id = ${id} and form.client_uuid = i."formKey")
      and not exists (select from person where person.phone = i.phone and person.admin_type = 'PARTICIPANT'
        and ${hasAnswered(id, sql`person.id`)})
    order by i."row"`
  return runOn(db, chunk, newcomers)
}

/** Holds the lock of `lockIntakeSurvey`. Compares forms, read by earlier facts, with the present facts and rows. */
export async function lockAndCompare(
  db: Db,
  before: IntakeSurvey,
  chunk: Chunk,
): Promise<{ survey: IntakeSurvey; clashes: StoredClash[] }> {
  const clashes = sql<StoredClash[]>`(
    select coalesce(json_agg(clash), '[]') from (${await clashesOf(db, before, chunk)}) clash)`
  const { beside, ...survey } = await lockBeside(db, before.id, clashes)
  return { survey, clashes: beside }
}
