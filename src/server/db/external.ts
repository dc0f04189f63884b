/** A PostgreSQL that somebody else runs: looked at once at start, so that a wrong address ends in one clear line. */
import { Client } from 'pg'

const oldestVersion = 15

/** Throws an Error with one line that names `variable` when `url` leads nowhere or to a PostgreSQL that is too old. */
export async function checkExternal(variable: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2500 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
    if (major < oldestVersion) throw new Error(`this is PostgreSQL ${major}, Canvass needs ${oldestVersion} or newer`)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`${variable} cannot be used: ${message || code}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
