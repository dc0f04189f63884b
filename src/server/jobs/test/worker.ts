/** A process to be killed by a test: a worker on the database and the folder given. Tells its parent when it is ready. */
import { flushCompileCache } from 'node:module'
import { openDatabase } from '../../db/pool.ts'
import { openFileStore } from '../../files/file-store.ts'
import { stepRuns } from '../../payments/runs/runs.ts'
import { parseSettings } from '../../settings.ts'
import { openLive } from '../../http/live.ts'
import { startJobWorker } from '../worker.ts'
import { testKinds } from './kinds.ts'

const [, , url = '', dataDir = ''] = process.argv
const database = openDatabase(url, { max: 5 })
const settings = parseSettings({ DATA_DIR: dataDir })
const services = {
  database,
  settings,
  files: await openFileStore({ dataDir }),
  live: openLive(database.db, settings),
}
const worker = startJobWorker({
  services,
  kinds: [...testKinds, ...Object.values(stepRuns)],
  log: console,
  pollMs: 100,
})
process.on('SIGTERM', () => void worker.stop().then(() => process.exit()))
process.send?.('ready')
// For the next one: this one is killed.
flushCompileCache()
