import type { Database } from './db/pool.ts'
import type { FileStore } from './files/file-store.ts'
import type { Live } from './http/live.ts'
import type { Settings } from './settings.ts'

/** The services that the whole process shares. */
export interface Services {
  database: Database
  settings: Settings
  files: FileStore
  live: Live
  /** Who may sign in to the demo, for its sign-in page. */
  demoUsers?: readonly string[]
}
