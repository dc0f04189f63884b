/** The process: database, HTTP and worker, started in order and stopped in reverse order. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp, chores, jobKinds, quickChores } from './app.ts'
import { connect } from './db/connect.ts'
import { migrate } from './migrate.ts'
import { checkSession, openDatabase } from './db/pool.ts'
import { meetProviders } from './payments/worker/meet-providers.ts'
import { startPayments } from './payments/worker/start-payments.ts'
import { discardHalfLoaded } from './demo/clear.ts'
import { greeting, noAccount } from './demo/greeting.ts'
import { isUntouched } from './demo-state.ts'
import { loadDemo } from './demo/load.ts'
import { openFileStore } from './files/file-store.ts'
import { openLive } from './http/live.ts'
import { startSealing } from './logs/seal-audit.ts'
import { serveMetrics } from './metrics/serve.ts'
import { startJobWorker } from './jobs/worker.ts'
import { type Settings, settingsOrExit } from './settings.ts'

const drainMs = 10_000
const poolCloseMs = 2000

/** Runs until a signal, then ends the process: 0 after a clean stop, 1 when it could not start. */
export async function main(settings: Settings): Promise<never> {
  const asked = stopRequest()
  const running = new AsyncDisposableStack()
  let code = 0
  try {
    await start(settings, running)
    await asked
    console.log('Stopping')
  } catch (error) {
    console.error(`Canvass cannot start: ${reasonOf(error, settings)}`)
    code = 1
  }
  await running.disposeAsync()
  process.exit(code)
}

/** Every further signal while stopping changes nothing: the drain has its own limit. */
function stopRequest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  // Started through an older Node that is gone now (scripts/bootstrap.mjs).
  process.on('disconnect', () => resolve())
  // A closed terminal must not end the process before the database is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return promise
}

async function start(settings: Settings, running: AsyncDisposableStack): Promise<void> {
  if (settings.database.kind === 'embedded') console.log(`Starting PostgreSQL, data in ${settings.dataDir}`)
  const connection = await connect(settings, (line) => console.error(line))
  running.defer(() => connection.close())
  await migrate(connection.ownerUrl, settings.highestAmounts)
  if (settings.database.kind === 'embedded') await discardHalfLoaded(connection.ownerUrl)
  const database = openDatabase(connection.appUrl, {
    max: settings.databasePool,
    statements: settings.databaseNames ? 'named' : 'unnamed',
    hosts: connection.hosts,
    moved: (line) => console.error(line),
    replica: settings.databaseReplica,
  })
  running.defer(() => Promise.race([database.close(), wait(poolCloseMs)]))
  // The login of an external database may lack the right to act as the app's role.
  await checkSession(database)
  const files = await openFileStore(settings)
  // For the processes that read uploads.
  enableCompileCache(join(settings.dataDir, 'compiled'))
  const live = openLive(database.db, settings)
  const services = { database, settings, files, live }
  await meetProviders(settings, database.db)
  const demo = await loadDemo(services, connection.ownerUrl)
  const demoUsers = demo?.staff.map(({ username }) => username) ?? []
  const server = await buildApp({ ...services, demoUsers })
  if (settings.jobWorker) {
    const sealing = startSealing(database.db, (err) => server.log.error({ err }, 'the trail could not be sealed'))
    running.defer(() => sealing.stop())
  }
  const work = { services, kinds: jobKinds, chores, quickChores, log: server.log }
  const worker = settings.jobWorker ? startJobWorker(work) : undefined
  running.defer(async () => void (await Promise.all([drain(server), worker?.stop()])))
  // A line about money says when it is made up.
  const log = demo ? server.log.child({ demo: 'no money moves' }) : server.log
  if (settings.jobWorker) await startPayments(settings, { database, log }, running)
  if (settings.metricsPort !== undefined) {
    const metrics = await serveMetrics(services, { host: settings.host, port: settings.metricsPort })
    running.defer(() => metrics.stop())
  }
  const url = await server.listen({ port: settings.port, host: settings.host })
  console.log(`Canvass is ready: ${url}${settings.basePath}/`)
  if (demo) console.log(greeting(demo).join('\n'))
  else if (await isUntouched(database.db)) console.log(noAccount)
}

/** Takes no new calls and lets those in flight end, for 10 s at most. */
async function drain(server: FastifyInstance): Promise<void> {
  const impatient = setTimeout(() => server.server.closeAllConnections(), drainMs)
  await server.close()
  clearTimeout(impatient)
}

function reasonOf(error: unknown, { host, port }: Settings): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT ${port} is taken on ${host}`
  return message || String(code)
}

if (import.meta.main) await main(settingsOrExit())
