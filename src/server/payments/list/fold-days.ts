import { sql } from 'kysely'
import type { Services } from '../../services.ts'

const atOnce = 20_000

/** Few processes touch a past day: its counts need no slots to keep them apart. */
export async function foldPaymentDays({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select fold_payable_days(${atOnce}) as n`.execute(db)
    if ((rows[0]?.n ?? 0) < atOnce) return
  }
}
