/** The second person of a change of limits or of a budget. */
import { limitChanges } from '#contract/payment-policy.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { changeRefusal } from '#domain/money/payment-limits.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { openSurvey } from '../../scope.ts'
import { budgetOf, writeBudget } from './budget-store.ts'
import { changeAsSeen, type ChangeRecord, decideChange, lockChange } from './limit-change-store.ts'
import { insertPolicy, newestVersion } from './policy-store.ts'

async function decide(db: Db, id: number, status: 'CONFIRMED' | 'REFUSED', actor: Actor): Promise<ChangeRecord> {
  const change = await lockChange(db, id)
  if (change.surveyId !== null) await openSurvey(db, actor, 'manage', change.surveyId)
  refuse(changeRefusal(status, { ...change, askedBy: change.askedBy.id }, actor))
  await decideChange(db, id, status, actor.id)
  return { ...change, status }
}

/** As its asker wanted it, of the very version that they saw. */
async function apply(db: Db, { id, surveyId, version, wanted, reason, askedBy }: ChangeRecord): Promise<void> {
  const by = { changedBy: askedBy.id, changeId: id }
  if (surveyId === null && Array.isArray(wanted)) {
    if ((await newestVersion(db)) !== version) throw new AppError('STALE')
    await insertPolicy(db, { version: version + 1, limits: wanted, reason: reason ?? '', ...by })
  } else if (surveyId !== null && !Array.isArray(wanted)) {
    if ((await budgetOf(db, surveyId)).version !== version) throw new AppError('STALE')
    await writeBudget(db, surveyId, { amountMinor: wanted.amountMinor, ...by })
  }
}

export const limitChangeRoutes = [
  on(limitChanges.confirm, async ({ db, params, actor, audit }) => {
    refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    const change = await decide(db, params.id, 'CONFIRMED', actor)
    await apply(db, change)
    const after = changeAsSeen(change, actor)
    audit({ action: 'payments.confirmLimits', ...subjectOf(change), after: kept(after) })
    return after
  }),
  on(limitChanges.refuse, async ({ db, params, actor, audit }) => {
    const change = await decide(db, params.id, 'REFUSED', actor)
    const after = changeAsSeen(change, actor)
    audit({ action: 'payments.refuseLimits', ...subjectOf(change), after: kept(after) })
    return after
  }),
]

function subjectOf({ surveyId, version }: ChangeRecord) {
  return surveyId === null
    ? ({ subjectType: 'payment_policy', subjectId: version + 1 } as const)
    : ({ subjectType: 'survey', subjectId: surveyId } as const)
}

/** What the trail keeps of it: all but what depends on its reader. */
function kept({ refusals: _refusals, ...facts }: ReturnType<typeof changeAsSeen>) {
  return facts
}
