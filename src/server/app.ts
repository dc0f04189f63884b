/** The app: every route there is, in one list, on one fastify instance. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { AppError } from './errors.ts'
import { authRoutes } from './people/sign-in/auth-routes.ts'
import { anyPasskey } from './people/sign-in/passkeys.ts'
import { grantRoutes } from './people/roles/grant-routes.ts'
import { menuRoutes } from './menu/menu-routes.ts'
import { factorRoutes } from './people/sign-in/factor-routes.ts'
import { inviteRoute } from './people/sign-in/invite.ts'
import { servePasswordPages } from './people/sign-in/password-pages.ts'
import { mailBells } from './mail/mail-bells.ts'
import { mailRoutes } from './mail/routes.ts'
import { sendMail } from './mail/send-mail.ts'
import { passwordRoutes } from './people/sign-in/password-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { permissionRoutes } from './people/roles/permission-routes.ts'
import { roleRoutes } from './people/roles/role-routes.ts'
import { appTokenRoutes } from './people/sign-in/app-tokens.ts'
import { sessionRoutes } from './people/sign-in/session-routes.ts'
import { serveSignOn, signOnRoute } from './people/sign-in/sign-on-pages.ts'
import { collectorRoutes } from './collect/collector-routes.ts'
import { serveCollect } from './collect/routes.ts'
import { bellRoutes } from './bell/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { clearAttachments } from './attachments/clear.ts'
import { clearSurveyFiles } from './surveys/file-store.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { clearContents } from './files/store.ts'
import { serveGuides } from './guide/guide.ts'
import { historyRoutes } from './history/history-routes.ts'
import { takeGzip } from './http/gunzip.ts'
import { healthRoutes } from './http/health.ts'
import type { Route } from './http/context.ts'
import { apiPrefix, serve } from './http/dispatch.ts'
import { errorEnvelope } from './http/envelope.ts'
import { refusalOf } from './http/failure.ts'
import { openApiRoute } from './openapi/document.ts'
import { sentBackBy } from './http/sent-back.ts'
import { servePages } from './http/pages.ts'
import { readLacking } from './metrics/lacking.ts'
import { countCall, countRefusal } from './metrics/metrics.ts'
import type { JobKind } from './jobs/kind.ts'
import { jobRoutes } from './jobs/routes.ts'
import { scheduleRoutes, startScheduled } from './jobs/schedules.ts'
import type { Chore } from './jobs/worker.ts'
import { recordsAmong, titlesAmong } from './records/record-set.ts'
import { deleteRecords } from './records/delete-records.ts'
import { exportedAmong, exportRecords } from './records/export-records.ts'
import { listRoutes } from './views/routes.ts'
import { logRoutes } from './logs/log-routes.ts'
import { participantRoutes } from './people/participant-routes.ts'
import { brandRoutes, readBrand, serveBrand } from './resources/brand.ts'
import { companyRoutes } from './resources/companies.ts'
import { referenceRoutes } from './resources/reference.ts'
import { booksAlarm, checkBooksNightly } from './payments/books/books-check.ts'
import { serveReceipts } from './payments/list/receipt.ts'
import { paymentRoutes } from './payments/routes.ts'
import { paymentWayRoutes } from './payments/way-routes.ts'
import { downloadAnswers } from './responses/download/download.ts'
import { feedRoutes } from './responses/download/feed.ts'
import { stepRuns } from './payments/runs/runs.ts'
import { openStops } from './payments/worker/stops.ts'
import { clearSelections } from './payments/runs/selection-store.ts'
import { forgetAnswers } from './payments/worker/provider-events.ts'
import { reviewMany } from './responses/review/review-job.ts'
import { writeColumns } from './responses/insight/column-files.ts'
import { foldCounts } from './records/fold-counts.ts'
import { eraseConfirmed } from './erasure/erase.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { evidenceRoutes } from './evidence/evidence.ts'
import { forgetSenders } from './responses/intake/senders.ts'
import { responseRoutes } from './responses/routes.ts'
import type { Services } from './services.ts'
import { siteRoutes } from './sites/routes.ts'
import { checkCountsNightly } from './records/check-counts.ts'
import { closeEnded } from './surveys/close-ended.ts'
import { surveyAreaRoutes } from './surveys/routes.ts'
import { formFileRoutes } from './xlsform/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { inTrace, traceFields, traceIn } from './trace.ts'
import { unitRoutes } from './units/routes.ts'
import { weatherRoutes } from './weather/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { clearDeliveries, sendWebhooks } from './webhooks/send.ts'

const recordRoutes: Route[] = [
  ...authRoutes,
  ...passwordRoutes,
  inviteRoute,
  ...sessionRoutes,
  ...factorRoutes,
  signOnRoute,
  ...appTokenRoutes,
  ...menuRoutes,
  ...peopleRoutes,
  ...participantRoutes,
  ...roleRoutes,
  ...permissionRoutes,
  ...grantRoutes,
  ...logRoutes,
  ...fileRoutes,
  ...attachmentRoutes,
  ...brandRoutes,
  ...companyRoutes,
  ...referenceRoutes,
  ...unitRoutes,
  ...siteRoutes,
  ...surveyAreaRoutes,
  ...formFileRoutes,
  ...responseRoutes,
  ...taskRoutes,
  ...paymentRoutes,
  ...paymentWayRoutes,
  ...evidenceRoutes,
  ...erasureRoutes,
  ...weatherRoutes,
  ...dashboardRoutes,
  ...bellRoutes,
  ...mailRoutes,
  ...webhookRoutes,
  ...collectorRoutes,
]

export const routes: Route[] = [
  ...recordRoutes,
  ...jobRoutes(titlesAmong(recordRoutes)),
  ...scheduleRoutes,
  ...historyRoutes(recordRoutes),
  ...listRoutes(recordRoutes),
]

/** Every kind of long work (see jobs/kind.ts). */
export const jobKinds: readonly JobKind[] = [
  deleteRecords(recordsAmong(routes)),
  exportRecords(exportedAmong(routes)),
  downloadAnswers,
  reviewMany,
  ...Object.values(stepRuns),
]

/** Work on the clock (see jobs/worker.ts). */
export const chores: readonly Chore[] = [
  startScheduled,
  closeEnded,
  foldCounts,
  writeColumns,
  checkCountsNightly,
  checkBooksNightly,
  clearAttachments,
  clearSurveyFiles,
  eraseConfirmed,
  clearContents,
  forgetSenders,
  clearSelections,
  forgetAnswers,
  clearDeliveries,
  mailBells,
]

/** Work that waits for no minute to be over. */
export const quickChores: readonly Chore[] = [sendMail, sendWebhooks]

const repeatedPrefix = new RegExp(`^(?:${apiPrefix})+(?=/|$)`)

/** Seed §9: a duplicated /api/v1 collapses to one. The base path is the proxy's affair and falls away first. */
function rewriteUrl(basePath: string): (request: IncomingMessage) => string {
  return ({ url = '/' }) => {
    const inside = basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url
    return inside.replace(repeatedPrefix, apiPrefix)
  }
}

/** Every refusal and every fault leaves in the same envelope; only faults are logged. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (!refusal)
    request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'unexpected error')
  const { code, status, message, details } = refusal ?? new AppError('INTERNAL', { data: { requestId: request.id } })
  countRefusal(code)
  if (details.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds)
  void reply
    .header('cache-control', 'no-store')
    .status(status)
    .send(errorEnvelope({ code, status, message, ...details }))
}

/** As the framework reads JSON, which makes another letter of every byte that is no UTF-8. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (isUtf8(bytes)) void parse(request, bytes.toString(), done)
    else done(new AppError('BAD_JSON'))
  })
}

/** The second hook: what a body brings runs in the trace of its connection, which is none. */
function followTraces(server: FastifyInstance): void {
  const traces = new WeakMap<FastifyRequest, string>()
  server.addHook('onRequest', (request, _, done) => {
    const trace = traceIn(request.headers['traceparent'])
    traces.set(request, trace)
    inTrace(trace, done)
  })
  server.addHook('preHandler', (request, _, done) => inTrace(traces.get(request) ?? traceIn(undefined), done))
}

/** PostgreSQL repeats the whole row that it refuses, and the line that it could not read. */
const outOfLog = ['req.headers.authorization', 'err.detail', 'err.where']

/** `pages`: the folder of the built pages, where they are others than those of this house. */
export async function buildApp(services: Services, pages?: string): Promise<FastifyInstance> {
  const { settings } = services
  const server = Fastify({
    // Written to the stream itself: a terminal that is closed must not hold the process up.
    logger: {
      level: settings.logLevel,
      redact: outOfLog,
      mixin: traceFields,
      stream: process.stdout,
    },
    // Our own line per request, below: a URL may hold phone numbers (seed §7, initiate-manual) and stays out of the log.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // Long enough for a workbook over a poor line in the field, short enough to free the connection.
    requestTimeout: 300_000,
    rewriteUrl: rewriteUrl(settings.basePath),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // Paths that no router can read.
    frameworkErrors: sendRefusal,
  })
  // A shutdown does not wait for streams.
  server.addHook('preClose', async () => services.live.end())
  followTraces(server)
  server.removeContentTypeParser('text/plain')
  readJson(server)
  takeGzip(server)
  await server.register(multipart)
  server.setErrorHandler(sendRefusal)
  server.addHook('onResponse', async (request, reply) => {
    const { method, url: route } = request.routeOptions
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ requestId: request.id, method, route, status: reply.statusCode, ms }, 'request')
    if (settings.metricsPort !== undefined)
      countCall({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime)
  })
  for (const route of [...routes, openApiRoute(routes)]) serve(server, services, route, sentBackBy(routes, route))
  healthRoutes(server, services, {
    stops: async (db) => (await openStops(db)).map(({ kind }) => kind),
    brokenRules: async (db) => (await booksAlarm(db))?.rules ?? [],
    lacking: () => readLacking(services),
  })
  feedRoutes(server, services)
  await serveCollect(server, services)
  serveGuides(server)
  serveReceipts(server, services)
  serveBrand(server, services)
  const brand = () => readBrand(services.database.db)
  servePasswordPages(server, services, brand)
  serveSignOn(server, services, brand)
  const hasPasskeys = () => anyPasskey(services.database.db)
  await servePages(server, { ...settings, brand, hasPasskeys, demoUsers: services.demoUsers ?? [] }, pages)
  return server
}
