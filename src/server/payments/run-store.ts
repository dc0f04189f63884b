/** The money of a run: held for all of it at once, in the transaction of the first chunk. The database closes the hold. */
import { sql } from 'kysely'
import { type FloatSide, transfersFor } from '#domain/ledger.ts'
import type { Db } from '../db/pool.ts'
import { book } from './books.ts'
import { wholly } from './steps.ts'
import { openBatch } from './steps-store.ts'

/** How much the float of one currency is short of what the run needs. */
interface Missing {
  provider: string
  currency: string
  /** Minor units. */
  amountMinor: string
}

interface RunHold {
  batchId: number
  missing: Missing[]
}

/** The hold of the run, taken when there is none: for a currency whose float is too short, nothing is held. */
export async function holdForRun(db: Db, jobId: number, actorId: number): Promise<RunHold> {
  await sql`insert into payment_run (job_id) values (${jobId}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ batchId: number | null; missing: Missing[] }>`
    select batch_id as "batchId", missing from payment_run where job_id = ${jobId} for no key update`.execute(db)
  const [open] = rows
  if (open?.batchId) return { batchId: open.batchId, missing: open.missing }
  const batchId = await openBatch(db, actorId)
  // First, as the database lets only a run hold money beyond its transaction.
  await sql`update payment_run set batch_id = ${batchId} where job_id = ${jobId}`.execute(db)
  const missing: Missing[] = []
  for (const need of await needsOf(db, jobId)) {
    const transfers = transfersFor({ event: 'RUN_HELD', batchId, sums: [need] })
    const { refusal } = await wholly(db, async () => {
      await book(db, transfers)
      return undefined
    })
    if (refusal !== 'OK') missing.push(await shortOf(db, need))
  }
  await sql`update payment_run set missing = ${JSON.stringify(missing)}::jsonb where job_id = ${jobId}`.execute(db)
  return { batchId, missing }
}

/** Sums of the payments that the run has yet to authorize. */
async function needsOf(db: Db, jobId: number): Promise<FloatSide[]> {
  const { rows } = await sql<{ provider: string; currency: string; sum: string }>`
    select p.provider, p.currency, sum(p.amount_minor)::text as sum
    from (select unnest(ids) as id from job_batch where job_id = ${jobId} and not settled) chosen
      join payable p using (id)
    where p.status = 'APPROVED' group by p.provider, p.currency order by p.provider, p.currency`.execute(db)
  return rows.map(({ sum, ...float }) => ({ ...float, amountMinor: BigInt(sum) }))
}

async function shortOf(db: Db, { provider, currency, amountMinor }: FloatSide): Promise<Missing> {
  const { rows } = await sql<{ free: string }>`
    select (debits - credits)::text as free from account
    where kind = 'FLOAT' and provider = ${provider} and currency = ${currency}`.execute(db)
  return { provider, currency, amountMinor: String(BigInt(amountMinor) - BigInt(rows[0]?.free ?? 0)) }
}

/** Those of the payments whose float is too short for the run. */
export async function refusedByFloat(
  db: Db,
  ids: readonly number[],
  missing: readonly Missing[],
): Promise<Set<number>> {
  if (missing.length === 0) return new Set()
  const floats = missing.map(({ provider, currency }) => `${provider} ${currency}`)
  const { rows } = await sql<{ id: number }>`
    select id from payable where id = any(${ids}) and status = 'APPROVED'
      and provider || ' ' || currency = any(${floats})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
