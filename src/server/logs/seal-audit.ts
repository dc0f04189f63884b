/** Seals the trail every so often. Any number of processes may try: the database lets one do it. */
import { type Db, rowsOf } from '../db/pool.ts'

/** Seals all that can be sealed now; returns how many blocks that made. */
export async function sealAudit(db: Db): Promise<number> {
  for (let blocks = 0; ; blocks++) {
    const rows = await rowsOf<{ block: number | null }>(db)`select seal_audit() as block`
    if (rows[0]?.block == null) return blocks
  }
}

const everyMs = 60_000

interface Sealing {
  /** Comes back when nothing is under way any more. */
  stop(): Promise<void>
}

/** Seals now and every minute. A database that is away is tried again at the next turn. */
export function startSealing(db: Db, report: (error: unknown) => void): Sealing {
  let underWay = Promise.resolve()
  const seal = () => void (underWay = underWay.then(() => sealAudit(db)).then(() => undefined, report))
  seal()
  const timer = setInterval(seal, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
