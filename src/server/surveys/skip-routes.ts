import * as z from 'zod/mini'
import { Skip, skips } from '#contract/skips.ts'
import { ruleProblems } from '#domain/publishing/skip-checks.ts'
import type { Db } from '../db/pool.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { partsSeen } from '../scope.ts'
import { loadContent, lockContent, lockParent, questionStore, seenContent, skipStore } from './content-store.ts'
import { refuseProblems, unknownReference } from './refusals.ts'
import { removalRoute, removingContent } from './removal.ts'

const crud = crudRoutes(skips, skipStore, { scope: partsSeen, remove: removingContent(skips.path, skipStore) })
const remove = removalRoute(skips, skipStore)

const get = on(skips.get, ({ db, params, actor }) => seenContent(db, actor, skipStore, params.id))

const RuleColumns = z.omit(Skip, { version: true, createdAt: true, updatedAt: true })

/** The columns of a rule that may be stored. */
async function checked(db: Db, { id, surveyId, ...rule }: z.output<typeof RuleColumns>) {
  refuseProblems(ruleProblems(await loadContent(db, surveyId), { id, ...rule }))
  return { ...rule, surveyId, value: rule.value === null ? null : JSON.stringify(rule.value) }
}

const create = on(skips.create, async ({ db, body, actor, audit }) => {
  const question = await lockParent(db, actor, questionStore, body.fromQuestionId)
  if (!question) throw unknownReference('fromQuestionId')
  const { value = null, answerId = null, target = null, priority = 1 } = body
  // The newest of equal priority comes last.
  const rule = { ...body, id: Number.MAX_SAFE_INTEGER, value, answerId, target, priority, surveyId: question.surveyId }
  const after = await skipStore.insert(db, await checked(db, rule))
  audit({ action: 'skips.create', subjectType: 'skip', subjectId: after.id, after })
  return after
})

const update = on(skips.update, async ({ db, params, body, actor, audit }) => {
  const { version, ...changes } = body
  const before = await lockContent(db, actor, skipStore, { id: params.id, version })
  const rule = z.parse(RuleColumns, before)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after = await skipStore.update(db, before.id, await checked(db, { ...rule, ...given }))
  audit({ action: 'skips.update', subjectType: 'skip', subjectId: before.id, before, after })
  return after
})

export const skipRoutes = [crud.list, get, create, update, remove, crud.removeMany, crud.export]
