import { type ParticipantLink, type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'
import { maskPhone, seesPhones } from '#domain/people/phone.ts'
import { problem } from '#domain/problems.ts'
import { surveyStore } from './store.ts'
import { isListed, mayAnswer } from './who-answers.ts'

/** Participants' own links to a survey: made for one of them, or for the survey's whole list. */
interface Addressee {
  participantId: number
  name: string
  phone: string
}

/** People without a phone were erased: no response can be theirs. */
const reachable = sql`person.admin_type = 'PARTICIPANT' and person.phone is not null and person.status = 'ACTIVE'`

const participantLinkRoute = on(surveyTokens.links, async ({ db, params, body, actor, audit }) => {
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
  const rows = await rowsOf<Addressee & { mayAnswer: boolean }>(db)`
    select id as "participantId", name, phone,
      not (select ${isListed} from survey where survey.id = ${surveyId}) or ${await mayAnswer(db, surveyId)} as "mayAnswer"
    from person where id = ${id} and ${reachable}`
  const [person] = rows
  const code = person ? 'PARTICIPANT_NOT_LISTED' : 'UNKNOWN_REFERENCE'
  if (!person?.mayAnswer) throw new AppError('VALIDATION_FAILED', { errors: [problem('participantId', code)] })
  const { mayAnswer: _, ...known } = person
  return known
}

async function listedPeople(db: Db, surveyId: number, which: 'MISSING' | 'ALL'): Promise<Addressee[]> {
  const rows = await rowsOf<Addressee>(db)`
    select person.id as "participantId", person.name, person.phone
    from survey_participant listed join person on person.id = listed.participant_id
    where listed.survey_id = ${surveyId} and ${reachable} and (${which === 'ALL'}::boolean or not exists (
      select from survey_token t where t.survey_id = ${surveyId} and t.person_id = person.id
        and t.kind = 'ANSWER' and t.revoked_at is null))
    order by person.name, person.id`
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

/** The tokens of surveys in the database. */
const columns = sql`
  t.id, t.survey_id as "surveyId", t.kind, t.name, t.personal,
  case when owner.id is not null then json_build_object('id', owner.id, 'name', owner.name) end as participant, t.expires_at as "expiresAt",
  case when maker.id is not null then json_build_object('id', maker.id, 'name', maker.name) end as "createdBy",
  t.created_at as "createdAt", t.last_used_at as "lastUsedAt"`
const joined = sql`survey_token t left join person maker on maker.id = t.created_by
  left join person owner on owner.id = t.person_id`

/** Those that are not revoked: expired ones say why an app no longer gets in. */
async function listTokens(db: Db, surveyId: number): Promise<SurveyToken[]> {
  const rows = await rowsOf<SurveyToken>(db)`
    select ${columns} from ${joined} where t.survey_id = ${surveyId} and t.revoked_at is null order by t.id desc`
  return rows
}

type NewToken = Pick<SurveyToken, 'surveyId' | 'kind' | 'name' | 'personal' | 'expiresAt'> & { createdBy: number }

/** Of 256 random bits; only its hash is kept. */
async function makeToken(db: Db, made: NewToken): Promise<SurveyToken & { token: string }> {
  const token = randomBytes(32).toString('base64url')
  const { surveyId, kind, name, personal, expiresAt, createdBy } = made
  const { id } = await rowOf<{ id: number }>(db)`
      insert into survey_token (survey_id, kind, name, token_hash, personal, expires_at, created_by)
      values (${surveyId}, ${kind}, ${name}, ${hashToken(token)}, ${personal}, ${expiresAt}, ${createdBy})
      returning id`
  return { ...(await getToken(db, surveyId, id)), token }
}

/** NOT_FOUND when the survey has no such token, or it is revoked. */
async function getToken(db: Db, surveyId: number, id: number): Promise<SurveyToken> {
  return await rowOf<SurveyToken>(db)`select ${columns} from ${joined}
      where t.survey_id = ${surveyId} and t.id = ${id} and t.revoked_at is null`
}

async function revokeToken(db: Db, surveyId: number, id: number): Promise<SurveyToken> {
  const token = await getToken(db, surveyId, id)
  await sql`update survey_token set revoked_at = now() where id = ${id}`.execute(db)
  return token
}

const list = on(surveyTokens.list, async ({ db, params, actor }) => {
  const rows = await listTokens(db, await openSurvey(db, actor, 'manage', params.id))
  return { rows, total: rows.length }
})

const create = on(surveyTokens.create, async ({ db, params, body, actor, audit }) => {
  const { kind, name, personal = false, expiresAt = null } = body
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  // A token opens no more than its maker may see.
  if (personal && !actor.permissions.has('responses.personal')) throw new AppError('GRANT_NOT_HELD')
  const { token, ...made } = await makeToken(db, { surveyId, kind, name, personal, expiresAt, createdBy: actor.id })
  audit({ action: 'surveys.tokenMade', subjectType: 'survey', subjectId: surveyId, after: onTrail(made) })
  return { ...made, token }
})

const revoke = on(surveyTokens.revoke, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  const revoked = await revokeToken(db, surveyId, params.tokenId)
  audit({ action: 'surveys.tokenRevoked', subjectType: 'survey', subjectId: surveyId, before: onTrail(revoked) })
  return revoked
})

/** The trail never forgets, so it lacks the participant's name. */
function onTrail({ participant, ...token }: SurveyToken): object {
  return { ...token, ...(participant ? { participantId: participant.id } : {}) }
}

export const tokenRoutes = [list, create, participantLinkRoute, revoke]
