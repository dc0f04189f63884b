/** What a database is restored from, read while it is in use: the files of a cluster of ours, or what pg_dump says. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Source } from './parts.ts'
import type { Bytes } from './seal-stream.ts'

/** What the server makes again: its process files, and all below these folders. */
const madeAgain =
  /^(postmaster\.|pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)\/)|pgsql_tmp|pg_internal\.init/

/** Empty folders that PostgreSQL does not make by itself. */
export const emptyFolders =
  'commit_ts dynshmem logical/mappings logical/snapshots notify replslot serial snapshots stat stat_tmp subtrans tblspc twophase wal'
    .split(' ')
    .map((name) => `pg_${name}`)

/** A base backup: the files as they are, and the log of what changed meanwhile. `url`: of a superuser. */
export async function* copyCluster(folder: string, url: string): AsyncGenerator<Source> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Keeps the log from its last checkpoint until this connection ends.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    const { rows: begun } = await client.query<{ wal: string }>(
      `select pg_walfile_name(pg_backup_start('canvass', fast => true)) as wal`,
    )
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const controlFile = join(folder, 'global/pg_control')
    for (const path of [...paths.filter((each) => each !== controlFile), controlFile]) {
      const name = placeOf(folder, path)
      if (!madeAgain.test(name)) yield* sourceOf(`database/${name}`, path)
    }
    const { rows: ended } = await client.query<{ label: string; wal: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(wait_for_archive => false)`,
    )
    yield { name: 'database/backup_label', packed: false, bytes: bytesOf(ended[0]?.label ?? '') }
    const [first = '', last = ''] = [begun[0]?.wal, ended[0]?.wal]
    for (const name of (await readdir(join(folder, 'pg_wal'))).sort())
      if (name.endsWith('.history') || (name >= first && name <= last))
        yield* sourceOf(`database/pg_wal/${name}`, join(folder, 'pg_wal', name))
  } finally {
    await client.end()
  }
}

function placeOf(folder: string, path: string): string {
  return path.slice(folder.length + 1).replaceAll('\\', '/')
}

/** None for a file that was removed meanwhile: the log knows. */
async function* sourceOf(name: string, path: string): AsyncGenerator<Source> {
  const stream = createReadStream(path)
  const [error] = (await Promise.race([once(stream, 'open').then(() => []), once(stream, 'error')])) as [Error?]
  if (!error) yield { name, packed: true, bytes: stream as Bytes }
  else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

export async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (text.length > 0) yield Buffer.from(text)
}

/** As one transaction sees it. */
export async function* dumpDatabase(url: string): AsyncGenerator<Source> {
  const { address, env } = withoutPassword(url)
  const child = spawn('pg_dump', ['--format=plain', '--no-owner', `--dbname=${address}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  yield { name: 'database.sql', packed: true, bytes: saidBy(child) }
}

async function* saidBy(child: ReturnType<typeof spawn>): AsyncGenerator<Uint8Array> {
  const closed = once(child, 'close')
  const said: string[] = []
  child.stderr?.on('data', (text) => said.push(String(text)))
  yield* child.stdout as unknown as Bytes
  const [code] = (await closed) as [number]
  if (code !== 0) throw new Error(`pg_dump ended with ${code}: ${said.join('').trim()}`)
}

/** Runs the plain SQL of a dump, and `then`, in one transaction: all of it or nothing. Throws psql's word. */
export async function runDump(url: string, dump: Bytes, then: string): Promise<void> {
  const { address, env } = withoutPassword(url)
  const how = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', `--dbname=${address}`]
  const child = spawn('psql', [...how, '--file=-', `--command=${then}`], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const closed = once(child, 'close')
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  // psql that ends early closes its input; its own word says why.
  child.stdin.on('error', () => undefined)
  try {
    for await (const chunk of dump) {
      if (child.exitCode !== null || child.stdin.destroyed) break
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain').catch(() => undefined), closed])
    }
  } catch (error) {
    // The end of its input would have it commit.
    child.kill('SIGKILL')
    throw error
  }
  child.stdin.end()
  const [code] = (await closed) as [number]
  if (code !== 0) throw new Error(`psql ended with ${code}: ${said.join('').trim()}`)
}

/** A password in the arguments would be seen by all on the machine. */
function withoutPassword(url: string) {
  const [, password] = /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(url) ?? []
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(password) }
  return { address: password === undefined ? url : url.replace(`:${password}@`, '@'), env }
}

/** Throws an Error with one line unless the program on PATH is of this major of PostgreSQL. */
export async function requireProgram(program: 'pg_dump' | 'psql', major: number): Promise<void> {
  const wanted = `${program} of PostgreSQL ${major} is needed`
  const said = await promisify(execFile)(program, ['--version']).catch(() => undefined)
  if (!said) throw new Error(`${wanted}: there is none on PATH (Debian: postgresql-client-${major})`)
  const [, found] = /\(PostgreSQL\) (\d+)/.exec(said.stdout) ?? []
  if (Number(found) !== major) throw new Error(`${wanted}: the one on PATH is of ${found ?? 'no version'}`)
}
