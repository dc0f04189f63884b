/** The providers that the house knows: through which payments go, and whose floats may be moved. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'

/** Through which new payments go first; then those that have a float still. */
export async function providerNames(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db)`
    select name from provider p
    where enabled or exists (select from account a where a.provider = p.name and a.kind = 'FLOAT' and a.debits > a.credits)
    order by enabled desc, priority, name`
  return rows.map(({ name }) => name)
}

/**
 * The rows with the provider of each one's `phone`, `currency` and `own`, what cashing out their `amount_minor` costs there
 * (`charge_minor`), and both amounts together (`sent_minor`). The provider is chosen once for each beginning of a phone that the prefixes
 * of providers tell apart: for each row it took longer than all else about it.
 */
export function withProvider(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = sql`coalesce(left(phone, (select phone_reach())), '') as begins, coalesce(own, '') as owned`
  return sql`(select *, amount_minor + charge_minor as sent_minor from (select *, ${keys} from ${rows}) each_row join (
    select *, paying_provider(begins, currency, null, nullif(owned, '')) as provider
    from (select distinct ${keys}, currency from ${rows}) beginning
  ) route using (begins, owned, currency)
    cross join lateral (select charge_of(provider, currency, amount_minor) as charge_minor) charge) routed`
}
