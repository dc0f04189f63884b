/** The database of the settings: the one that comes with the app, or an external one. */
import type { Settings } from '../settings.ts'
import { joinEmbedded, startEmbedded } from './embedded.ts'
import { checkExternal } from './external.ts'
import { hostUrls } from './hosts.ts'

export interface Connection {
  /** May change tables: for migrations. */
  ownerUrl: string
  appUrl: string
  /** Where the app finds its database after a take-over. */
  hosts?: readonly string[]
  /** Stops what was started for it. */
  close(): Promise<void>
}

/** Throws an Error with one line when there is no database to work with. `report` is told of later incidents. */
export async function connect({ database, dataDir }: Settings, report: (line: string) => void): Promise<Connection> {
  if (database.kind === 'embedded') {
    const embedded = await startEmbedded({ dataDir, report })
    return { ...embedded, close: () => embedded.stop() }
  }
  const { url, ownerUrl } = database
  const appUrl = await checkExternal('DATABASE_URL', url)
  const owner = ownerUrl === url ? appUrl : await checkExternal('DATABASE_OWNER_URL', ownerUrl)
  return { ownerUrl: owner, appUrl, hosts: hostUrls(url), close: () => Promise.resolve() }
}

/** The same for a short command, which may work beside a running server. */
export async function connectBeside(settings: Settings, report: (line: string) => void): Promise<Connection> {
  const joined = settings.database.kind === 'embedded' ? await joinEmbedded(settings.dataDir) : undefined
  return joined ? { ...joined, close: () => Promise.resolve() } : connect(settings, report)
}
