/** OpenStack Swift of Debian, which speaks S3 by `s3api`: one machine, one copy, a folder that is removed at the end. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from '#server/settings.ts'
import { freePort } from '#server/db/embedded/postmaster.ts'

const rings = ['object', 'container', 'account'] as const
const login = { key: 'test:tester', secret: 'testing' }

export function hasSwift(): boolean {
  try {
    for (const name of ['proxy', ...rings]) execFileSync('which', [`swift-${name}-server`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface Swift extends AsyncDisposable {
  settings: BucketSettings
  /** The door closes at once; what is stored stays. */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
}

/** With an empty bucket. */
export async function startSwift(): Promise<Swift> {
  // Swift keeps notes in extended attributes, which memory may not have.
  const folder = mkdtempSync('/var/tmp/canvass-swift-')
  const running = new Map<string, ChildProcess>()
  const start = (name: string) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const args = [join(folder, `${name}.conf`)]
    running.set(name, spawn(`swift-${name}-server`, args, { stdio: ['ignore', log, log] }))
  }
  const stop = async (name: string) => {
    const server = running.get(name)
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  mkdirSync(join(folder, 'node/d1'), { recursive: true })
  for (const name of rings) {
    const port = await freePort(0)
    const ring = (...args: string[]) => execFileSync('swift-ring-builder', [join(folder, `${name}.builder`), ...args])
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    ring('rebalance')
    writeFileSync(join(folder, `${name}.conf`), configOf(folder, name, { port, pipeline: `${name}-server` }))
  }
  const port = await freePort(0)
  writeFileSync(join(folder, 'proxy.conf'), configOf(folder, 'proxy', { port, pipeline: door }) + filters)
  for (const name of [...rings, 'proxy']) start(name)
  const settings = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'canvass', ...login }
  await answered(settings)
  return {
    settings,
    leave: () => stop('proxy'),
    async comeBack() {
      start('proxy')
      await answered(settings)
    },
    async [Symbol.asyncDispose]() {
      for (const name of running.keys()) await stop(name)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const door = 'catch_errors cache s3api tempauth slo dlo proxy-server'
const filters = `
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`

function configOf(folder: string, name: string, { port, pipeline }: { port: number; pipeline: string }): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'node')}
mount_check = false
[pipeline:main]
pipeline = ${pipeline}
[app:${name}-server]
use = egg:swift#${name}`
}

/** Makes the bucket, which there may be already. */
async function answered({ endpoint, bucket, key, secret, region }: BucketSettings): Promise<void> {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const until = Date.now() + 60_000
  for (;;) {
    const status = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200 || status === 409) return
    if (Date.now() > until) throw new Error(`Swift answers ${status}`)
    await wait(100)
  }
}
