/** A PostgreSQL run by others: checked once at start, so that a wrong address ends in one clear line. */
import { Client } from 'pg'
import { findWriter, hostUrls } from './hosts.ts'

const oldestVersion = 15

/**
 * Answers the URL of the host that takes writes. Throws an Error with one line that names `variable` when `url` leads nowhere
 * or to a PostgreSQL that is too old. The same for a database whose locale knows English letters only: it would find no name
 * in Chinese or Cyrillic.
 */
export async function checkExternal(variable: string, url: string): Promise<string> {
  const hosts = hostUrls(url)
  try {
    const writer = hosts.length > 1 ? await findWriter(hosts) : url
    await checkHost(writer)
    return writer
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`${variable} cannot be used: ${message || code}`, { cause: error })
  }
}

async function checkHost(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2500 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    const [{ version, encoding } = { version: 0, encoding: '' }] = rows
    const major = Math.floor(version / 10_000)
    if (major < oldestVersion) throw new Error(`this is PostgreSQL ${major}, Canvass needs ${oldestVersion} or newer`)
    if (encoding !== 'UTF8' || !(await knowsLetters(client)))
      throw new Error(`the database must have the encoding UTF8 and a locale that knows its letters, such as C.UTF-8`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function knowsLetters(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ knows: boolean }>(`select lower('Ж') = 'ж' and '北' ~ '[[:alnum:]]' as knows`)
  return rows[0]?.knows ?? false
}
