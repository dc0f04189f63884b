/** What a process should have and lacks, for monitors. */
import { statfs } from 'node:fs/promises'
import { missingUpgrades } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { oldestJob } from './backlog.ts'

const patienceSeconds = 300
const leastFree = 0.05

/** `worker`: jobs wait for minutes; `disk`: the folder is nearly full; `files`: S3 does not answer; `upgrades`: not all ran. */
export async function readLacking({ database, files, settings }: Services): Promise<string[]> {
  const { bavail, blocks } = await statfs(settings.dataDir)
  const lacking = {
    worker: (await oldestJob(database.db)) > patienceSeconds,
    disk: bavail < blocks * leastFree,
    files: files.isAway(),
    upgrades: (await missingUpgrades(database.db)).length > 0,
  }
  return Object.entries(lacking).flatMap(([name, isLacking]) => (isLacking ? [name] : []))
}
