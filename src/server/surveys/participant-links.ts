/** Participants' own links to a survey: made for one of them, or for the survey's whole list. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type ParticipantLink, surveyTokens } from '#contract/survey-tokens.ts'
import { maskPhone, seesPhones } from '#domain/people/phone.ts'
import { problem } from '#domain/problems.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { hashToken } from '../http/session.ts'
import { openSurvey } from '../scope.ts'
import { surveyStore } from './store.ts'
import { isListed, mayAnswer } from './who-answers.ts'

interface Addressee {
  participantId: number
  name: string
  phone: string
}

/** People without a phone were erased: no response can be theirs. */
const reachable = sql`person.admin_type = 'PARTICIPANT' and person.phone is not null and person.status = 'ACTIVE'`

export const participantLinkRoute = on(surveyTokens.links, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  await surveyStore.lock(db, surveyId)
  const { participantId, list } = body
  const people =
    participantId === undefined
      ? await listedPeople(db, surveyId, list === 'ALL' ? 'ALL' : 'MISSING')
      : [await onePerson(db, surveyId, participantId)]
  const made = people.map((person) => ({ ...person, token: randomBytes(32).toString('base64url') }))
  await storeLinks(db, surveyId, made, actor.id)
  // The trail never forgets, so it has neither names nor phones.
  const after = { made: made.length, ...(participantId === undefined ? { list } : { participantId }) }
  audit({ action: 'surveys.participantLinks', subjectType: 'survey', subjectId: surveyId, after })
  const sees = seesPhones(actor.permissions)
  return { links: made.map((link): ParticipantLink => (sees ? link : { ...link, phone: maskPhone(link.phone) })) }
})

/** Throws UNKNOWN_REFERENCE, or PARTICIPANT_NOT_LISTED when only others may answer. */
async function onePerson(db: Db, surveyId: number, id: number): Promise<Addressee> {
  const { rows } = await sql<Addressee & { mayAnswer: boolean }>`
    select id as "participantId", name, phone,
      not (select ${isListed} from survey where survey.id = ${surveyId}) or ${await mayAnswer(db, surveyId)} as "mayAnswer"
    from person where id = ${id} and ${reachable}`.execute(db)
  const [person] = rows
  const code = person ? 'PARTICIPANT_NOT_LISTED' : 'UNKNOWN_REFERENCE'
  if (!person?.mayAnswer) throw new AppError('VALIDATION_FAILED', { errors: [problem('participantId', code)] })
  const { mayAnswer: _, ...known } = person
  return known
}

async function listedPeople(db: Db, surveyId: number, which: 'MISSING' | 'ALL'): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select person.id as "participantId", person.name, person.phone
    from survey_participant listed join person on person.id = listed.participant_id
    where listed.survey_id = ${surveyId} and ${reachable} and (${which === 'ALL'}::boolean or not exists (
      select from survey_token t where t.survey_id = ${surveyId} and t.person_id = person.id
        and t.kind = 'ANSWER' and t.revoked_at is null))
    order by person.name, person.id`.execute(db)
  return rows
}

/** The links that these people had before open nothing any more. */
async function storeLinks(db: Db, surveyId: number, made: readonly ParticipantLink[], makerId: number): Promise<void> {
  const ids = made.map(({ participantId }) => participantId)
  await sql`
    update survey_token set revoked_at = now()
    where survey_id = ${surveyId} and kind = 'ANSWER' and revoked_at is null and person_id = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into survey_token (survey_id, kind, name, token_hash, person_id, created_by)
    select ${surveyId}::bigint, 'ANSWER', 'participant ' || link.id, link.hash, link.id, ${makerId}::bigint
    from unnest(${ids}::bigint[], ${made.map(({ token }) => hashToken(token))}::bytea[]) link (id, hash)`.execute(db)
}
