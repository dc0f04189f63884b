import { pageOf } from '#contract/fields.ts'
import { problem } from '#domain/problems.ts'
import { accessList, surveyAccess } from '#contract/survey-access.ts'
import { type AccessRule, ruleProblems, settledFilter } from '#domain/people/access-rule.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { giveRefusal } from '#domain/people/survey-access.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { bulkResult } from '../records/bulk-result.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import {
  type AccessFound,
  type AccessQuery,
  findSameAccess,
  listAccess,
  lockAccess,
  putAccess,
  removeAccess,
  rolesSeeingAll,
  stopWritesBy,
  wholeAccess,
} from './access-store.ts'
import { isSubject, reachOf, searchSubjects } from './access-subjects.ts'
import { refuseProblems, unknownReference } from './refusals.ts'
import { actRefusals, findSurvey, heldTies, type Onlooker, scopeAsked } from '../scope.ts'

const action = (deed: 'create' | 'update' | 'delete') => ({
  action: `surveyAccess.${deed}`,
  subjectType: 'access_grant',
})

const list = on(surveyAccess.list, async ({ db, query, actor }) => {
  return { ...(await listAccess(db, await askedOf(db, actor, query))), seeAll: await rolesSeeingAll(db, actor.id) }
})

async function askedOf(db: Db, actor: Onlooker, query: AccessQuery): Promise<AccessFound> {
  return { ...(await scopeAsked(db, actor, query, 'manage')), readerId: actor.id }
}

const exported: ExportedList = {
  path: 'surveyAccess',
  table: 'access_grant',
  row: accessList.file,
  export: surveyAccess.export,
  personal: ['q', 'subjectName'],
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) => wholeAccess(db, await askedOf(db, actor, query as AccessQuery), use),
}

/** Names of participants are for those who may read them. */
function participantsFor({ permissions }: Onlooker): 'READ' | 'HIDDEN' {
  return permissions.has('users.read') ? 'READ' : 'HIDDEN'
}

const subjects = on(surveyAccess.subjects, ({ db, query, actor }) => {
  const { q, right = 'VIEW', subjectType } = query
  const asked = { readerId: actor.id, participants: participantsFor(actor), q, right, subjectType }
  return searchSubjects(db, asked, pageOf(query))
})

const reach = on(surveyAccess.reach, async ({ db, query, actor }) => {
  const { subjectType, subjectId, right, ...filter } = query
  const rule: AccessRule = { subjectType, subjectId, right, filter: settledFilter(filter) }
  refuseProblems(ruleProblems(rule).map((found) => ({ ...found, path: found.path.replace('filter.', '') })))
  if (!(await isSubject(db, rule))) throw unknownReference('subjectId')
  const reached = await reachOf(db, rule)
  return right === 'COLLECT' && participantsFor(actor) === 'HIDDEN' ? { ...reached, first: [] } : reached
})

const create = on(surveyAccess.create, async ({ db, body, actor, audit }) => {
  const { subjectType, subjectId, right, expiresAt = null } = body
  const rule: AccessRule = { subjectType, subjectId, right, filter: settledFilter(body.filter) }
  refuseProblems(ruleProblems(rule))
  const surveyId = await findSurvey(db, actor, body.surveyId)
  if (surveyId === undefined) throw unknownReference('surveyId')
  const until = expiresAt === null ? undefined : new Date(expiresAt)
  refuse(giveRefusal(await heldTies(db, actor, surveyId), right, until))
  if (until && until <= new Date())
    throw new AppError('VALIDATION_FAILED', { errors: [problem('expiresAt', 'IN_PAST')] })
  if (!(await isSubject(db, rule))) throw unknownReference('subjectId')
  const key = { surveyId, ...rule }
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

export const accessRoutes = [list, exportRoute(exported), subjects, reach, create, remove, removeMany]
