/** The providers that the house knows: through which payments go, and whose floats may be moved. */
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Through which new payments go first; then those that have a float still. */
export async function providerNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from provider p
    where enabled or exists (select from account a where a.provider = p.name and a.kind = 'FLOAT' and a.debits > a.credits)
    order by enabled desc, priority, name`.execute(db)
  return rows.map(({ name }) => name)
}
