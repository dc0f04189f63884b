/** What the providers say that our accounts there hold: asked once an hour, by one process. */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { PaymentProvider } from '../providers/provider.ts'

/** Of the floats of these providers, as far as their records say that they tell it. */
export async function askBalances(db: Db, providers: readonly PaymentProvider[]): Promise<void> {
  const rows = await rowsOf<{ provider: string; currency: string }>(db)`
    insert into provider_balance (provider, currency)
    select a.provider, a.currency from account a join provider p on p.name = a.provider
    where a.kind = 'FLOAT' and p.tells_balance and p.name = any(${providers.map(({ name }) => name)})
    on conflict (provider, currency) do update set asked_at = now()
      where provider_balance.asked_at < now() - interval '1 hour' returning provider, currency`
  for (const { provider, currency } of rows) {
    const told = await providers.find(({ name }) => name === provider)?.balance(currency)
    if (told?.kind === 'BALANCE')
      await sql`
        update provider_balance set amount_minor = ${String(told.availableMinor)}::numeric, at = now()
        where provider = ${provider} and currency = ${currency}`.execute(db)
  }
}
