/** The calls about how much may be let go: limits, budgets, and who may fund it. */
import type * as z from 'zod/mini'
import { type Budget, paymentPolicy, surveyBudget } from '#contract/payment-policy.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { fundingRight } from '#domain/money/funding.ts'
import { minorDigits, toMinor, toMinorSum } from '#domain/money/money.ts'
import { type Limit, limitsByRole, loosens, raises } from '#domain/money/payment-limits.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { openSurvey } from '../../scope.ts'
import { budgetOf, writeBudget } from './budget-store.ts'
import { askChange, endWaiting, waitingChange } from './limit-change-store.ts'
import { currentLimits } from './limits-store.ts'
import { peopleToAsk } from '../people-to-ask.ts'
import { insertPolicy, readPolicy } from './policy-store.ts'

type LimitInput = z.output<typeof paymentPolicy.set.body>['limits'][number]

/** In minor units; all problems at once. */
async function limitsOf(db: Db, given: readonly LimitInput[]): Promise<Limit[]> {
  const rows = await rowsOf<{ role: string }>(db)`select role from role`
  const roles = new Set(rows.map(({ role }) => role))
  const problems: FieldProblem[] = []
  const seen = new Set<string>()
  const limits = given.map(({ kind, currency, role = null, amount }, index): Limit => {
    const at = (field: string) => `limits[${index}].${field}`
    const amountMinor = toMinor(amount, currency)
    if (amountMinor === undefined) problems.push(problem(at('amount'), 'CURRENCY_DIGITS', minorDigits(currency)))
    if (amountMinor === 0) problems.push(problem(at('amount'), 'NOT_POSITIVE'))
    if (role !== null && !roles.has(role)) problems.push(problem(at('role'), 'UNKNOWN_REFERENCE'))
    if (role !== null && !limitsByRole.includes(kind)) problems.push(problem(at('role'), 'NOT_ALLOWED'))
    const name = [kind, currency, role].join(' ')
    if (seen.has(name)) problems.push(problem(at('kind'), 'DUPLICATE'))
    seen.add(name)
    return { kind, currency, role, amountMinor: amountMinor ?? 0 }
  })
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  return limits
}

const setPolicy = on(paymentPolicy.set, async ({ db, body, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const before = await readPolicy(db, actor)
  if (before.version !== body.version) throw new AppError('STALE', { data: before })
  const limits = await limitsOf(db, body.limits)
  const { reason } = body
  const version = before.version + 1
  const waits = loosens(await currentLimits(db), limits)
  if (waits) await askChange(db, { surveyId: null, version: before.version, wanted: limits, reason }, actor.id)
  else {
    await endWaiting(db, null, actor.id)
    await insertPolicy(db, { version, limits, reason, changedBy: actor.id })
  }
  const after = await readPolicy(db, actor)
  audit({
    action: waits ? 'payments.askLimits' : 'payments.setPolicy',
    subjectType: 'payment_policy',
    subjectId: version,
    before: { limits: before.limits },
    after: { limits: waits ? (await waitingChange(db, null, actor))?.limits : after.limits, reason },
  })
  return after
})

const setBudget = on(surveyBudget.set, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  const { currency } = await rowOf<{ currency: string }>(
    db,
  )`select currency from survey where id = ${surveyId} for no key update`
  const before = await seenBudget(db, surveyId, actor)
  if (before.version !== body.version) throw new AppError('STALE', { data: before })
  const wanted = body.amount === null ? undefined : budgetAmount(body.amount, currency)
  const amountMinor = wanted === undefined ? null : String(wanted)
  const waits = raises((await budgetOf(db, surveyId)).minor, wanted)
  if (waits) await askChange(db, { surveyId, version: before.version, wanted: { amountMinor } }, actor.id)
  else {
    await endWaiting(db, surveyId, actor.id)
    await writeBudget(db, surveyId, { amountMinor, changedBy: actor.id })
  }
  const after = await seenBudget(db, surveyId, actor)
  audit({
    action: waits ? 'surveys.askBudget' : 'surveys.budget',
    subjectType: 'survey',
    subjectId: surveyId,
    before: { budget: before.budget },
    after: { budget: waits ? after.waiting?.budget : after.budget },
  })
  return after
})

async function seenBudget(db: Db, surveyId: number, actor: Actor): Promise<Budget> {
  const { minor: _minor, ...budget } = await budgetOf(db, surveyId)
  return { ...budget, waiting: await waitingChange(db, surveyId, actor) }
}

function budgetAmount(amount: string | number, currency: string): bigint {
  const minor = toMinorSum(amount, currency)
  if (minor === undefined) {
    throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'CURRENCY_DIGITS', minorDigits(currency))] })
  }
  if (minor === 0n) throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'NOT_POSITIVE')] })
  return minor
}

export const policyRoutes = [
  on(paymentPolicy.get, ({ db, actor }) => readPolicy(db, actor)),
  setPolicy,
  on(paymentPolicy.people, ({ db }) => peopleToAsk(db, fundingRight)),
  on(surveyBudget.get, async ({ db, params, actor }) =>
    seenBudget(db, await openSurvey(db, actor, 'see', params.surveyId), actor),
  ),
  setBudget,
]
