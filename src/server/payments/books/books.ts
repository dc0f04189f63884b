/** Writes transfers. Balances follow by the database's own hand; an overdraft is refused there (INSUFFICIENT_FUNDS). */
import { sql } from 'kysely'
import { type Account, accountName, type Transfer } from '#domain/money/ledger.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

/** All in one statement, so that each account is touched once. Call it late: its locks last until the commit. */
export async function book(db: Db, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return
  const ids = await ensureAccounts(db, transfers)
  const column = <T>(pick: (transfer: Transfer) => T) => transfers.map(pick)
  await sql`
    insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no, funding_id)
    select * from unnest(
      ${column(({ kind }) => kind)}::text[],
      ${column(({ from }) => ids.get(accountName(from)))}::bigint[],
      ${column(({ to }) => ids.get(accountName(to)))}::bigint[],
      ${column(({ currency }) => currency)}::text[],
      ${column(({ amountMinor }) => String(amountMinor))}::numeric[],
      ${column(({ attempt }) => attempt?.paymentId ?? null)}::bigint[],
      ${column(({ attempt }) => attempt?.attemptNo ?? null)}::int[],
      ${column(({ fundingId }) => fundingId ?? null)}::bigint[])`.execute(db)
}

/** Ids by name of the accounts that the transfers run between; those that are not there yet are opened. */
async function ensureAccounts(db: Db, transfers: readonly Transfer[]): Promise<Map<string, number>> {
  const accounts = new Map<string, Account>()
  for (const { from, to } of transfers) accounts.set(accountName(from), from).set(accountName(to), to)
  const found = await findAccounts(db, [...accounts.keys()])
  const missing = [...accounts].filter(([name]) => !found.has(name)).map(([, account]) => account)
  if (missing.length === 0) return found
  await sql`
    insert into account (kind, provider, currency, batch_id, survey_id)
    select kind, provider, currency, "batchId", "surveyId" from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
      as a(kind text, provider text, currency text, "batchId" bigint, "surveyId" bigint)
    order by kind, "batchId", "surveyId" on conflict do nothing`.execute(db)
  return findAccounts(db, [...accounts.keys()])
}

async function findAccounts(db: Db, names: string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select id, name from account where name = any(${names})`
  return new Map(rows.map(({ id, name }) => [name, id]))
}
