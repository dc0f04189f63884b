/**
 * node bench/participants.ts [rows]: lists and searches among 1,000 and among a million participants, in turn, through
 * the real app on a real PostgreSQL, and prints the ratio of the p95 of each (quality.md, Speed).
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { buildApp } from '#server/app.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/pool.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { openJobQueue } from '#server/jobs/queue.ts'
import { hashToken } from '#server/http/session.ts'
import { parseSettings } from '#server/settings.ts'

const sizes = { small: 1000, large: Number(process.argv[2] ?? 1_000_000) }
const calls = 200

interface House {
  server: FastifyInstance
  token: string
  names: string[]
  phones: string[]
  total: number
}

/** Names of two words out of 900 × 2,500, as unevenly spread as names are. */
const seed = `
  insert into person (username, name, phone, admin_type, role_id)
  select '+2588' || lpad(n::text, 8, '0'),
    first.syllables || ' ' || last.syllables, '+2588' || lpad(n::text, 8, '0'), 'PARTICIPANT',
    (select id from role where role = 'PARTICIPANT')
  from generate_series(1, $1::int) n,
    lateral (select initcap(a[1 + f % 30] || b[1 + f / 30]) as syllables from (select
      '{ma,jo,ce,al,fa,te,lu,ro,si,ne,da,be,gi,he,le,mi,no,pa,ra,sa,to,vi,za,ar,el,is,or,um,an,ed}'::text[] a,
      '{ria,ana,so,lia,tima,resa,cia,sa,via,lson,nis,rta,lda,ena,ila,mo,la,quel,ulo,ndra,lma,rio,ta,nio,do,bel,lo,ar,ton,na}'::text[] b,
      (30 * 30 * pow(random(), 2) + n * 0)::int % 900 as f) x) first,
    lateral (select initcap(c[1 + l % 50] || d[1 + l / 50]) as syllables from (select
      array(select substr('bcdfghjklmnpqrstvwxz', 1 + i % 20, 1) || substr('aeiou', 1 + i / 20, 1) || substr('mnrslt', 1 + i % 6, 1) from generate_series(0, 49) i) c,
      array(select substr('bcdfghjklmnpqrstvwxz', 1 + (i * 7) % 20, 1) || substr('aeiou', 1 + i % 5, 1) || substr('cvzmne', 1 + i % 6, 1) || 'e' from generate_series(0, 49) i) d,
      (2500 * pow(random(), 2) + n * 0)::int % 2500 as l) x) last`

async function house(ownerUrl: string, appUrl: string, name: string, size: number, dataDir: string): Promise<House> {
  const owner = new Client({ connectionString: withDatabase(ownerUrl, 'postgres') })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  await migrate(withDatabase(ownerUrl, name))
  const client = new Client({ connectionString: withDatabase(ownerUrl, name) })
  await client.connect()
  await client.query(seed, [size])
  await client.query('vacuum analyze person')
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with clerk as (insert into person (username, name, admin_type, role_id)
       select 'clerk', 'Clerk', 'ADMIN', id from role where role = 'SURVEY_MANAGER' returning id)
     insert into session (token_hash, person_id, expires_at) select $1, id, now() + interval '1 hour' from clerk`,
    [hashToken(token)],
  )
  const sample = await client.query<{ name: string; phone: string }>(
    `select name, phone from person where admin_type = 'PARTICIPANT' order by md5(id::text) limit ${calls / 2}`,
  )
  await client.end()
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const database = openDatabase(withDatabase(appUrl, name), { max: 4 })
  const server = await buildApp({
    database,
    settings,
    files: await openFileStore(dataDir),
    queue: openJobQueue(),
  })
  server.addHook('onClose', () => database.close())
  await server.ready()
  const names = sample.rows.map((row) => row.name)
  return { server, token, names, phones: sample.rows.map((row) => row.phone), total: size }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The address of the n-th call of each kind. */
const kinds: Record<string, (house: House, n: number) => string> = {
  'list, first page': () => '/users/participants',
  'list, last page': ({ total }) => `/users/participants?page=${total / 10}`,
  'list, newest first': () => '/users/participants?sort=-createdAt',
  'list, suspended': () => '/users/participants?status=SUSPENDED',
  'search, whole name': ({ names }, n) => `/users/search?query=${encodeURIComponent(names[n % names.length] ?? '')}`,
  'search, phone': ({ phones }, n) => `/users/search?query=${encodeURIComponent(phones[n % phones.length] ?? '')}`,
  'search, end of phone': ({ phones }, n) => `/users/search?query=${phones[n % phones.length]?.slice(-8)}`,
  'search, nobody': (_, n) => `/users/search?query=xylo${n}phon`,
  'search, %': () => '/users/search?query=%25',
  'search, blank': () => '/users/search?query=%20',
  'search, one common word': ({ names }, n) => `/users/search?query=${names[n % names.length]?.split(' ')[0]}`,
  'search, two letters': ({ names }, n) => `/users/search?query=${names[n % names.length]?.slice(0, 2)}`,
}

async function timed({ server, token }: House, path: string): Promise<{ ms: number; total: number }> {
  const start = performance.now()
  const answer = await server.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
  const ms = performance.now() - start
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return { ms, total: answer.json<{ total: number }>().total }
}

function p95(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}

async function measure(small: House, large: House): Promise<void> {
  console.log(
    `p95 of ${calls} calls, ms`.padEnd(28),
    `${sizes.small} rows`.padStart(12),
    `${sizes.large} rows`.padStart(14),
    'ratio'.padStart(8),
    'hits'.padStart(8),
  )
  for (const [kind, path] of Object.entries(kinds)) {
    const ms = { small: [] as number[], large: [] as number[] }
    let hits = 0
    for (let n = -calls / 2; n < calls; n++) {
      const [one, other] = [await timed(small, path(small, n + calls)), await timed(large, path(large, n + calls))]
      // Each question is asked once before it is asked twice on the clock.
      if (n < 0) continue
      ms.small.push(one.ms)
      ms.large.push(other.ms)
      hits += other.total
    }
    const [less, more] = [p95(ms.small), p95(ms.large)]
    console.log(
      kind.padEnd(28),
      less.toFixed(2).padStart(12),
      more.toFixed(2).padStart(14),
      (more / less).toFixed(2).padStart(8),
      (hits / calls).toFixed(0).padStart(8),
    )
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'canvass-bench-'))
const cluster = await startEmbedded({ dataDir, fast: true })
try {
  const small = await house(cluster.ownerUrl, cluster.appUrl, 'small', sizes.small, dataDir)
  const large = await house(cluster.ownerUrl, cluster.appUrl, 'large', sizes.large, dataDir)
  await measure(small, large)
  await small.server.close()
  await large.server.close()
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
