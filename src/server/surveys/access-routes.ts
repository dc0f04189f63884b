import { pageOf } from '#contract/fields.ts'
import { problem } from '#domain/problems.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { giveRefusal } from '#domain/survey-access.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { bulkResult } from '../records/bulk-result.ts'
import {
  findSameAccess,
  isSubject,
  listAccess,
  lockAccess,
  putAccess,
  removeAccess,
  rolesSeeingAll,
  searchSubjects,
  stopWritesBy,
} from './access-store.ts'
import { unknownReference } from './refusals.ts'
import { actRefusals, findSurvey, heldTies, type Onlooker, openSurvey, scopeOf } from '../scope.ts'

const action = (deed: 'create' | 'update' | 'delete') => ({
  action: `surveyAccess.${deed}`,
  subjectType: 'access_grant',
})

const list = on(surveyAccess.list, async ({ db, query, actor }) => {
  const { surveyId } = query
  const scope =
    surveyId === undefined ? await scopeOf(db, actor, 'manage') : [await openSurvey(db, actor, 'manage', surveyId)]
  return { ...(await listAccess(db, actor.id, scope, pageOf(query))), seeAll: await rolesSeeingAll(db, actor.id) }
})

const subjects = on(surveyAccess.subjects, ({ db, query, actor }) =>
  searchSubjects(db, actor.id, query.q, pageOf(query)),
)

const create = on(surveyAccess.create, async ({ db, body, actor, audit }) => {
  const { subjectType, subjectId, right, expiresAt = null } = body
  const surveyId = await findSurvey(db, actor, body.surveyId)
  if (surveyId === undefined) throw unknownReference('surveyId')
  const until = expiresAt === null ? undefined : new Date(expiresAt)
  refuse(giveRefusal(await heldTies(db, actor, surveyId), right, until))
  if (until && until <= new Date())
    throw new AppError('VALIDATION_FAILED', { errors: [problem('expiresAt', 'IN_PAST')] })
  if (!(await isSubject(db, subjectType, subjectId))) throw unknownReference('subjectId')
  const key = { surveyId, subjectType, subjectId, right }
  const before = await findSameAccess(db, key)
  if (before) await stopWritesBy(db, [before.id])
  const id = await putAccess(db, key, { expiresAt, createdBy: actor.id })
  const [after] = await lockAccess(db, [id])
  if (!after) throw new AppError('NOT_FOUND')
  audit({ ...action(before ? 'update' : 'create'), subjectId: id, before, after })
  return after
})

/** Takes the grants away; of those that stay, why. */
async function takeAway(db: Db, actor: Onlooker, ids: readonly number[]) {
  await stopWritesBy(db, ids)
  const grants = new Map((await lockAccess(db, ids)).map((grant) => [grant.id, grant]))
  const surveyIds = grants.values().map(({ surveyId }) => surveyId)
  const closed = await actRefusals(db, actor, 'manage', surveyIds)
  const refused = new Map<number, ErrorCode>()
  for (const id of ids) {
    const grant = grants.get(id)
    const code = grant ? closed.get(grant.surveyId) : 'NOT_FOUND'
    if (code) refused.set(id, code)
  }
  const removed = [...grants.values()].filter(({ id }) => !refused.has(id))
  await removeAccess(
    db,
    removed.map(({ id }) => id),
  )
  return { removed, refused }
}

const remove = on(surveyAccess.remove, async ({ db, params, actor, audit }) => {
  const { removed, refused } = await takeAway(db, actor, [params.id])
  refuse(refused.get(params.id))
  const [before] = removed
  if (!before) throw new AppError('NOT_FOUND')
  audit({ ...action('delete'), subjectId: before.id, before })
  return before
})

const removeMany = on(surveyAccess.removeMany, async ({ db, body, actor, audit }) => {
  const ids = [...new Set(body.ids)]
  const { removed, refused } = await takeAway(db, actor, ids)
  for (const before of removed) audit({ ...action('delete'), subjectId: before.id, before })
  if (removed.length === 0) audit({ ...action('delete'), after: { refused: ids } })
  return bulkResult(ids, refused)
})

export const accessRoutes = [list, subjects, create, remove, removeMany]
