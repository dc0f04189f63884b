import type { Client } from 'pg'

/**
 * Fills tables by a superuser: the indexes come after the rows, and what the rows refer to is known to be there. The
 * statistics of these tables stay as they are from now on, until the caller asks for new ones.
 */
export async function bulkLoad(client: Client, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisprimary and not exists (
       select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  await load()
  for (const { definition } of indexes) await client.query(definition)
  await client.query('set session_replication_role = origin')
}
