/** The calls about how much may be let go: limits, budgets, and whether people are left for the steps. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Budget, paymentPolicy, surveyBudget } from '#contract/payment-policy.ts'
import { reauthRefusal } from '#domain/access.ts'
import { fundingRight } from '#domain/funding.ts'
import { minorDigits, toMinor, toMinorSum } from '#domain/money.ts'
import { approvalsNeeded, budgetLevel, type Limit, limitsByRole } from '#domain/payment-limits.ts'
import { type ForwardStep, nobodyLeftFor, openSteps, type Payer } from '#domain/payment-people.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { found } from '../records/table-store.ts'
import { openSurvey } from '../scope.ts'
import { currentLimits } from './limits-store.ts'
import { peopleToAsk } from './people-to-ask.ts'
import { held, insertPolicy, readPolicy, used } from './policy-store.ts'
import { sum } from './row-parts.ts'

type LimitInput = z.output<typeof paymentPolicy.set.body>['limits'][number]

/** In minor units; all problems at once. */
async function limitsOf(db: Db, given: readonly LimitInput[]): Promise<Limit[]> {
  const { rows } = await sql<{ role: string }>`select role from role`.execute(db)
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
  const before = await readPolicy(db)
  if (before.version !== body.version) throw new AppError('STALE', { data: before })
  const limits = await limitsOf(db, body.limits)
  const version = before.version + 1
  await insertPolicy(db, { version, limits, reason: body.reason, changedBy: actor.id })
  const after = await readPolicy(db)
  audit({
    action: 'payments.setPolicy',
    subjectType: 'payment_policy',
    subjectId: version,
    before: { limits: before.limits },
    after: { limits: after.limits, reason: body.reason },
  })
  return after
})

interface BudgetRecord {
  currency: string
  /** `numeric`, which comes as text. */
  budget: string | null
  used: string
  held: string
  version: number
}

async function budgetOf(db: Db, surveyId: number): Promise<Budget> {
  const row = found(
    await sql<BudgetRecord>`
      select b.currency, b.budget, b.version, ${used} as used, ${held} as held from (
        select s.id as survey_id, coalesce(b.currency, s.currency) as currency, b.amount_minor as budget,
          coalesce(b.version, 0) as version
        from survey s left join survey_budget b on b.survey_id = s.id where s.id = ${surveyId}
      ) b`.execute(db),
  )
  const { currency } = row
  const spent = BigInt(row.used)
  const taken = spent + BigInt(row.held)
  const budget = row.budget === null ? undefined : BigInt(row.budget)
  return {
    surveyId,
    version: row.version,
    used: sum(spent, currency),
    held: sum(BigInt(row.held), currency),
    budget: budget === undefined ? null : sum(budget, currency),
    left: budget === undefined ? null : sum(budget - taken, currency),
    level: budget === undefined ? null : budgetLevel(budget, taken),
  }
}

const setBudget = on(surveyBudget.set, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  const { currency } = found(
    await sql<{ currency: string }>`select currency from survey where id = ${surveyId} for no key update`.execute(db),
  )
  const before = await budgetOf(db, surveyId)
  if (before.version !== body.version) throw new AppError('STALE', { data: before })
  if (body.amount === null) await sql`delete from survey_budget where survey_id = ${surveyId}`.execute(db)
  else await writeBudget(db, surveyId, { currency, amountMinor: budgetAmount(body.amount, currency) })
  const after = await budgetOf(db, surveyId)
  audit({
    action: 'surveys.budget',
    subjectType: 'survey',
    subjectId: surveyId,
    before: { budget: before.budget },
    after: { budget: after.budget },
  })
  return after
})

function budgetAmount(amount: string | number, currency: string): bigint {
  const minor = toMinorSum(amount, currency)
  if (minor === undefined) {
    throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'CURRENCY_DIGITS', minorDigits(currency))] })
  }
  if (minor === 0n) throw new AppError('VALIDATION_FAILED', { errors: [problem('amount', 'NOT_POSITIVE')] })
  return minor
}

async function writeBudget(db: Db, surveyId: number, budget: { currency: string; amountMinor: bigint }): Promise<void> {
  await sql`
    insert into survey_budget (survey_id, amount_minor, currency)
    values (${surveyId}, ${String(budget.amountMinor)}::numeric, ${budget.currency})
    on conflict (survey_id) do update set amount_minor = excluded.amount_minor, currency = excluded.currency,
      version = survey_budget.version + 1, updated_at = now()`.execute(db)
}

/** Everybody who may take a step on payments. */
async function payers(db: Db): Promise<Payer[]> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select a.id, array_agg(p.name) as names from person a join role_permission rp on rp.role_id = a.role_id
      join permission p on p.id = rp.permission_id
    where a.status = 'ACTIVE' and p.name in ('payments.initiate', 'payments.approve', 'payments.authorize')
    group by a.id`.execute(db)
  return rows.map(({ id, names }) => ({ id, permissions: new Set(names) }))
}

interface Waiting {
  amountMinor: number
  currency: string
  steps: readonly { step: string; actorId: number }[]
}

/** The open step of a payment for which no person remains; undefined while there are people for all of them. */
export async function stuckAt(db: Db, { steps: all, ...amount }: Waiting): Promise<ForwardStep | undefined> {
  const steps = all.flatMap(({ step, actorId }) => (isForward(step) ? [{ step, actorId }] : []))
  const open = openSteps(
    steps.map(({ step }) => step),
    approvalsNeeded(await currentLimits(db), amount),
  )
  return nobodyLeftFor(open, await payers(db), new Set(steps.map(({ actorId }) => actorId)))
}

const order: readonly ForwardStep[] = ['initiate', 'approve', 'authorize']

function isForward(step: string): step is ForwardStep {
  return order.some((each) => each === step)
}

export const policyRoutes = [
  on(paymentPolicy.get, ({ db }) => readPolicy(db)),
  setPolicy,
  on(paymentPolicy.people, async ({ db, query, actor }) => {
    if (query.step === 'fund') return { nobodyFor: null, ...(await peopleToAsk(db, fundingRight)) }
    const taken = (query.taken ?? '').split(',').filter(Boolean).map(Number)
    const later = order.slice(order.indexOf(query.step) + 1)
    const nobodyFor = nobodyLeftFor(later, await payers(db), new Set([...taken, actor.id])) ?? null
    return { nobodyFor, people: [], peopleCount: 0 }
  }),
  on(surveyBudget.get, async ({ db, params, actor }) =>
    budgetOf(db, await openSurvey(db, actor, 'see', params.surveyId)),
  ),
  setBudget,
]
