/** The payment calls (seed §7): lists, the books, and the steps one by one or in bulk. */
import { manualPayments, type Upload } from '#contract/manual-payments.ts'
import { paymentList, payments } from '#contract/payments.ts'
import { transactionList } from '#contract/transactions.ts'
import { type SetsState, surveyPayments, type WaitingRow } from '#contract/survey-payments.ts'
import { defaultReason, isManualName } from '#domain/money/payment.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { inScope, openSurvey, scopeOf, type SurveyScope } from '../scope.ts'
import { manualTemplate, uploadManual } from './manual/manual-upload.ts'
import { bulk, setStatus } from './runs/bulk.ts'
import { booksAlarm } from './books/books-check.ts'
import { fundingRoutes } from './funding/funding.ts'
import { bookRoutes } from './books/statement.ts'
import { limitChangeRoutes } from './funding/limit-changes.ts'
import { policyRoutes } from './funding/policy.ts'
import { readRef } from './payment-refs.ts'
import type { PaymentQuery } from './list/payment-filters.ts'
import { getPayment, getPaymentDetail, listPayments, wholePayments } from './list/payment-list.ts'
import { type PaymentViewer, viewerOf, when } from './row-parts.ts'
import { listBalances, listTransactions, type TransactionQuery, wholeTransactions } from './list/transaction-list.ts'
import { runRoutes } from './runs/run-list.ts'
import { whoPays } from './worker/start-payments.ts'
import { selectionRoutes } from './runs/selections.ts'
import { stopRoutes } from './worker/stops.ts'
import { highestAmount } from '#domain/surveys/highest-amount.ts'
import { minorDigits, money, toDecimal, toMinor } from '#domain/money/money.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { phoneParser } from '../phones.ts'
import { findPlaces, hasLive, insertManual, type NewManual } from './manual/manual-store.ts'
import { putForward } from './steps/steps.ts'
import { paymentActor } from './steps/steps-store.ts'
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { readPage } from '../db/page.ts'
import { allOf, found } from '../db/table-store.ts'
import type { Db } from '../db/pool.ts'

interface Rule {
  size: number
  amountMinor: number
  currency: string
}

type Decision = Omit<SetsState['decisions'][number], 'decidedAt'> & { decidedAt: Date }

/** Null for a survey that pays each response by itself, or nothing. */
async function setsStateOf(db: Db, surveyId: number): Promise<SetsState | null> {
  const rules = await sql<Rule>`
    select aggregation_count as size, aggregation_count * amount_minor as "amountMinor", currency
    from survey where id = ${surveyId} and survey_type = 'PAID' and payment_aggregation = 'GROUPED'`.execute(db)
  const [rule] = rules.rows
  if (!rule) return null
  const { rows } = await sql<SetsState['waiting'][number]>`
    select approved, count(*) as participants from (
      select count(*) as approved from waiting_response where survey_id = ${surveyId}
      group by coalesce(participant_id, -id)
    ) each_one group by approved order by approved desc`.execute(db)
  const decisions = await sql<Decision>`
    select choice, responses, participants, person.name as "decidedBy", decided_at as "decidedAt"
    from leftover left join person on person.id = leftover.decided_by
    where survey_id = ${surveyId} order by leftover.id desc`.execute(db)
  return {
    size: rule.size,
    pays: money(rule.amountMinor, rule.currency),
    responses: rows.reduce((sum, { approved, participants }) => sum + approved * participants, 0),
    participants: rows.reduce((sum, { participants }) => sum + participants, 0),
    waiting: rows,
    decisions: decisions.rows.map((row) => ({ ...row, decidedAt: row.decidedAt.toISOString() })),
  }
}

/** Of one participant, in the surveys that the viewer sees. */
async function waitingOf(db: Db, participantId: number, { scope }: PaymentViewer): Promise<WaitingRow[]> {
  const seen = allOf([sql`w.participant_id = ${participantId}`, inScope(scope, sql`w.survey_id`)]) ?? sql`false`
  const { rows } = await sql<Omit<WaitingRow, 'pays'> & { amountMinor: number; currency: string }>`
    select w.survey_id as "surveyId", survey.title as "surveyTitle", count(*) as approved, w.set_size as size,
      w.set_size * w.amount_minor as "amountMinor", w.currency
    from waiting_response w join survey on survey.id = w.survey_id
    where ${seen} group by w.survey_id, survey.title, w.set_size, w.amount_minor, w.currency
    order by w.survey_id`.execute(db)
  return rows.map(({ amountMinor, currency, ...row }) => ({ ...row, pays: money(amountMinor, currency) }))
}

type UploadRecord = Omit<Upload, 'createdAt'> & { createdAt: Date }

const columns = sql`u.id, u.name, u.rows, json_build_object('id', maker.id, 'name', maker.name) as "uploadedBy",
  u.created_at as "createdAt"`
const joins = sql`join person maker on maker.id = u.created_by`

function seenIn(scope: SurveyScope) {
  const seen = inScope(scope, sql`m.survey_id`)
  return seen && sql`u.id in (select m.upload_id from manual_payment m where ${seen})`
}

function asSent({ createdAt, ...upload }: UploadRecord): Upload {
  return { ...upload, createdAt: createdAt.toISOString() }
}

const uploadRoutes = [
  on(manualPayments.uploads, async ({ db, query, actor }) => {
    const named = when(query.q?.trim() || undefined, (text) => {
      return sql`(fold(u.name) like anywhere(${text}) or u.created_by in (
        select id from person where admin_type = 'ADMIN' and fold(name) like anywhere(${text})))`
    })
    const where = allOf([seenIn(await scopeOf(db, actor)), named]) ?? sql`true`
    const list = { table: 'payment_upload', as: 'u', order: { by: sql`u.id`, descending: true }, columns, joins, where }
    const { rows, total } = await readPage<UploadRecord>(db, list, { ...pageOf(query), total: { among: 'few' } })
    return { rows: rows.map(asSent), total }
  }),
  on(manualPayments.getUpload, async ({ db, params, actor }) => {
    const where = allOf([sql`u.id = ${params.id}`, seenIn(await scopeOf(db, actor))]) ?? sql`false`
    return asSent(
      found(await sql<UploadRecord>`select ${columns} from payment_upload u ${joins} where ${where}`.execute(db)),
    )
  }),
]

const initiateManual = on(manualPayments.initiate, async (context) => {
  const { db, query, body, actor, services, audit, requestId, address } = context
  const { overrideReason, recipientName, reference, reason, reasonText, ...facts } = body ?? {}
  const { locationId, phoneNumber = '', amount = '' } = { ...query, ...facts }
  const missing = Object.entries({ locationId, phoneNumber, amount }).filter(
    ([, value]) => value === undefined || value === '',
  )
  if (missing.length > 0) {
    throw new AppError('VALIDATION_FAILED', { errors: missing.map(([name]) => problem(name, 'REQUIRED')) })
  }
  const { highestAmounts, phoneCountry } = services.settings
  const asker = { scope: await scopeOf(db, actor), phoneCountry }
  const place = (await findPlaces(db, asker, [locationId ?? 0])).get(locationId ?? 0)
  if (!place) throw new AppError('NOT_FOUND')
  const phone = phoneParser(place.country)(phoneNumber)
  const { currency } = place
  const amountMinor = toMinor(amount, currency)
  const highest = highestAmount(currency, highestAmounts)
  const problems: FieldProblem[] = []
  if (phone.problem) problems.push(problem('phoneNumber', phone.problem))
  if (amountMinor === undefined) problems.push(problem('amount', 'CURRENCY_DIGITS', minorDigits(currency)))
  else if (amountMinor === 0) problems.push(problem('amount', 'NOT_POSITIVE'))
  else if (amountMinor > highest) {
    problems.push(problem('amount', 'AMOUNT_TOO_HIGH', `${currency} ${toDecimal(highest, currency)}`))
  }
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  const entry: NewManual = {
    surveyId: place.surveyId,
    locationId: place.locationId,
    phone: phone.value ?? '',
    amountMinor: amountMinor ?? 0,
    currency,
    recipientName: recipientName || null,
    reference: reference || null,
    reason: reason ?? defaultReason,
    reasonText: reasonText || null,
    overrideReason: overrideReason || null,
  }
  if (entry.overrideReason === null && (await hasLive(db, entry))) throw new AppError('PAYMENT_REPEATED')
  const [id = 0] = await insertManual(db, [entry], null)
  const by = { source: { actorId: actor.id, requestId, address }, role: actor.role }
  await putForward(db, [id], by, await paymentActor(db, actor))
  const { phone: _phone, ...kept } = entry
  audit({ action: 'payments.enter', subjectType: 'payable', subjectId: id, after: kept })
  return getPayment(db, id, await viewerOf(db, actor))
})

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
  on(payments.bulkRetry, (context) => bulk(context, 'retry', context.body)),
  on(payments.bulkWithdraw, (context) => bulk(context, 'withdraw', context.body)),
  on(payments.bulkReopen, (context) => bulk(context, 'reopen', context.body)),
]
