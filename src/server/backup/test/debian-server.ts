/** A PostgreSQL of Debian with its own pg_dump, as operators have it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivilegedAccount } from '../../db/embedded/account.ts'
import { freePort, startPostmaster, stopPostmaster } from '../../db/embedded/postmaster.ts'
import { ask } from '../backup.ts'

const programs = '/usr/lib/postgresql/15'

export const hasDebianServer = existsSync(join(programs, 'bin/initdb')) && existsSync('/usr/bin/pg_dump')

/** Its owner is the superuser, and comes in without a password. */
export async function startDebianServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-debian-'))
  const account = unprivilegedAccount()
  await chmod(dataDir, 0o755)
  if (account) await chown(dataDir, account.uid, account.gid)
  const folder = join(dataDir, 'postgres')
  const args = [`--pgdata=${folder}`, '--username=canvass_owner', '--auth=trust', '--no-sync']
  const as = account ? { uid: account.uid, gid: account.gid } : {}
  execFileSync(join(programs, 'bin/initdb'), args, { ...as, cwd: dataDir, stdio: 'ignore' })
  const cluster = { dataDir, folder, binaries: { folder: programs, major: '15' }, account, fast: false }
  const port = await freePort(0)
  const child = await startPostmaster(cluster, port)
  const urlOf = (name: string) => `postgresql://canvass_owner:unasked@127.0.0.1:${port}/${name}`
  return {
    /** The URL of a new one. */
    async database(name: string): Promise<string> {
      await ask(urlOf('postgres'), `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
      return urlOf(name)
    },
    async stop() {
      await stopPostmaster(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
