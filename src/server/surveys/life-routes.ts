/** The calls about the life of a survey after its first draft: its moves, who may answer, how far it is. */
import { surveyLife } from '#contract/survey-life.ts'
import { surveys, type Survey } from '#contract/surveys.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { duplicateSurvey } from './duplicate.ts'
import { moveSurvey } from './life.ts'
import { listedParticipants, setListedParticipants } from './participants.ts'
import { progressOf } from './progress.ts'
import { publishSurvey } from './publish.ts'
import { refuseProblems } from './refusals.ts'
import { restorePart } from './removed-parts.ts'
import { surveyStore } from './store.ts'

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
