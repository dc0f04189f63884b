/**
 * Notices that the database fell back: by restoring a copy, or by a standby that took over and lagged. What this process and
 * its data folder know of the trail must be in it; else all sending stops (stops.ts). Another timeline alone is noted, and the
 * provider is asked before the first sending of what was there by then (migration 0089).
 */
import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { beginStop } from './stops.ts'
import type { WorkerLog } from './worker.ts'

/** An entry of the trail: its number, and its microsecond, which tells it from a later one under the same number. */
interface Mark {
  /** Another house has another key: that its trail is another one is no fall back. */
  house: string
  id: number
  at: number
}

interface Known {
  life: 'SAME' | 'OTHER_TIMELINE' | 'OTHER_SYSTEM'
  last: Mark
  /** The entry that was known is there, and all that the seals speak of. */
  isWhole: boolean
  /** People were told of it already. */
  isStopped: boolean
}

const nothing: Mark = { house: '', id: 0, at: 0 }
const lookEveryMs = 1000

/** What the data folder knows. */
const markFile = 'trail-mark.json'

interface WatchOptions {
  db: Kysely<unknown>
  dataDir: string
  log: WorkerLog
}

/** The look, to be made before anything is sent. */
export function watchDatabase({ db, dataDir, log }: WatchOptions): () => Promise<void> {
  const file = join(dataDir, markFile)
  let mark: Mark | undefined
  let lookedAt = -Infinity

  return async () => {
    if (performance.now() - lookedAt < lookEveryMs) return
    mark ??= await readMark(file)
    const { life, last, isWhole, isStopped } = await look(db, mark)
    if (life !== 'SAME') log.error({ life }, 'the database lives on elsewhere')
    if (!isWhole && !isStopped) {
      const details = { found: last.id, foundAt: moment(last), known: mark.id, knownAt: moment(mark) }
      log.error(details, 'the database fell back: nothing is sent until two people have confirmed its state')
      await beginStop(db, { provider: null, kind: 'RESTORED', reason: 'FELL_BACK', details })
    }
    if (last.house !== mark.house || last.id !== mark.id || last.at !== mark.at) await writeMark(file, last)
    mark = last
    lookedAt = performance.now()
  }
}

async function look(db: Db, { house, id, at }: Mark): Promise<Known> {
  // By itself: what it notes is seen by the next statement.
  const noted = await sql<Pick<Known, 'life'>>`select note_life() as life`.execute(db)
  const rows = await rowsOf<Known>(db)`
    with last as (
      select coalesce(max(id), 0) as id, coalesce(max(micros), 0) as at
      from (select id, (extract(epoch from at) * 1000000)::bigint as micros from audit order by id desc limit 1) a
    )
    select jsonb_build_object('house', house_print(), 'id', last.id, 'at', last.at) as last,
      (${house} <> house_print() or ${id} = 0 or exists (select from audit where id = ${id} and (extract(epoch from at) * 1000000)::bigint = ${at}::bigint))
        and last.id >= coalesce((select upper(ids) - 1 from audit_block order by id desc limit 1), 0) as "isWhole",
      exists (select from payment_stop where kind = 'RESTORED' and began_at > to_timestamp(${at}::bigint / 1000000.0)) as "isStopped"
    from last`
  const life = noted.rows[0]?.life ?? 'SAME'
  return { last: nothing, isWhole: true, isStopped: false, ...rows[0], life }
}

function moment({ at }: Mark): string | null {
  return at === 0 ? null : new Date(at / 1000).toISOString()
}

/** A file that is missing, or that no process finished, knows nothing. */
async function readMark(file: string): Promise<Mark> {
  try {
    const { house, id, at } = JSON.parse(await readFile(file, 'utf8')) as Mark
    return typeof house === 'string' && Number.isSafeInteger(id) && Number.isSafeInteger(at)
      ? { house, id, at }
      : nothing
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw error
  }
}

/** On the disk before it counts: a process that dies has said what it knew. */
async function writeMark(file: string, mark: Mark): Promise<void> {
  // Processes that share the folder write at the same moment.
  const next = `${file}.${randomUUID()}`
  {
    await using written = await open(next, 'w', 0o600)
    await written.writeFile(JSON.stringify(mark))
    await written.datasync()
  }
  await rename(next, file)
}
