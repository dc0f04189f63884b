/** How much each address may send without an account: so much in a window of time, whichever process it reaches. */
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { found } from '../../db/table-store.ts'
import type { Services } from '../../services.ts'

const windowMinutes = 10

/** A village shares one address of a telephone company; files weigh more than answers. */
const most = { responses: 300, files: 60 }

/** Outside any transaction, so refused sends count too. TOO_MANY_SENT when the address has sent too much. */
export async function noteSent(db: Db, what: keyof typeof most, address: string): Promise<void> {
  const { sent, wait } = found(
    await sql<{ sent: number; wait: number }>`
      insert into link_sender as sender (sender, sent, ends_at)
      values (${`${what} ${address}`}, 1, now() + make_interval(mins => ${windowMinutes}))
      on conflict (sender) do update set
        sent = case when sender.ends_at < now() then 1 else least(sender.sent, ${most[what]}::int) + 1 end,
        ends_at = case when sender.ends_at < now() then excluded.ends_at else sender.ends_at end
      returning sent, ceil(extract(epoch from ends_at - now()))::int as wait`.execute(db),
  )
  if (sent > most[what]) throw new AppError('TOO_MANY_SENT', { retryAfterSeconds: Math.max(1, wait) })
}

/** Addresses are kept no longer than they count. */
export async function forgetSenders({ database }: Pick<Services, 'database'>): Promise<void> {
  await sql`delete from link_sender where ends_at < now()`.execute(database.db)
}
