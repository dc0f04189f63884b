import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { isByDay, keptCounts } from './kept-counts.ts'

const atOnce = 20_000

/** Puts the slots of past days together (`db/law/counts/`). */
export async function foldCounts({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  for (const { name } of keptCounts.filter(isByDay)) {
    const fold = sql<{ n: number }>`select ${sql.ref(`fold_${name}`)}(${atOnce}) as n`
    while ((await fold.execute(db)).rows[0]?.n === atOnce);
  }
}
