/**
 * node bench/sites.ts [rows]: the list and the map of a million sites through the real app on a real PostgreSQL, against
 * the bars of quality.md: what needs no counting beside the same call among 10,000, every other filter beside its own
 * page and count SQL, run plainly and in turn.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { sites } from '#contract/sites.ts'
import { buildApp } from '#server/app.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/pool.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { openJobQueue } from '#server/jobs/queue.ts'
import { hashToken } from '#server/http/session.ts'
import { parseSettings } from '#server/settings.ts'
import { seedSites } from './site-data.ts'

const sizes = { small: 10_000, large: Number(process.argv[2] ?? 1_000_000) }
/** More rounds of what is quick, so that a busy machine does not decide, and few of what takes seconds. */
const rounds = { least: 3, most: 41, ms: 1500 }

interface Statement {
  text: string
  values: unknown[]
}

interface House {
  server: FastifyInstance
  token: string
  /** Signs in as the app does, for its SQL without the app. */
  plain: Client
  total: number
  /** What the app has asked about sites since it was emptied. */
  asked: Statement[]
}

interface Urls {
  owner: string
  app: string
}

async function house(urls: Urls, name: string, total: number, dataDir: string): Promise<House> {
  const owner = new Client({ connectionString: withDatabase(urls.owner, 'postgres') })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  await migrate(withDatabase(urls.owner, name))
  const client = new Client({ connectionString: withDatabase(urls.owner, name) })
  await client.connect()
  const start = performance.now()
  await seedSites(client, total)
  console.log(`${total} sites are there after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with clerk as (insert into person (username, name, admin_type, role_id)
       select 'clerk', 'Clerk', 'ADMIN', id from role where role = 'SURVEY_MANAGER' returning id)
     insert into session (token_hash, person_id, expires_at) select $1, id, now() + interval '1 hour' from clerk`,
    [hashToken(token)],
  )
  await client.end()
  const plain = new Client({ connectionString: withDatabase(urls.app, name), options: '-c timezone=UTC' })
  await plain.connect()
  const database = openDatabase(withDatabase(urls.app, name), { max: 4 })
  const asked = overheard(database.pool)
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const files = await openFileStore(dataDir)
  const server = await buildApp({ database, settings, files, queue: openJobQueue() })
  server.addHook('onClose', () => Promise.all([database.close(), plain.end()]))
  await server.ready()
  return { server, token, plain, total, asked }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The statements about sites that the pool's connections are given from now on. */
function overheard(pool: ReturnType<typeof openDatabase>['pool']): Statement[] {
  const asked: Statement[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [text, values] = given
      if (typeof text === 'string' && /\bsite\b/.test(text)) asked.push({ text, values: values as unknown[] })
      return query(...given)
    }) as typeof client.query
  })
  return asked
}

async function call({ server, token }: House, path: string): Promise<{ ms: number; total: number }> {
  const start = performance.now()
  const answer = await server.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
  const ms = performance.now() - start
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  const { total, data } = answer.json<{ total?: number; data: { count?: number } }>()
  return { ms, total: total ?? data.count ?? 0 }
}

async function plainly({ plain }: House, statements: readonly Statement[]): Promise<number> {
  const start = performance.now()
  for (const { text, values } of statements) await plain.query(text, values)
  return performance.now() - start
}

/** A and B in turn, each once before the clock counts; their medians. */
async function inTurn(a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  await a()
  await b()
  const start = performance.now()
  for (let n = 0; n < rounds.least || (n < rounds.most && performance.now() - start < rounds.ms); n++) {
    const [first, second] = [await a(), await b()]
    times[0].push(first)
    times[1].push(second)
  }
  return [median(times[0]), median(times[1])]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

let over = 0

function print(cells: readonly [name: string, total: string, ours: string, beside: string, bar: string, word: string]) {
  const widths = [36, 10, 10, 12, 24, 5]
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(36) : cell.padStart(widths[n] ?? 0))).join(' '))
}

interface Line {
  name: string
  total: number
  ours: number
  /** The other side of the bar, where there is one. */
  beside?: number
  bar: string
  ok: boolean
}

function report({ name, total, ours, beside, bar, ok }: Line): void {
  if (!ok) over++
  const ratio = beside === undefined ? '' : ` (${(ours / beside).toFixed(2)}x)`
  print([name, String(total), ours.toFixed(1), beside?.toFixed(1) ?? '', bar + ratio, ok ? 'ok' : 'OVER'])
}

/** Orders without a filter: the first page against the same among few, the last and the middle one against the clock. */
async function pages(small: House, large: House): Promise<void> {
  for (const sort of sites.sort.flatMap((key) => [key, `-${key}`])) {
    const path = (n: number) => `/sites?sort=${sort}&page=${n}`
    const last = large.total / 10
    const { total } = await call(large, path(1))
    const [ours, beside] = await inTurn(
      async () => (await call(large, path(1))).ms,
      async () => (await call(small, path(1))).ms,
    )
    report({ name: `${sort}, first page`, total, ours, beside, bar: '1.5x of 10 k', ok: ours <= 1.5 * beside })
    const [end, middle] = await inTurn(
      async () => (await call(large, path(last))).ms,
      async () => (await call(large, path(last / 2))).ms,
    )
    report({ name: `${sort}, last page`, total, ours: end, bar: '50 ms', ok: end < 50 })
    report({ name: `${sort}, middle page`, total, ours: middle, bar: '150 ms', ok: middle < 150 })
  }
}

/** Words of each kind of filter, rare and common. */
const filters: Record<string, string> = {
  'title has, rare': 'title=Clinic Majoce 1',
  'title has, common': 'title=clinic',
  'title has, short': 'title=oj',
  'title equals': 'title==Market Facema 12',
  'code has': 'code=S12345',
  'search, rare': 'q=Library Rama',
  'search, common': 'q=school',
  'status, few': 'status=INACTIVE',
  'status, most': 'status=ACTIVE',
  'category, common': 'siteCategoryId=1',
  'three companies': 'companyId=100,200,300',
  'company, rare': 'companyId=290',
  'company, blank': 'companyId=~',
  'unit, a province': 'administrativeUnitId=5',
  'unit, a district': 'administrativeUnitId=110',
  'unit, a locality': 'administrativeUnitId=1000',
  'reason, one': 'issueCategoryId=2',
  'reason, any': 'issueCategoryId=!~',
  'address has': 'address=Rua ma 77',
  'address, blank': 'address=~',
  'latitude, a strip': 'latitude=-20.01..-20',
  'latitude, half': 'latitude=-18..',
  'longitude, a strip': 'longitude=35..35.01',
  'created, one day': 'createdAt=2024-01-31',
  'created, one year': 'createdAt=2024-01-01..2024-12-31',
  'updated, one day': 'updatedAt=2024-01-31',
  'province and status': 'administrativeUnitId=5&status=INACTIVE',
}

const maps: Record<string, string> = {
  'map, whole': '/sites/map',
  'map, a province': '/sites/map?window=-20,34,-17,37',
  'map, a town': '/sites/map?window=-19.9,34.8,-19.7,35',
  'map, whole, a district': '/sites/map?administrativeUnitId=110',
}

/** Beside the SQL that the call itself asks; what a call costs with no SQL to speak of is the house's, not the filter's. */
async function besideOwnSql(large: House, paths: Record<string, string>, ownMs: number): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    large.asked.length = 0
    const { total } = await call(large, path)
    const statements = [...large.asked]
    const [ours, beside] = await inTurn(
      async () => (await call(large, path)).ms,
      () => plainly(large, statements),
    )
    const ok = ours <= Math.max(1.2 * beside, beside + ownMs)
    report({ name, total, ours, beside, bar: '1.2x of its SQL', ok })
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'canvass-bench-'))
const cluster = await startEmbedded({ dataDir, fast: true })
try {
  const urls = { owner: cluster.ownerUrl, app: cluster.appUrl }
  const small = await house(urls, 'small', sizes.small, dataDir)
  const large = await house(urls, 'large', sizes.large, dataDir)
  print(['medians, ms', 'total', 'ours', 'beside', 'bar', ''])
  await pages(small, large)
  small.asked.length = 0
  await call(small, '/sites?page=2')
  const statements = [...small.asked]
  const [whole, sql] = await inTurn(
    async () => (await call(small, '/sites?page=2')).ms,
    () => plainly(small, statements),
  )
  const ownMs = whole - sql
  console.log(`A call costs ${ownMs.toFixed(1)} ms beside its SQL (session, rights, reply)`)
  const lists = Object.entries(filters).map(
    ([name, words]) => [name, `/sites?${words.replaceAll(' ', '%20')}`] as const,
  )
  await besideOwnSql(large, { ...Object.fromEntries(lists), ...maps }, ownMs)
  console.log(over === 0 ? 'All within their bars' : `${over} over their bars`)
  await small.server.close()
  await large.server.close()
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
