/** A real PgBouncer before the database of a test, in transaction mode. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const program = '/usr/sbin/pgbouncer'

/** On Debian and its like, as root, it is brought once. */
export function hasPgBouncer(): boolean {
  if (!existsSync(program) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'pgbouncer'], { env, stdio: 'ignore' })
  }
  return existsSync(program)
}

/** Answers the URL of the same database through it. `connections`: those that it holds to the database. */
export async function startPgBouncer(url: string, { connections }: { connections: number }) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'canvass-pgbouncer-'))
  const listening = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listening,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: connections,
    max_client_conn: 200,
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`
  await writeFile(join(folder, 'ini'), databases)
  await writeFile(settings.auth_file, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  await chmod(folder, 0o755)
  const child = spawn(program, [join(folder, 'ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  while (!said.join('').includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said.join('')}`)
    await wait(20)
  }
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${listening}${pathname}`,
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
