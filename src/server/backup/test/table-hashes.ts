/** A hash of all rows of each table. Those that a crash empties are left out. */
import { Client } from 'pg'

export async function tableHashes(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from "${name}" t`,
      )
      hashes[name] = rows[0]?.hash ?? ''
    }
    return hashes
  } finally {
    await client.end()
  }
}
