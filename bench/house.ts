/**
 * The houses of a bench: the real app over HTTP on a real PostgreSQL that loses nothing in a power cut, one as it is, or two,
 * with few rows and with many.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { Client, type Pool } from 'pg'
import { buildApp } from '#server/app.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/migrate.ts'
import { type Database, openDatabase } from '#server/db/pool.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { hashToken } from '#server/http/session.ts'
import { openLive } from '../src/server/http/live.ts'
import type { Services } from '#server/services.ts'
import { parseSettings } from '#server/settings.ts'

interface Answer {
  ms: number
  total: number
  /** What came back. */
  body: unknown
}

export interface House<Seeded = unknown> {
  /** Of the API, and the token of a member of staff. */
  url: string
  token: string
  owner: Client
  /** As the app signs in. */
  appUrl: string
  /** How many rows there are, and what the seed has told of them. */
  size: number
  seeded: Seeded
  ask: (path: string) => Promise<Answer>
  /** A statement of the bench's own, by a superuser. */
  truth: <Row>(statement: string) => Promise<Row[]>
  /**
   * The SQL of a call without the app. A bare Fastify route sends every statement of the call again through pg, also
   * those of the session, and answers the rows as they come.
   */
  floorOf: (path: string) => Promise<() => Promise<number>>
}

interface Bench<Seeded> {
  /** One house for each. */
  sizes: readonly number[]
  /** By a superuser. */
  seed: (owner: Client, size: number) => Promise<Seeded>
  measure: (...houses: House<Seeded>[]) => Promise<void>
}

/** Builds the houses and an administrator who is signed in to them. */
export async function inHouses<Seeded>({ sizes, seed, measure }: Bench<Seeded>): Promise<void> {
  const closings: (() => Promise<void>)[] = []
  async function house({ cluster, dataDir }: Ground, size: number): Promise<House<Seeded>> {
    const name = `house_${size}`
    const isNew = await createDatabase(cluster.ownerUrl, name)
    await migrate(withDatabase(cluster.ownerUrl, name))
    const owner = new Client({ connectionString: withDatabase(cluster.ownerUrl, name) })
    await owner.connect()
    closings.push(() => owner.end())
    if (isNew) await fill(owner, size)
    await owner.query('update session set created_at = now(), last_used_at = now(), authenticated_at = now()')
    // What the seed told is kept beside it, for the next run.
    const { rows } = await owner.query<{ seeded: Seeded; token: string }>('select seeded, token from bench_seed')
    const [kept] = rows
    if (!kept) throw new Error('The house was never filled to its end')
    const { seeded, token } = kept
    const { close, ...opened } = await openBesideFloor(withDatabase(cluster.appUrl, name), dataDir, token)
    closings.push(close)
    const truth = async <Row>(statement: string) => (await owner.query(statement)).rows as Row[]
    return { size, seeded, token, owner, truth, ...opened }
  }
  async function fill(owner: Client, size: number): Promise<void> {
    const start = performance.now()
    const seeded = await seed(owner, size)
    await owner.query('create table bench_seed as select $1::jsonb as seeded, $2::text as token', [
      JSON.stringify(seeded),
      await signIn(owner),
    ])
    console.log(`${size} rows are there after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  await onGround(async (ground) => {
    const houses: House<Seeded>[] = []
    try {
      for (const size of sizes) houses.push(await house(ground, size))
      await measure(...houses)
    } finally {
      for (const close of closings) await close()
    }
  })
}

export interface BareHouse {
  /** Of the API. */
  url: string
  server: FastifyInstance
  services: Services
  /** A superuser. */
  owner: Client
  ownerUrl: string
  /** As the app signs in. */
  appUrl: string
  dataDir: string
}

/** A house with nothing in it, for a bench that seeds and asks in its own way. */
export async function inBareHouse(measure: (house: BareHouse) => Promise<void>): Promise<void> {
  await onGround(async ({ cluster, dataDir }) => {
    await migrate(cluster.ownerUrl)
    const owner = new Client({ connectionString: cluster.ownerUrl })
    await owner.connect()
    const database = openDatabase(cluster.appUrl, pool)
    const opened = await openApp(database, dataDir)
    try {
      await measure({ ...opened, owner, ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl, dataDir })
    } finally {
      await opened.server.close()
      await database.close()
      await owner.end()
    }
  })
}

interface Reply {
  status: number
  body: string
}

/** One call over HTTP, on connections that stay; a form comes as `FormData`. */
export async function send(
  url: string,
  token: string,
  payload?: object,
  method = payload ? 'POST' : 'GET',
): Promise<Reply> {
  const isForm = payload instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(payload && !isForm && { 'content-type': 'application/json' }) },
    ...(payload && { body: isForm ? payload : JSON.stringify(payload) }),
  })
  return { status: answer.status, body: await answer.text() }
}

interface Answered<T> {
  data: T
  /** Of a list. */
  total: number
}

export type Call = <T>(path: string, payload?: object, method?: 'PUT') => Promise<Answered<T>>

/** Calls of one member of staff; throws unless the answer is a success. */
export function caller({ url }: Pick<BareHouse, 'url'>, token: string): Call {
  return async <T>(path: string, payload?: object, method?: 'PUT') => {
    const { status, body } = await send(url + path, token, payload, method)
    if (status >= 300) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`)
    return JSON.parse(body) as Answered<T>
  }
}

/** A file as the field of a form that uploads take. */
export function fileForm(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'a.xlsx')
  return form
}

interface Ground {
  cluster: EmbeddedDatabase
  dataDir: string
}

/** A cluster and a directory of the bench's own, of which nothing stays: unless BENCH_DIR names one to keep and use again. */
async function onGround(build: (ground: Ground) => Promise<void>): Promise<void> {
  const kept = process.env['BENCH_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'canvass-bench-')))
  const cluster = await startEmbedded({ dataDir })
  try {
    await tellDurability(cluster.ownerUrl)
    await build({ cluster, dataDir })
  } finally {
    await cluster.stop()
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

async function tellDurability(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ settings: string }>(
    `select string_agg(name || ' ' || current_setting(name), ', ') as settings
     from unnest('{fsync,synchronous_commit,full_page_writes}'::text[]) name`,
  )
  console.log(rows[0]?.settings)
  await owner.end()
}

async function openApp(database: Database, dataDir: string) {
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = {
    database,
    settings,
    files: await openFileStore({ dataDir }),
    live: openLive(database.db, settings),
  }
  const server = await buildApp(services)
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  return { server, services, url }
}

/** False when it is there already. */
async function createDatabase(ownerUrl: string, name: string): Promise<boolean> {
  const owner = new Client({ connectionString: withDatabase(ownerUrl, 'postgres') })
  await owner.connect()
  const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await owner.query(`create database ${name}`)
  await owner.end()
  return rowCount === 0
}

/** A member of staff; answers the token of their session. */
export async function signIn(owner: Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `with clerk as (insert into person (username, name, admin_type, role_id)
       select 'clerk', 'Clerk', 'ADMIN', id from role where role = 'SURVEY_MANAGER' returning id)
     insert into session (token_hash, person_id, expires_at) select $1, id, now() + interval '1 day' from clerk`,
    [hashToken(token)],
  )
  return token
}

/** Connections of the app, and of a floor: as many as in a house without settings. */
export const pool = { max: 10 }

async function openBesideFloor(appUrl: string, dataDir: string, token: string) {
  const database = openDatabase(appUrl, pool)
  const bare = openDatabase(appUrl, pool)
  const asked = overheard(database.pool)
  const { server, url } = await openApp(database, dataDir)
  const floor = Fastify()
  let statements: Statement[] = []
  floor.get('/', async () => {
    let rows: unknown[] = []
    for (const { text, values } of statements) ({ rows } = await bare.pool.query(text, values))
    return { rows }
  })
  const floorUrl = await floor.listen({ port: 0, host: '127.0.0.1' })

  async function timed(address: string): Promise<{ ms: number; body: string }> {
    const start = performance.now()
    const { status, body } = await send(address, token)
    const ms = performance.now() - start
    if (status !== 200) throw new Error(`${address}: ${status} ${body}`)
    return { ms, body }
  }

  async function ask(path: string): Promise<Answer> {
    const { ms, body: text } = await timed(url + path)
    const body = JSON.parse(text) as { total?: number; data: { count?: number } }
    return { ms, total: body.total ?? body.data.count ?? 0, body }
  }

  async function floorOf(path: string): Promise<() => Promise<number>> {
    asked.length = 0
    await ask(path)
    const own = [...asked]
    return async () => {
      statements = own
      return (await timed(floorUrl)).ms
    }
  }

  async function close(): Promise<void> {
    await server.close()
    await floor.close()
    await database.close()
    await bare.close()
  }
  return { url, appUrl, ask, floorOf, close }
}

interface Statement {
  text: string
  values: unknown[]
}

/** The statements that the pool's connections are given from now on. */
function overheard(pool: Pool): Statement[] {
  const asked: Statement[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [text, values] = given as [string | Statement, unknown[]]
      asked.push(typeof text === 'string' ? { text, values } : text)
      return query(...given)
    }) as typeof client.query
  })
  return asked
}
