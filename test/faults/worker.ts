/** The payment side of the product in a process of its own, to be killed, held and woken: node worker.ts DATABASE_URL DATA_DIR. */
import { flushCompileCache } from 'node:module'
import { openDatabase } from '#server/db/pool.ts'
import { startPayments } from '#server/payments/worker/start-payments.ts'
import { parseSettings } from '#server/settings.ts'

const [, , url = '', dataDir = ''] = process.argv
const settings = parseSettings({ DATA_DIR: dataDir, DATABASE_URL: url })
const database = openDatabase(url, { max: 5 })
const running = new AsyncDisposableStack()
const log = {
  error(details: object, message: string) {
    if (process.env['TEST_LOG']) console.error(message, details)
  },
}
await startPayments(settings, { database, log }, running)
process.on('SIGTERM', () => void running.disposeAsync().then(() => process.exit()))
process.on('disconnect', () => process.exit())
process.send?.('ready')
// For the next one: this one is killed.
flushCompileCache()
