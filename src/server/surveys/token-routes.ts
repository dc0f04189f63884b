import { type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { participantLinkRoute } from './participant-links.ts'
import { listTokens, makeToken, revokeToken } from './token-store.ts'

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
