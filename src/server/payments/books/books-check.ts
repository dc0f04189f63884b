/** Looks through the books: every rule that must hold, with the time each takes (payments.md §4). */
import { type Kysely, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import { rulesOf } from './invariants.ts'

export interface RuleCheck {
  rule: string
  milliseconds: number
  /** The first rows that break it. */
  rows: unknown[]
}

/** One rule after the other, all on one picture of the database: payments go on meanwhile. */
export function checkBooks(db: Kysely<unknown>, simulatorFile?: string): Promise<RuleCheck[]> {
  return onOnePicture(db, (tx) => lookThrough(tx, simulatorFile))
}

/** The chore of every night: it runs when the last look is a day old, in one process at a time. */
export async function checkBooksNightly({ database: { db } }: Services): Promise<void> {
  await onOnePicture(db, async (tx) => {
    const lock = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('books check', 0)) as got`.execute(tx)
    if (!lock.rows[0]?.got) return
    const recent = await sql`select from books_check where at > now() - interval '1 day' limit 1`.execute(tx)
    if (recent.rows.length === 0) await noteCheck(tx, await lookThrough(tx))
  })
}

function onOnePicture<T>(db: Kysely<unknown>, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    return await work(tx)
  })
}

async function lookThrough(tx: Db, simulatorFile?: string): Promise<RuleCheck[]> {
  // Each rule reads all there is, once, for as long as that takes.
  await sql`set local work_mem = '128MB'`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  const proven = await sql<{ block: number }>`
    select proven_block as block from books_check where proven_block is not null order by id desc limit 1`.execute(tx)
  const checks: RuleCheck[] = []
  for (const { rule, find } of rulesOf({ simulatorFile, provenBlock: proven.rows[0]?.block ?? 0 })) {
    const began = performance.now()
    const rows = await find(tx)
    checks.push({ rule, milliseconds: Math.round(performance.now() - began), rows })
  }
  return checks
}

export async function noteCheck(db: Db, checks: readonly RuleCheck[]): Promise<void> {
  const milliseconds = checks.reduce((all, check) => all + check.milliseconds, 0)
  const broken = brokenOf(checks).map(({ rule, rows }) => ({ rule, rows }))
  // With a broken rule the next look begins at the first block again. A block that came during this one was not looked at.
  const block =
    broken.length === 0
      ? sql`(select max(id) from audit_block where sealed_at < now() - make_interval(secs => ${60 + milliseconds / 1000}))`
      : sql`0`
  await sql`
    insert into books_check (milliseconds, broken, proven_block)
    values (${milliseconds}, ${JSON.stringify(broken)}::jsonb, ${block})`.execute(db)
}

export function brokenOf(checks: readonly RuleCheck[]): RuleCheck[] {
  return checks.filter(({ rows }) => rows.length > 0)
}

/** What the last look found wrong; null while all is well, or nothing was looked at yet. */
export async function booksAlarm(db: Db): Promise<{ at: string; rules: string[] } | null> {
  const rows = await rowsOf<{ at: string; rules: string[] }>(db)`
    select at, array(select b ->> 'rule' from jsonb_array_elements(broken) b) as rules from books_check
    order by at desc limit 1`
  const [last] = rows
  return last && last.rules.length > 0 ? { at: last.at, rules: last.rules } : null
}
