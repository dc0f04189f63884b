/** The payment calls (seed §7): lists, the books, and the steps one by one or in bulk. */
import { manualPayments } from '#contract/manual-payments.ts'
import { pageOf } from '#contract/fields.ts'
import { paymentList, payments } from '#contract/payments.ts'
import { transactionList } from '#contract/transactions.ts'
import { surveyPayments } from '#contract/survey-payments.ts'
import { isManualName } from '#domain/money/payment.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { openSurvey } from '../scope.ts'
import { initiateManual } from './manual/manual.ts'
import { manualTemplate, uploadManual } from './manual/manual-upload.ts'
import { paidBeforeRoutes } from './manual/paid-before.ts'
import { bulk, setStatus } from './runs/bulk.ts'
import { booksAlarm } from './books/books-check.ts'
import { fundingRoutes } from './funding/funding.ts'
import { deskRoutes } from './desk/desk.ts'
import { dayEndRoutes } from './books/day-ends.ts'
import { monthRoutes } from './books/month-overview.ts'
import { bookRoutes } from './books/statement.ts'
import { statementImportRoutes } from './books/statement-import.ts'
import { statementRoutes } from './books/statement-lines.ts'
import { limitChangeRoutes } from './funding/limit-changes.ts'
import { policyRoutes } from './funding/policy.ts'
import { paymentFileRoutes } from './files/payment-files.ts'
import { resultRoutes } from './files/results.ts'
import { readRef } from './payment-refs.ts'
import type { PaymentQuery } from './list/payment-filters.ts'
import { getPayment, getPaymentDetail, listPayments, wholePayments } from './list/payment-list.ts'
import { receiptRoute } from './list/receipt.ts'
import { viewerOf } from './row-parts.ts'
import { setsStateOf, waitingOf } from './list/sets-state.ts'
import { listBalances, listTransactions, type TransactionQuery, wholeTransactions } from './list/transaction-list.ts'
import { runRoutes } from './runs/run-list.ts'
import { eventsOf } from './worker/provider-events.ts'
import { whoPays } from './worker/meet-providers.ts'
import { selectionRoutes } from './runs/selections.ts'
import { uploadRoutes } from './list/upload-list.ts'
import { providerRoutes } from './worker/provider-routes.ts'
import { stopRoutes } from './worker/stops.ts'

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
  ...deskRoutes,
  ...paidBeforeRoutes,
  ...policyRoutes,
  ...stopRoutes,
  ...providerRoutes,
  ...limitChangeRoutes,
  ...bookRoutes,
  ...dayEndRoutes,
  ...monthRoutes,
  ...statementRoutes,
  ...statementImportRoutes,
  ...paymentFileRoutes,
  ...resultRoutes,
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
  receiptRoute,
  on(payments.events, async ({ db, params, query, actor }) => {
    const { paymentId } = await getPayment(db, await readRef(db, params.id), await viewerOf(db, actor))
    return eventsOf(db, paymentId, pageOf(query))
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
