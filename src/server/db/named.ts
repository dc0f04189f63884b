/**
 * Statements that each connection parses and plans once and then knows by name. Parsing and planning a page takes longer than
 * reading it. Only what is planned alike for all values may be named: PostgreSQL soon keeps one plan for all of them.
 */
import {
  type CompiledQuery,
  type Kysely,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'

/** Tells the driver; a driver that knows nothing of it sees a comment. */
const mark = '/* named */ '

/** For a statement whose plan is the same for all values. A select without values needs no such word. */
export async function runNamed<Row>(db: Kysely<unknown>, query: RawBuilder<Row>): Promise<Row[]> {
  return (await named(query).execute(db)).rows
}

/** The same for one row; a statement for many is planned for these. */
export async function runFor<Row>(db: Kysely<unknown>, count: number, query: RawBuilder<Row>): Promise<Row[]> {
  return (await namedFor(count, query).execute(db)).rows
}

export function named<Row>(query: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(mark)}${query}`
}

export function namedFor<Row>(count: number, query: RawBuilder<Row>): RawBuilder<Row> {
  return count === 1 ? named(query) : query
}

/** Tells the driver that the values are statements. */
const trip = '/* one trip */'

type RowsOf<Queries> = { [At in keyof Queries]: Queries[At] extends RawBuilder<infer Row> ? Row[] : never }

/**
 * Sends statements of a transaction without waiting for each other's answers, and answers the rows of each. They run in their
 * order, and each sees what those before it did. Throws the first error, after which PostgreSQL refuses the others.
 */
export async function inOneTrip<const Queries extends readonly RawBuilder<unknown>[]>(
  db: Kysely<unknown>,
  queries: Queries,
): Promise<RowsOf<Queries>> {
  const parts = queries.map((query) => query.compile(db))
  const { rows } = await db.executeQuery({ ...sql.raw(trip).compile(db), parameters: parts })
  return rows as unknown as RowsOf<Queries>
}

/**
 * The condition that a number, or a text, is one of these. One alone is compared as a value: PostgreSQL takes any list for ten,
 * and so plans a named statement with a list of one again at every call.
 */
export function isOneOf(value: RawBuilder<unknown>, these: readonly number[] | readonly string[]): RawBuilder<unknown> {
  const [only, ...others] = these
  if (only !== undefined && others.length === 0) return sql`${value} = ${only}`
  return sql`${value} = any(${these}::${sql.raw(typeof only === 'string' ? 'text' : 'bigint')}[])`
}

function isNamed(text: string, values: readonly unknown[]): boolean {
  return text.startsWith(mark) || (values.length === 0 && /^\s*(select|with)\s/.test(text))
}

/** A connection's plans take some 60 KB of its backend each. */
const mostNames = 200

export type Statements = 'named' | 'unnamed'

/** Pg's pool for kysely. Its connections, got by `connect`, name the statements that ask for it, unless none may be. */
export function namingPool(pool: Pool, connect: () => Promise<PoolClient>, statements: Statements): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connect()
      const naming = known.get(client) ?? namingClient(client, statements)
      known.set(client, naming)
      return naming
    },
  }
}

function namingClient(client: PoolClient, statements: Statements): PostgresPoolClient {
  const names = new Map<string, string>()
  let given = 0

  /** The name that was used longest ago is given up. */
  function nameOf(text: string): string {
    const name = names.get(text) ?? `s${++given}`
    names.delete(text)
    names.set(text, name)
    const [oldest] = names
    if (oldest && names.size > mostNames) forget(oldest)
    return name
  }

  function forget([text, name]: [string, string]): void {
    names.delete(text)
    const { connection } = client as unknown as { connection: PgConnection }
    delete connection.parsedStatements[name]
    connection.close({ type: 'S', name })
  }

  function send({ sql: text, parameters }: Statement): Promise<QueryResult> {
    const values = [...parameters]
    const isOwn = statements === 'named' && isNamed(text, values)
    return isOwn ? client.query({ name: nameOf(text), text, values }) : client.query(text, values)
  }

  async function sendAll(parts: readonly Statement[]) {
    const answers = await Promise.allSettled(parts.map(send))
    const rows = answers.map((answer) => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.rows
    })
    return { command: 'SELECT', rowCount: rows.length, rows }
  }

  function query(text: string, values: readonly unknown[]) {
    return text === trip ? sendAll(values as readonly Statement[]) : send({ sql: text, parameters: values })
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The part of pg's connection that closes statements. */
interface PgConnection {
  parsedStatements: Record<string, string>
  close: (statement: { type: 'S'; name: string }) => void
}

// Words for what keeps a plan right whatever the statistics say. docs/plans.md names each place and the plan without it.

/** An id that the planner does not see: it plans for a usual one, and not for a survey that its statistics do not know. */
export function unseen(id: number | undefined): RawBuilder<number> {
  return sql`(select ${id}::bigint)`
}

/**
 * A query that stays one of its own, as an item of FROM. After `cross join lateral` it is asked for each row by its keys: no
 * plan reads the whole table to join it.
 */
export function fenced(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${query} offset 0)`
}
