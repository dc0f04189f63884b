/**
 * Reads a whole list of any length as it is at one moment. It reads some rows at a time, in memory that does not grow.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Listing, wholeOf } from './page.ts'
import type { Db } from './pool.ts'

export interface Whole<Row> {
  /** Exactly as many rows as `batches` has. */
  total: number
  /** Each is good until the next one is asked for. All of them may be read again, one reading after the other. */
  batches: AsyncIterable<Row[]>
}

interface Reading<Row> {
  count: (db: Db) => Promise<number>
  rows: RawBuilder<Row>
}

/** Few enough that working on them delays no other caller. */
const batchSize = 500

export function readWhole<Row, T>(
  db: Kysely<unknown>,
  { count, rows }: Reading<Row>,
  use: (whole: Whole<Row>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const total = await count(tx)
      // All of it will be read: a plan that has the first rows soon is not the best one.
      await sql`set local cursor_tuple_fraction = 1`.execute(tx)
      return use({ total, batches: { [Symbol.asyncIterator]: () => fetchAll(tx, rows) } })
    })
}

/** All of a listing, in its order. */
export function readListing<Row, T>(
  db: Kysely<unknown>,
  listing: Listing,
  use: (whole: Whole<Row>) => Promise<T>,
): Promise<T> {
  return readWhole(db, wholeOf<Row>(listing), use)
}

/** While some rows are made something of, the database gathers the next ones. */
async function* fetchAll<Row>(tx: Db, whole: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare whole no scroll cursor for ${whole}`.execute(tx)
  function fetch() {
    const asked = sql<Row>`fetch ${sql.lit(batchSize)} from whole`.execute(tx)
    // It may fail before anybody waits for it.
    asked.catch(() => undefined)
    return asked
  }
  let coming = fetch()
  try {
    for (;;) {
      const { rows } = await coming
      const isLast = rows.length < batchSize
      if (!isLast) coming = fetch()
      if (rows.length > 0) yield rows
      // The driver's results hang together long after they are done with, and would keep all rows with them.
      rows.length = 0
      if (isLast) return
    }
  } finally {
    // A caller who stops in between leaves the transaction idle.
    const isUsable = await coming.then(
      () => true,
      () => false,
    )
    if (isUsable) await sql`close whole`.execute(tx)
  }
}

export function mapWhole<From, To>({ total, batches }: Whole<From>, map: (row: From) => To): Whole<To> {
  async function* mapped(): AsyncGenerator<To[]> {
    for await (const rows of batches) yield rows.map(map)
  }
  return { total, batches: { [Symbol.asyncIterator]: mapped } }
}
