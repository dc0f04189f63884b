/** The connection to PostgreSQL. All SQL is written as SQL with kysely's `sql` tag, which keeps values out of the text. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { AppError } from '../errors.ts'
import { startHeartbeat } from './heartbeat.ts'
import { followWriter, refuseReader } from './hosts.ts'
import { namingPool, type Statements } from './named.ts'
import type { Replica } from './replica.ts'

/** Where a statement runs: the pool, or the transaction it belongs to. */
export type Db = Kysely<unknown> | Transaction<unknown>

type Query = Parameters<typeof sql>

/** What a query gives: `` await rowsOf<{ id: number }>(db)`select id from site` ``. */
export function rowsOf<Row>(db: Db): (...query: Query) => Promise<Row[]> {
  return async (...query) => (await sql<Row>(...query).execute(db)).rows
}

/** Its first row. Without one, what it is about is not there. */
export function rowOf<Row>(db: Db): (...query: Query) => Promise<Row> {
  return async (...query) => {
    const [row] = await rowsOf<Row>(db)(...query)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }
}

export interface Database {
  db: Kysely<unknown>
  pool: Pool
  replica?: Replica | undefined
  close(): Promise<void>
}

types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('A bigint is larger than a number can hold exactly')
  return value
})
// A calendar day has no time zone: keep it as the text YYYY-MM-DD instead of a moment at local midnight.
types.setTypeParser(types.builtins.DATE, (text) => text)
// A moment is text in the whole house, as the API gives it.
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
  text.endsWith('infinity') ? text : new Date(text).toISOString(),
)

export const appRole = 'canvass_app'

interface PoolOptions {
  max: number
  /** `unnamed`: each call parses and plans its statements again (db/named.ts). */
  statements?: Statements
  /** A call waits so long for a free connection while none is given to any call. */
  waitMs?: number
  /** Of several the app follows the one that takes writes, and tells `moved`. */
  hosts?: readonly string[] | undefined
  moved?: (line: string) => void
  /** A standby for long readings (db/replica.ts). */
  replica?: { url: string; waitMs: number } | undefined
}

/** What the sessions of the app begin with. */
const sessionSettings = {
  TimeZone: 'UTC',
  statement_timeout: '1min',
  idle_in_transaction_session_timeout: '1min',
  // Compiling a statement takes seconds where its estimates are high; ours end in milliseconds.
  jit: 'off',
} as const

/**
 * As the owner: gives the app's own login its settings. A pooler such as PgBouncer hands out connections of its own, and takes
 * no options along.
 */
export async function keepSessionSettings(db: Db): Promise<void> {
  const [role] = await rowsOf<{ kept: string[] | null }>(
    db,
  )`select rolconfig as kept from pg_roles where rolname = ${appRole}`
  const wanted = Object.entries(sessionSettings).filter(([name, value]) => !role?.kept?.includes(`${name}=${value}`))
  if (wanted.length === 0) return
  // A role sets its own: the owner needs no right to change roles.
  await sql`set local role ${sql.id(appRole)}`.execute(db)
  for (const [name, value] of wanted)
    await sql`alter role ${sql.id(appRole)} set ${sql.id(name)} = ${sql.lit(value)}`.execute(db)
  await sql`reset role`.execute(db)
}

/**
 * Opens the app's pool. Every connection acts as `canvass_app`, which may not change tables or the books, also when the
 * URL names the owner. A connection that does not come in time is an error (503 to the caller). So is one whose
 * database falls silent. While connections come and go, a crowd of calls waits longer.
 */
export function openDatabase(
  url: string,
  { max, statements = 'named', waitMs = 3000, hosts = [url], moved = () => undefined, replica }: PoolOptions,
): Database {
  const config = configOf(url, appRole)
  const heartbeat = startHeartbeat(config, () => void following?.look())
  const connections = { connectionTimeoutMillis: waitMs, stream: heartbeat.socket, onConnect: refuseReader }
  const database = open({ ...config, ...connections, max }, statements)
  const following = hosts.length > 1 ? followWriter(hosts, follow) : undefined
  const readers = replica && openReaders(replica, { max, statements })

  function follow(writer: string): void {
    const { connectionString } = configOf(writer, appRole)
    if (connectionString === config.connectionString) return
    moved(`The database is at ${new URL(connectionString).host} now`)
    config.connectionString = connectionString
    database.pool.options.connectionString = connectionString
    heartbeat.cut()
  }
  async function close(): Promise<void> {
    following?.stop()
    heartbeat.stop()
    await Promise.all([database.close(), readers?.close()])
  }
  return { ...database, replica: readers, close }
}

/** Each connection that is asked for in vain is one more reading for the primary. */
function openReaders(
  { url, waitMs }: { url: string; waitMs: number },
  { max, statements }: Required<Pick<PoolOptions, 'max' | 'statements'>>,
): Replica & Pick<Database, 'close'> {
  const config = configOf(url, appRole)
  const heartbeat = startHeartbeat(config)
  const readers = open({ ...config, max, stream: heartbeat.socket }, statements)
  const served = { replica: 0, primary: 0 }
  async function close(): Promise<void> {
    heartbeat.stop()
    await readers.close()
  }
  return { db: readers.db, waitMs, served, close }
}

/**
 * As the owner of the tables: for accounts that the server itself makes or resets, from its command line or for the demo.
 * What keeps one person from acting as two (0006_rights.sql) does not hold the owner.
 */
export function openAsOwner(ownerUrl: string): Database {
  return open({ ...configOf(ownerUrl), max: 1 }, 'unnamed')
}

/** `role`: that a login of another name takes on. */
function configOf(url: string, role?: string): ClientConfig & { connectionString: string } {
  // Options in the URL would take the place of ours, and with them the role: both are given, ours last.
  const target = new URL(url)
  const given = target.searchParams.get('options') ?? ''
  target.searchParams.delete('options')
  const own = target.username === role ? [] : Object.entries({ ...sessionSettings, ...(role && { role }) })
  const options = [given, ...own.map(([name, value]) => `-c ${name}=${value}`)].join(' ').trim()
  return {
    connectionString: target.href,
    keepAlive: true,
    application_name: 'canvass',
    ...(options && { options }),
  }
}

function open(config: PoolConfig, statements: Statements): Database {
  const pool = new Pool({ connectionTimeoutMillis: 3000, ...config, idleTimeoutMillis: 30_000, pipeline: true })
  // A connection that breaks is replaced at the next query; without a listener it would end the process. An idle one tells
  // the pool. One in use but without a query (the database restarts, a transaction rests too long) tells no listener.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = overPool(pool, statements, inCrowd(pool))
  return { db, pool, close: () => db.destroy() }
}

/** The pool has to be one with `pipeline`, so that statements go in one trip. */
export function overPool(pool: Pool, statements: Statements, connect = () => pool.connect()): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: namingPool(pool, connect, statements) }) })
}

/** The driver's text where all connections are in use. */
const noneFree = 'timeout exceeded when trying to connect'

/** As long as a call may wait for a connection in a queue that moves. */
const crowdMs = 10_000

/** Gets a connection. A wait that ended without one goes on while others get theirs: the database is busy, not away. */
function inCrowd(pool: Pool): () => Promise<PoolClient> {
  let lastGiven = 0
  pool.on('acquire', () => (lastGiven = Date.now()))
  return async () => {
    for (const began = Date.now(); ;) {
      const asked = Date.now()
      try {
        return await pool.connect()
      } catch (error) {
        const hasMoved = error instanceof Error && error.message === noneFree && lastGiven > asked
        if (!hasMoved || Date.now() - began > crowdMs) throw error
      }
    }
  }
}

/**
 * Throws an Error with one line unless sessions really are those of the app: all refusals of the books rest on its role, and
 * without timeouts a call that hangs holds its locks for ever.
 */
export async function checkSession({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from unnest($1::text[]) name union all select 'role', current_user`,
    [Object.keys(sessionSettings)],
  )
  const now = new Map(rows.map(({ name, value }) => [name, value]))
  const role = now.get('role')
  if (role !== appRole) throw new Error(`The database lets the app work as ${role} instead of ${appRole}`)
  for (const [name, wanted] of Object.entries(sessionSettings))
    if (now.get(name) !== wanted)
      throw new Error(
        `The database gives the app's sessions ${name} ${now.get(name)}. Run: alter role ${appRole} set ${name} = '${wanted}'`,
      )
}
