/** The payment calls (seed §7): lists, the books, and the steps one by one or in bulk. */
import type * as z from 'zod/mini'
import type { BulkResult } from '#contract/fields.ts'
import { payments } from '#contract/payments.ts'
import { reauthRefusal } from '#domain/access.ts'
import { defaultReason, paymentSteps, type PaymentStep, stepTo, withdrawn } from '#domain/payment.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, type Context, on } from '../http/context.ts'
import { scopeOf } from '../scope.ts'
import { stepMany } from './bulk.ts'
import { findTargets, readIds, type Target } from './ids.ts'
import { getPayment, getPaymentDetail, listPayments } from './payment-list.ts'
import type { PaymentViewer } from './row-parts.ts'
import { listBalances, listTransactions } from './transaction-list.ts'
import { noteQueued } from './worker-nudge.ts'
import { stepOne } from './one-step.ts'
import { type LockedPayment, paymentActor, type StepTaker } from './steps-store.ts'

interface Reason {
  reason?: string | null | undefined
  reasonText?: string | null | undefined
}

/** Only a rejection carries a reason; that of a maker who takes back their own is WITHDRAWN. */
function takerOf(
  { requestId, address }: Context<Endpoint>,
  actor: Actor,
  { step, ...given }: Reason & { step: PaymentStep },
): StepTaker {
  const source = { actorId: actor.id, requestId, address }
  if (step !== 'reject') return { source, role: actor.role, reasonOf: () => undefined, reasonText: undefined }
  const isMaker = ({ steps }: LockedPayment) =>
    steps.some((taken) => taken.step === 'initiate' && taken.actorId === actor.id)
  return {
    source,
    role: actor.role,
    reasonOf: (payment) => (isMaker(payment) ? withdrawn : (given.reason ?? defaultReason)),
    reasonText: given.reasonText || undefined,
  }
}

/** What releases money asks for the password again (quality.md, Security); an answer that is repeated releases nothing. */
function refuseLongUnproven(actor: Actor, step: PaymentStep): void {
  if (step === 'authorize') refuse(reauthRefusal(actor.sinceAuthenticatedMs))
}

type BulkBody = z.output<typeof payments.bulkReject.body>
type BulkFields = Exclude<BulkBody, unknown[]>

/** Takes the step on whatever the ids stand for. The worker hears of an authorization when it is committed. */
async function bulk(context: Context<Endpoint>, step: PaymentStep, body: BulkBody): Promise<BulkResult> {
  const fields: BulkFields = Array.isArray(body) ? { ids: body } : body
  const { ids, surveyIds, locationIds, expectedCount, expectedTotal, versions = {}, ...reason } = fields
  const asked = readIds(ids ?? surveyIds ?? locationIds ?? [])
  const result = await context.write(async (db, actor) => {
    refuseLongUnproven(actor, step)
    const request = { step, ids: asked, expectedCount, expectedTotal, versions }
    const taker = takerOf(context, actor, { step, ...reason })
    const { result: done, refused } = await stepMany(db, request, await paymentActor(db, actor), taker)
    const { results: _results, ...after } = done
    const subjectType = 'payable'
    context.audit({ action: `payments.${step}Many`, subjectType, after })
    for (const { subjectId, code } of refused)
      context.audit({ action: 'payments.refused', subjectType, subjectId, after: { code, step } })
    return done
  })
  if (step === 'authorize') noteQueued(context.services.database)
  return result
}

/** What a number means to whoever may take the step there; asked once to tell a payment from a survey, and under lock. */
async function openTarget(
  db: Db,
  actor: Actor,
  { step, asked }: { step: PaymentStep; asked: number },
): Promise<Target> {
  const { from, needs } = paymentSteps[step]
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  const [target] = await findTargets(db, await scopeOf(db, actor), [asked], from)
  if (!target) throw new AppError('NOT_FOUND')
  return target
}

const setStatus = on(payments.setStatus, async (context) => {
  const { body, services } = context
  const { surveyId: asked } = context.params
  if (typeof asked === 'string') throw new AppError('USE_MANUAL_PATH')
  const step = stepTo(body.status)
  const { version, factsHash, reason, reasonText } = body.surveyData ?? {}
  const seen = { version: version ?? undefined, factsHash: factsHash ?? undefined }
  const { kind } = await openTarget(context.db, context.actor, { step, asked })
  if (kind === 'SURVEY') {
    const result = await bulk(context, step, { ids: [asked], reason, reasonText })
    return { outcome: 'BULK' as const, ...result }
  }
  const row = await context.write(async (db, acting) => {
    const { paymentId: id } = await openTarget(db, acting, { step, asked })
    refuseLongUnproven(acting, step)
    const { scope, ...actor } = await viewerOf(db, acting)
    await stepOne(db, { id, step, seen }, actor, takerOf(context, acting, { step, reason, reasonText }))
    // The payment's own trail has the step; this is the call.
    context.audit({ action: 'payments.setStatus', subjectType: 'payable', after: { id, step } })
    return getPayment(db, id, { ...actor, scope })
  })
  if (step === 'authorize') noteQueued(services.database)
  return { outcome: 'PAYMENT' as const, ...row }
})

async function viewerOf(db: Db, actor: Actor): Promise<PaymentViewer> {
  return { ...(await paymentActor(db, actor)), scope: await scopeOf(db, actor) }
}

export const paymentRoutes = [
  on(payments.list, async ({ db, query, actor }) => listPayments(db, query, await viewerOf(db, actor))),
  on(payments.get, async ({ db, params, actor }) => {
    if (typeof params.id === 'string') throw new AppError('NOT_FOUND')
    return getPaymentDetail(db, params.id, await viewerOf(db, actor))
  }),
  on(payments.transactions, async ({ db, query, actor }) => listTransactions(db, query, await viewerOf(db, actor))),
  on(payments.balance, ({ db }) => listBalances(db)),
  setStatus,
  on(payments.bulkInitiate, (context) => bulk(context, 'initiate', context.body)),
  on(payments.bulkApprove, (context) => bulk(context, 'approve', context.body)),
  on(payments.bulkAuthorize, (context) => bulk(context, 'authorize', context.body)),
  on(payments.bulkReject, (context) => bulk(context, 'reject', context.body)),
]
