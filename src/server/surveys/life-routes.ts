/** The calls about the life of a survey after its first draft: its moves, who may answer, how far it is. */
import { surveyLife, type Progress } from '#contract/survey-life.ts'
import { surveys, type Survey } from '#contract/surveys.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { refuse, AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { duplicateSurvey } from './duplicate.ts'
import { moveSurvey } from './life.ts'
import { publishSurvey } from './publish.ts'
import { refuseProblems } from './refusals.ts'
import { restorePart } from './removed-parts.ts'
import { surveyStore } from './store.ts'
import { sql } from 'kysely'
import { problem } from '#domain/problems.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { type ResponseStatus, responseStatuses } from '#domain/answers/response.ts'
import { surveyWork, type SurveyWork, tiesCovering } from '#domain/people/survey-access.ts'

const duplicate = on(surveys.duplicate, async ({ db, params, actor, audit }) => {
  const copied = await openSurvey(db, actor, 'edit', params.surveyId)
  const after = await duplicateSurvey(db, copied, actor.id)
  audit({ action: 'surveys.duplicate', subjectType: 'survey', subjectId: after.id, after: { ...after, copied } })
  return after
})

const restore = on(surveys.restore, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  await restorePart(db, surveyId, body)
  audit({ action: `${body.kind}s.restore`, subjectType: body.kind, subjectId: body.id, after: body })
  return body
})

const publish = on(surveys.publish, async ({ db, params, actor, audit, services }) => {
  const id = await openSurvey(db, actor, 'manage', params.surveyId)
  const { highestAmounts: highest } = services.settings
  const { before, survey, version } = await publishSurvey(db, id, { publishedBy: actor.id, highest })
  const after = { ...survey, published: version }
  audit({ action: 'surveys.publish', subjectType: 'survey', subjectId: id, before, after })
  return { survey, version }
})

/** A pilot set again, or unset again, changes nothing, as callers send back the state that they read. */
const setPilot = on(surveyLife.setPilot, async ({ db, params, body, actor, audit, services }) => {
  const id = await openSurvey(db, actor, 'manage', params.surveyId)
  const before = await surveyStore.lock(db, id, body.version)
  const { highestAmounts: highest } = services.settings
  const { pilot = !before.pilot } = body
  if (before.pilot === pilot) {
    audit({ action: 'surveys.pilot', subjectType: 'survey', subjectId: id, before, after: before })
    return before
  }
  if (!pilot) return moveSurvey(db, before, { to: 'DRAFT', by: 'PERSON', highest, audit })
  const { survey, version } = await publishSurvey(db, id, { publishedBy: actor.id, highest, to: 'PILOT' })
  const after = { ...survey, published: version }
  audit({ action: 'surveys.pilot', subjectType: 'survey', subjectId: id, before, after })
  return survey
})

const setStatus = on(surveyLife.setStatus, async ({ db, params, body, actor, audit, requestId, address, services }) => {
  const id = await openSurvey(db, actor, 'manage', params.surveyId)
  const before = await surveyStore.lock(db, id, body.version)
  const { highestAmounts: highest } = services.settings
  const ending = { choice: body.leftovers, source: { actorId: actor.id, requestId, address } }
  const reason = body.reason || undefined
  return moveSurvey(db, before, { to: body.status, by: 'PERSON', reason, ending, highest, audit })
})

const setMultiple = on(surveyLife.setMultiple, async ({ db, params, body, actor, audit }) => {
  const { version, allowMultipleResponses } = body
  const before = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.surveyId), version)
  refuse(changeRefusal(before.status))
  const after = await surveyStore.update(db, before.id, { allowMultipleResponses })
  audit({ action: 'surveys.update', subjectType: 'survey', subjectId: before.id, before, after })
  return after
})

const participants = on(surveyLife.participants, async ({ db, params, actor }) => {
  const survey = await surveyStore.get(db, await openSurvey(db, actor, 'edit', params.id))
  return { ...survey, participants: await listedParticipants(db, survey.id) }
})

const setParticipants = on(surveyLife.setParticipants, async ({ db, params, body, actor, audit }) => {
  const { version, limit, participantLimit = limit, participantRequired, participantIds } = body
  const before = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.id), version)
  refuse(changeRefusal(before.status))
  refuseProblems(
    limitProblems(before, participantLimit, body.participantLimit === undefined ? 'limit' : 'participantLimit'),
  )
  if (participantIds) await setListedParticipants(db, before.id, participantIds)
  const after = await surveyStore.update(db, before.id, { participantLimit, participantRequired })
  const listed = participantIds && after.version !== before.version ? { participantIds } : {}
  audit({
    action: 'surveys.participants',
    subjectType: 'survey',
    subjectId: before.id,
    before,
    after: { ...after, ...listed },
  })
  return after
})

function limitProblems({ participantCount }: Survey, limit: number | null | undefined, path: string) {
  if (typeof limit !== 'number' || limit >= participantCount) return []
  return [{ path, code: 'LIMIT_BELOW_COUNT' as const, limit: participantCount }]
}

const progress = on(surveyLife.progress, async ({ db, params, actor }) => {
  return progressOf(db, await openSurvey(db, actor, 'see', params.surveyId))
})

export const lifeRoutes = [
  duplicate,
  restore,
  publish,
  setPilot,
  setStatus,
  setMultiple,
  participants,
  setParticipants,
  progress,
]

interface ListedParticipant {
  id: number
  name: string
}

/** Who may answer a survey, where that is not everybody. */
async function listedParticipants(db: Db, surveyId: number): Promise<ListedParticipant[]> {
  const rows = await rowsOf<ListedParticipant>(db)`
    select person.id, person.name from survey_participant listed join person on person.id = listed.participant_id
    where listed.survey_id = ${surveyId} order by person.name, person.id`
  return rows
}

/** UNKNOWN_REFERENCE with each id that is no participant's. The survey is locked; another list is a change of it. */
async function setListedParticipants(db: Db, surveyId: number, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf<{ place: number }>(db)`
    select (asked.place - 1)::int as place from unnest(${ids}::bigint[]) with ordinality as asked(id, place)
    where not exists (select from person where person.id = asked.id and person.admin_type = 'PARTICIPANT')
    order by asked.place`
  const errors = rows.map(({ place }) => problem(`participantIds[${place}]`, 'UNKNOWN_REFERENCE'))
  if (errors.length > 0) throw new AppError('UNKNOWN_REFERENCE', { errors })
  await sql`
    with gone as (
      delete from survey_participant where survey_id = ${surveyId} and participant_id <> all(${ids}) returning 1
    ), come as (
      insert into survey_participant (survey_id, participant_id)
      select ${surveyId}::bigint, id from unnest(${ids}::bigint[]) id on conflict do nothing returning 1
    )
    update survey set version = version + 1, updated_at = now()
    where id = ${surveyId} and (exists (select from gone) or exists (select from come))`.execute(db)
}

/** Days of the chart, counted back from the last one with a response. */
const shownDays = 30

async function progressOf(db: Db, surveyId: number): Promise<Progress> {
  const rows = await rowsOf<{ status: ResponseStatus; isPilot: boolean; n: number }>(db)`
    select status, is_pilot as "isPilot", sum(n)::bigint as n from survey_counter
    where survey_id = ${surveyId} group by 1, 2`
  const days = await sql<{ day: string; n: number }>`
    with counted as (
      select day, sum(n)::bigint as n from survey_counter where survey_id = ${surveyId} and not is_pilot
      group by day having sum(n) > 0
    )
    select to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(counted.n, 0) as n
    from (select max(day) as last, min(day) as first from counted) span,
      generate_series(greatest(span.first, span.last - ${shownDays - 1}::int), span.last, interval '1 day') shown(day)
      left join counted on counted.day = shown.day::date
    order by 1`.execute(db)
  const real = new Map(rows.filter(({ isPilot }) => !isPilot).map(({ status, n }) => [status, n]))
  return {
    byStatus: Object.fromEntries(
      responseStatuses.map((status) => [status, real.get(status) ?? 0]),
    ) as Progress['byStatus'],
    days: days.rows,
    unattended: await unattendedOf(db, surveyId),
    pilotCount: rows.filter(({ isPilot }) => isPilot).reduce((sum, { n }) => sum + n, 0),
  }
}

/** The owner and administrators are no reviewers: they would judge their own work. Who sees a survey takes its steps. */
async function unattendedOf(db: Db, surveyId: number): Promise<SurveyWork[]> {
  const works = Object.entries(surveyWork).map(
    ([work, right]) => sql`(${work}, ${right}, ${tiesCovering(work === 'review' ? 'review' : 'see')}::text[])`,
  )
  const rows = await rowsOf<{ work: SurveyWork }>(db)`
    with staff as materialized (
      select person.id, person.role_id, array_agg(p.name) as rights
      from person join role_permission rp on rp.role_id = person.role_id join permission p on p.id = rp.permission_id
      where person.status = 'ACTIVE' and person.admin_type = 'ADMIN'
        and p.name = any(${[...Object.values(surveyWork), 'surveys.all', 'admins.write']})
      group by person.id)
    select work from survey cross join (values ${sql.join(works)}) needed(work, named, ties)
    where survey.id = ${surveyId} and (work = 'review' or survey.survey_type = 'PAID') and not exists (
      select from staff where named = any(rights)
        and (work <> 'review' or staff.id is distinct from survey.owner_id and 'admins.write' <> all(rights))
        and ('surveys.all' = any(rights) or survey.accessibility = 'PUBLIC' or survey.owner_id = staff.id or exists (
          select from access_grant g where g.survey_id = survey.id and g.access_right = any(ties)
            and (g.person_id = staff.id or g.role_id = staff.role_id)
            and (g.expires_at is null or g.expires_at > now()))))`
  return rows.map(({ work }) => work)
}
