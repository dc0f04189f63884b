/** A house from its backup. All is looked at before anything is touched, and nothing is sent until two people confirm it. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { unprivilegedAccount } from '../db/embedded/account.ts'
import { lockDataDir } from '../db/embedded/lock.ts'
import { openTo, startEmbedded } from '../db/embedded.ts'
import { checkExternal } from '../db/external.ts'
import { openFileStore } from '../files/file-store.ts'
import { ask, besides, type House, majorOf } from './backup.ts'
import { emptyFolders, requireProgram, runDump } from './copy-database.ts'
import { type BackupHead, type Part, readManifest, readPart, wrongParts } from './parts.ts'

type Target = House['settings']

/** Throws an Error with a line for each thing that is wrong; then nothing was touched. */
export async function restore(folder: string, settings: Target): Promise<BackupHead> {
  const { head, parts } = await readManifest(folder, settings.backupKey)
  const problems = [...(await wrongPlace(head, settings)), ...(await wrongParts(folder, parts()))]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  openTo(settings.database.kind === 'embedded' ? unprivilegedAccount() : undefined, settings.dataDir)
  const unlock = lockDataDir(settings.dataDir)
  const draft = join(settings.dataDir, 'restoring')
  try {
    await rm(draft, { recursive: true, force: true })
    await writeFiles({ folder, parts: parts(), draft, key: settings.backupKey, s3: settings.s3 })
    if (settings.database.kind === 'embedded') await stopSending(draft)
    else {
      const dump = readPart(folder, { name: 'database.sql', packed: true }, settings.backupKey)
      await runDump(
        await checkExternal('DATABASE_OWNER_URL', settings.database.ownerUrl),
        dump,
        `set search_path = public; ${noSending}`,
      )
    }
    for (const name of housed) await rename(join(draft, name), join(settings.dataDir, name)).catch(unlessMissing)
  } finally {
    await rm(draft, { recursive: true, force: true })
    unlock()
  }
  return head
}

/** The parts of a house in its data folder; the one without which there is none comes last. */
const housed = ['files', ...besides, 'postgres']

async function wrongPlace(head: BackupHead, { dataDir, database }: Target): Promise<string[]> {
  const found = await readdir(dataDir).catch((): string[] => [])
  const problems: string[] = []
  for (const name of housed) {
    const isHeld = found.includes(name) && (name !== 'files' || (await readdir(join(dataDir, name))).length > 0)
    if (isHeld) problems.push(`DATA_DIR ${dataDir} holds ${name} of a house: restore into an empty folder`)
  }
  if (packageJson.version.localeCompare(head.version, 'en', { numeric: true }) < 0)
    problems.push(`The backup is of Canvass ${head.version}, newer than this ${packageJson.version}`)
  if (database.kind === 'embedded' && head.database === 'dump')
    problems.push('The backup is of an external database: set DATABASE_URL to an empty one')
  if (database.kind === 'external' && head.database === 'cluster')
    problems.push('The backup is of the embedded database: unset DATABASE_URL')
  if (database.kind === 'external' && head.database === 'dump')
    problems.push(...(await wrongDatabase(head, database.ownerUrl)))
  return problems
}

async function wrongDatabase({ major }: BackupHead, url: string): Promise<string[]> {
  const problems: string[] = []
  const note = (error: unknown) => void problems.push((error as Error).message)
  await requireProgram('psql', major).catch(note)
  try {
    const writer = await checkExternal('DATABASE_OWNER_URL', url)
    if (await ask<boolean>(writer, `select exists (select from pg_class where relnamespace = 'public'::regnamespace)`))
      problems.push('The database holds tables: restore into an empty one')
    if (!(await ask<boolean>(writer, `select exists (select from pg_roles where rolname = 'canvass_app')`)))
      problems.push('The role canvass_app is missing: make it as docs/operations.md says')
    const found = await majorOf(writer)
    if (found < major) problems.push(`The backup is of PostgreSQL ${major}, the database of the older ${found}`)
  } catch (error) {
    note(error)
  }
  return problems
}

interface Writing {
  s3: Target['s3']
  folder: string
  parts: AsyncIterable<Part>
  draft: string
  key: Buffer | undefined
}

/** All but the dump, as a data folder at `draft`. */
async function writeFiles({ folder, parts, draft, key, s3 }: Writing): Promise<void> {
  const store = await openFileStore({ dataDir: draft, s3 })
  for await (const part of parts) {
    const name = part.name.replace(/^database\//, 'postgres/')
    const [, sha256] = /^files\/..\/([0-9a-f]{64})$/.exec(name) ?? []
    if (name === 'database.sql') continue
    const path = sha256 ? store.spoolPath() : join(draft, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(readPart(folder, part, key), createWriteStream(path, { mode: 0o600, flush: true }))
    if (sha256) await store.adopt(path, Buffer.from(sha256, 'hex'))
  }
}

/** An outcome that came after the backup is unknown here: who was paid since would be paid again. */
const noSending = `select stop_restored('FROM_BACKUP')`

/** Starts the restored cluster for it, which also shows that it starts. */
async function stopSending(draft: string): Promise<void> {
  const folder = join(draft, 'postgres')
  for (const name of emptyFolders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  const server = await startEmbedded({ dataDir: draft })
  try {
    await ask(server.ownerUrl, noSending)
  } finally {
    await server.stop()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
