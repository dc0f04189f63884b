/** What a run is beyond its job, and its money: held for all of it at once, in the transaction of the first chunk. */
import { sql } from 'kysely'
import { floatKey, type FloatSide, transfersFor } from '#domain/money/ledger.ts'
import type { PaymentActor } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { SurveyScope } from '../../scope.ts'
import { book } from '../books/books.ts'
import { type Missing, shortOf } from '../funding/floats.ts'
import { together } from './selection-store.ts'
import { weigh } from './selection-weigh.ts'
import { wholly } from '../steps/steps.ts'
import { openBatch } from '../steps/steps-store.ts'

export type Earnest = 'REAL' | 'TRIAL'

interface Holding {
  jobId: number
  actor: PaymentActor & { role: string }
  scope: SurveyScope
  earnest: Earnest
}

/** The hold of the run, taken when there is none: for a currency whose float is too short, nothing is held. */
export async function holdForRun(db: Db, holding: Holding) {
  const { jobId, actor } = holding
  await sql`insert into payment_run (job_id) values (${jobId}) on conflict do nothing`.execute(db)
  const rows = await rowsOf<{ batchId: number | null; missing: Missing[] }>(db)`
    select batch_id as "batchId", missing from payment_run where job_id = ${jobId} for no key update`
  const [open] = rows
  if (open?.batchId) return { batchId: open.batchId, missing: open.missing }
  const batchId = await openBatch(db, actor.id)
  // First, as the database lets only a run hold money beyond its transaction.
  await sql`update payment_run set batch_id = ${batchId} where job_id = ${jobId}`.execute(db)
  const missing: Missing[] = []
  for (const need of await needsOfRun(db, holding)) {
    const transfers = transfersFor({ event: 'RUN_HELD', batchId, sums: [need] })
    const { refusal } = await wholly(db, async () => {
      await book(db, transfers)
      return undefined
    })
    if (refusal !== undefined) missing.push(...(await shortOf(db, [need])))
  }
  await noteMissing(db, jobId, missing)
  return { batchId, missing }
}

export async function noteMissing(db: Db, jobId: number, missing: readonly Missing[]): Promise<void> {
  await sql`update payment_run set missing = ${JSON.stringify(missing)}::jsonb where job_id = ${jobId}`.execute(db)
}

/** Sums of the payments that the run has yet to authorize. A trial leaves all of them as they are. */
async function needsOfRun(db: Db, { jobId, earnest, ...weighing }: Holding): Promise<FloatSide[]> {
  const willing = (await weigh(db, { ...weighing, step: 'authorize', chosen: batchesOf(db, jobId, earnest) })).filter(
    ({ code }) => code === undefined,
  )
  const floats = [...Map.groupBy(willing, floatKey).entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  return floats.flatMap(([, group]) => {
    const [first] = group
    if (!first) return []
    const { provider, currency } = first
    return [{ provider, currency, amountMinor: group.reduce((all, { amountMinor }) => all + amountMinor, 0n) }]
  })
}

/** The payments of the run that are not settled; of a trial all. */
async function* batchesOf(db: Db, jobId: number, earnest: Earnest): AsyncGenerator<{ ids: number[] }> {
  const open = earnest === 'TRIAL' ? sql`true` : sql`not settled`
  for (let last = -1; ;) {
    const rows = await rowsOf<{ n: number; ids: number[] }>(db)`
      select n, to_json(ids) as ids from job_batch where job_id = ${jobId} and n > ${last} and ${open}
      order by n limit ${together}`
    if (rows.length > 0) yield { ids: rows.flatMap(({ ids }) => ids) }
    if (rows.length < together) return
    last = rows.at(-1)?.n ?? 0
  }
}
