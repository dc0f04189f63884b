/**
 * The locks behind every right, all held until the transaction ends. A write shares the lock of its caller and reads the
 * caller's rights under it. A change that takes rights from a person holds that person's lock alone. So it waits for the
 * writes under way, and every later write meets it. The order is: rights, people, rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** One change of rights after the other: what one decides on (the last administrator, what a role holds) stays true. */
export async function lockRights(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('people and rights', 0))`.execute(db)
}

/** The rights of the person stay as they are; to be read by a later statement. */
export async function keepRightsOf(db: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(rights_key(${personId}))`.execute(db)
}

/** Waits for the writes under way of all staff of whom `whom` is true; their later ones wait for this transaction. */
export async function stopWrites(db: Db, whom: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(rights_key(id)) from (
    select id from person where ${whom} and admin_type = 'ADMIN' order by id offset 0) staff`.execute(db)
}
