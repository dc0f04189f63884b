/** The payment calls (seed §7): lists, the books, and the steps one by one or in bulk. */
import type * as z from 'zod/mini'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentList, payments, type StepResult, transactionList } from '#contract/payments.ts'
import { surveyPayments } from '#contract/survey-payments.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { isManualName, paymentSteps, type PaymentStep, stepTo } from '#domain/money/payment.ts'
import type { WayTogether } from '#domain/money/payment-ways.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, type Context, on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { openSurvey } from '../scope.ts'
import { initiateManual } from './manual/manual.ts'
import { manualTemplate, uploadManual } from './manual/manual-upload.ts'
import { booksAlarm } from './books/books-check.ts'
import { fundingRoutes } from './funding/funding.ts'
import { bookRoutes } from './books/statement.ts'
import { limitChangeRoutes } from './funding/limit-changes.ts'
import { policyRoutes } from './funding/policy.ts'
import { readRef, readRefs } from './payment-refs.ts'
import { wayEach } from './steps/ways-each.ts'
import type { PaymentQuery } from './list/payment-filters.ts'
import { getPayment, getPaymentDetail, listPayments, wholePayments } from './list/payment-list.ts'
import { viewerOf } from './row-parts.ts'
import { setsStateOf, waitingOf } from './list/sets-state.ts'
import { listBalances, listTransactions, type TransactionQuery, wholeTransactions } from './list/transaction-list.ts'
import { noteQueued } from './worker/worker-nudge.ts'
import { type Item, resultOf, rolledBack, stepEach, type Stepped } from './steps/steps.ts'
import { runRoutes } from './runs/run-list.ts'
import { startRun } from './runs/runs.ts'
import { whoPays } from './worker/start-payments.ts'
import { selectionRoutes } from './runs/selections.ts'
import { uploadRoutes } from './list/upload-list.ts'
import { takerOf } from './steps/step-taker.ts'
import { stopRoutes } from './worker/stops.ts'
import { paymentActor } from './steps/steps-store.ts'

function sourceOf({ requestId, address }: Context<Endpoint>, actor: Actor) {
  return { actorId: actor.id, requestId, address }
}

/** What releases money asks for the password again (quality.md, Security); an answer that is repeated releases nothing. */
function refuseLongUnproven(actor: Actor, step: PaymentStep): void {
  if (step === 'authorize') refuse(reauthRefusal(actor.sinceAuthenticatedMs))
}

/** The one way to a step: proven, decided and written in one transaction; the worker hears of it when it is committed. */
async function confirm<T>(
  context: Context<Endpoint>,
  step: PaymentStep,
  work: (db: Db, actor: Actor) => Promise<T>,
): Promise<T> {
  const answer = await context.write((db, actor) => {
    refuseLongUnproven(actor, step)
    return work(db, actor)
  })
  if (step === 'authorize') noteQueued(context.services.database)
  return answer
}

/** The answer about several, and what the trail keeps of it: the sums, and each refusal by itself. */
function auditedResult(context: Context<Endpoint>, stepped: Stepped): StepResult {
  const { action, outcomes } = stepped
  const subjectType = 'payable'
  const result = resultOf(stepped)
  const { results: _results, ...after } = result
  context.audit({ action: `payments.${action}Many`, subjectType, after })
  for (const { ref, code, item } of outcomes) {
    if (code === 'OK' || code === 'ALREADY_DONE') continue
    const subjectId = item?.payment.id ?? ref
    context.audit({ action: 'payments.refused', subjectType, subjectId, after: { code, step: action } })
  }
  return result
}

type BulkBody = z.output<typeof payments.bulkReject.body>

function bulk(context: Context<Endpoint>, step: PaymentStep, body: BulkBody): Promise<StepResult> {
  const { ids, surveyIds, locationIds, versions = {}, expectedCount, expectedTotal, dryRun, atomic, ...reason } = body
  const isStale = isOtherThan(versions)
  return confirm(context, step, async (db, actor) => {
    const asked = await readRefs(db, ids ?? surveyIds ?? locationIds ?? [])
    const run = await startRun(
      { ...context, db, actor },
      { step, asked, expectedCount, expectedTotal, versions, dryRun, atomic, ...reason },
    )
    if (run) return run
    const request = { step, asked, expectedCount, expectedTotal, isStale }
    const taker = takerOf(sourceOf(context, actor), actor.role, { step, ...reason })
    const work = async () => stepEach(db, request, await paymentActor(db, actor), taker)
    return carriedOut(context, db, { dryRun, atomic }, work)
  })
}

/** Each by the rule of the way alone, which asks for no password either. */
function bulkWay(
  context: Context<Endpoint>,
  way: WayTogether,
  body: z.output<typeof payments.bulkRetry.body>,
): Promise<StepResult> {
  const { ids, surveyIds, locationIds, versions = {}, reasonText, dryRun, atomic, ...expected } = body
  return context.write(async (db, actor) => {
    const asked = await readRefs(db, ids ?? surveyIds ?? locationIds ?? [])
    const taker = { source: sourceOf(context, actor), role: actor.role, reasonText: reasonText || undefined }
    const request = { way, taker, asked, isStale: isOtherThan(versions), ...expected }
    const work = async () => wayEach(db, request, await paymentActor(db, actor))
    return carriedOut(context, db, { dryRun, atomic }, work)
  })
}

/** By the versions that the caller saw, by payment. */
function isOtherThan(versions: Readonly<Record<string, number>>): (item: Item) => boolean {
  return ({ payment: { id, name, version } }) => (versions[id] ?? versions[name ?? id] ?? version) !== version
}

/** Done; or only tried; or refused whole when one of all is refused. */
async function carriedOut(
  context: Context<Endpoint>,
  db: Db,
  { dryRun, atomic }: Pick<BulkBody, 'dryRun' | 'atomic'>,
  work: () => Promise<Stepped>,
): Promise<StepResult> {
  if (dryRun) return triedResult(context, await rolledBack(db, work))
  const stepped = await work()
  const result = resultOf(stepped)
  if (atomic && result.failed > 0) throw new AppError('BATCH_REFUSED', { data: result })
  return auditedResult(context, stepped)
}

/** Nothing happened: the trail knows that it was asked. */
function triedResult(context: Context<Endpoint>, stepped: Stepped): StepResult {
  const result = { ...resultOf(stepped), batchId: null }
  const { results: _results, ...after } = result
  context.audit({ action: 'payments.try', subjectType: 'payable', after: { step: stepped.action, ...after } })
  return result
}

/** One payment is refused whole, with where it is now; a survey is answered like a bulk call. */
type StatusBody = z.output<typeof payments.setStatus.body>

async function setStatus(context: Context<Endpoint>, ref: string, body: StatusBody) {
  const step = stepTo(body.status)
  const { needs } = paymentSteps[step]
  if (!context.actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  const { version, factsHash, ...reason } = body.surveyData ?? {}
  const isStale = ({ target, payment }: Item) =>
    target.kind !== 'SURVEY' &&
    ((version ?? payment.version) !== payment.version || (factsHash ?? payment.factsHash) !== payment.factsHash)
  return confirm(context, step, async (db, actor) => {
    const asked = await readRefs(db, [ref])
    const taker = takerOf(sourceOf(context, actor), actor.role, { step, ...reason })
    const stepped = await stepEach(db, { step, asked, isStale }, await paymentActor(db, actor), taker)
    const [only] = stepped.outcomes
    if (!only?.item) throw new AppError('NOT_FOUND')
    const { target, payment } = only.item
    if (target.kind === 'SURVEY') return { outcome: 'BULK' as const, ...auditedResult(context, stepped) }
    const { id, status } = payment
    if (only.code !== 'OK') throw new AppError(only.code, { data: { id, status, version: payment.version } })
    // The payment's own trail has the step; this is the call.
    context.audit({ action: 'payments.setStatus', subjectType: 'payable', after: { id, step } })
    return { outcome: 'PAYMENT' as const, ...(await getPayment(db, id, await viewerOf(db, actor))) }
  })
}

const exported: ExportedList = {
  path: paymentList.path,
  table: 'payable',
  row: paymentList.file,
  export: payments.export,
  personal: ['q'],
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) =>
    wholePayments(db, query as PaymentQuery, { actor: await viewerOf(db, actor), use }),
}

const exportedTransactions: ExportedList = {
  path: 'transactions',
  table: 'attempt',
  row: transactionList.file,
  export: payments.exportTransactions,
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) =>
    wholeTransactions(db, query as TransactionQuery, { viewer: await viewerOf(db, actor), use }),
}

export const paymentRoutes = [
  // Before the path of one payment: `float` is no id.
  ...fundingRoutes,
  ...policyRoutes,
  ...stopRoutes,
  ...limitChangeRoutes,
  ...bookRoutes,
  ...runRoutes,
  ...selectionRoutes,
  ...uploadRoutes,
  manualTemplate,
  on(payments.list, async ({ db, query, actor }) => listPayments(db, query, await viewerOf(db, actor))),
  exportRoute(exported),
  on(surveyPayments.list, async ({ db, params, query, actor }) => {
    const id = await openSurvey(db, actor, 'see', params.surveyId)
    const page = await listPayments(db, { ...query, surveyId: String(id) }, await viewerOf(db, actor))
    return { ...page, sets: await setsStateOf(db, id) }
  }),
  on(surveyPayments.waiting, async ({ db, query, actor }) => {
    const rows = await waitingOf(db, query.participantId, await viewerOf(db, actor))
    return { rows, total: rows.length }
  }),
  on(payments.get, async ({ db, params, actor }) => {
    return getPaymentDetail(db, await readRef(db, params.id), await viewerOf(db, actor))
  }),
  on(payments.transactions, async ({ db, query, actor }) => listTransactions(db, query, await viewerOf(db, actor))),
  exportRoute(exportedTransactions),
  on(payments.balance, async ({ db }) => ({
    ...(await listBalances(db)),
    alarm: await booksAlarm(db),
    pays: await whoPays(db),
  })),
  on(payments.setStatus, (context) => {
    if (isManualName(context.params.surveyId)) throw new AppError('USE_MANUAL_PATH')
    return setStatus(context, context.params.surveyId, context.body)
  }),
  on(manualPayments.setStatus, (context) => {
    if (!isManualName(context.params.id)) throw new AppError('USE_STANDARD_PATH')
    return setStatus(context, context.params.id, context.body)
  }),
  initiateManual,
  uploadManual,
  on(payments.bulkInitiate, (context) => bulk(context, 'initiate', context.body)),
  on(payments.bulkApprove, (context) => bulk(context, 'approve', context.body)),
  on(payments.bulkAuthorize, (context) => bulk(context, 'authorize', context.body)),
  on(payments.bulkReject, (context) => bulk(context, 'reject', context.body)),
  on(payments.bulkRetry, (context) => bulkWay(context, 'retry', context.body)),
  on(payments.bulkWithdraw, (context) => bulkWay(context, 'withdraw', context.body)),
  on(payments.bulkReopen, (context) => bulkWay(context, 'reopen', context.body)),
]
