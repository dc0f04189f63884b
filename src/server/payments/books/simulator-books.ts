/** Compares our books with the simulator's: both must call the same payments paid. */
import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { simulatorName } from '../providers/provider.ts'
import type { Instruction } from '../simulator/ledger.ts'

const rowsAtOnce = 20_000

/**
 * The first payments that differ between the two books. A payment on its way may be paid there and not yet here. The
 * simulator forgets nothing, so no payment may be paid here alone.
 */
export async function outcomesUnlike(db: Db, file: string): Promise<unknown[]> {
  // A file of former times may be gone: then nothing can be said.
  if (!existsSync(file)) return []
  await sql`create temporary table if not exists simulated (ref uuid, amount_minor bigint, currency text) on commit drop`.execute(
    db,
  )
  await sql`truncate pg_temp.simulated`.execute(db)
  await readPaid(db, file)
  await sql`analyze pg_temp.simulated`.execute(db)
  const { rows } = await sql`
    select ref, 'paid twice there' as why from pg_temp.simulated group by ref having count(*) > 1
    union all
    select s.ref, 'paid there' from pg_temp.simulated s left join attempt a on a.client_ref = s.ref and a.state <> 'RECALLED'
    where a.id is null or a.state = 'FAILED' and a.next_at = 'infinity' and not exists (
      select from incident i where i.payable_id = a.payable_id and i.attempt_no = a.no)
    union all
    select a.client_ref, 'paid here' from attempt a left join pg_temp.simulated s on s.ref = a.client_ref
    where a.state = 'SUCCESSFUL' and not a.resolved
      and a.provider not in (select name from provider where address is not null and name <> ${simulatorName})
      and (s.ref is null or s.amount_minor <> a.amount_minor or s.currency <> a.currency)
    limit 5`.execute(db)
  return rows
}

async function readPaid(db: Db, file: string): Promise<void> {
  let waiting: Instruction[] = []
  const write = async () => {
    const column = <T>(pick: (each: Instruction) => T) => waiting.map(pick)
    await sql`insert into pg_temp.simulated select * from unnest(${column(({ clientRef }) => clientRef)}::uuid[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[], ${column(({ currency }) => currency)}::text[])`.execute(db)
    waiting = []
  }
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const each = lineOf(line)
    if (!each || each.failure !== undefined || each.finalAt > Date.now()) continue
    waiting.push(each)
    if (waiting.length >= rowsAtOnce) await write()
  }
  await write()
}

/** Undefined for a last line that is not whole: its writer was killed, and no caller got an answer. */
function lineOf(line: string): Instruction | undefined {
  try {
    return JSON.parse(line) as Instruction
  } catch {
    return undefined
  }
}
