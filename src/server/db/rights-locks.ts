/**
 * The locks behind every right, all held until the transaction ends. A write shares the lock of its caller and reads the
 * caller's rights under it. A change that takes rights from a person holds that person's lock alone. So it waits for the
 * writes under way, and every later write meets it. The order is: rights, people, rows.
 *
 * Only the one that takes the rights waits for a lock. All others give up at once with 55P03 and come again, so that
 * neither the calls of one person nor many changes of rights hold the connections that others need.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from './pool.ts'

const allRights = sql`hashtextextended('people and rights', 0)`

/** One change of rights after the other: what one decides on (the last administrator, what a role holds) stays true. */
export async function takeRightsTurn(db: Db): Promise<void> {
  await sql`select take_turn(${allRights})`.execute(db)
}

/** The same from the command line, which waits for it. */
export async function lockRights(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allRights})`.execute(db)
}

/** One after the other of those by which a person ends their own sessions, and the person's writes under way before it. */
export async function stopOwnWrites(db: Db, personId: number): Promise<void> {
  await sql`select take_turn(hashtextextended('sessions of ' || ${personId}::bigint, 0))`.execute(db)
  await stopWrites(db, sql`id = ${personId}`)
}

/** The rights of the person stay as they are; to be read by a later statement. */
export async function keepRightsOf(db: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(rights_key(${personId}))`.execute(db)
}

/** The same for one that gives up at once: 55P03 while they are being taken. */
export async function shareRightsOf(db: Db, personId: number): Promise<void> {
  const rows = await rowsOf<{ isShared: boolean }>(db)`
    select pg_try_advisory_xact_lock_shared(rights_key(${personId})) as "isShared"`
  if (!rows[0]?.isShared) throw new RightsTaken()
}

/** By the database's own code for it. */
class RightsTaken extends Error {
  readonly code = '55P03'
}

/** Waits for the writes under way of all staff of whom `whom` is true; their later ones wait for this transaction. */
export async function stopWrites(db: Db, whom: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(rights_key(id)) from (
    select id from person where ${whom} and admin_type = 'ADMIN' order by id offset 0) staff`.execute(db)
}
