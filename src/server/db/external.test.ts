import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { test } from '../test/with-app.ts'
import { checkExternal } from './external.ts'
import { withDatabase } from './with-database.ts'

test.each(['UTF8', 'SQL_ASCII'])(
  'a database of encoding %s with a locale of English only is refused with one line',
  async (encoding) => {
    const { templateUrl } = inject('cluster')
    const admin = new Client({ connectionString: withDatabase(templateUrl, 'postgres') })
    await admin.connect()
    const name = `narrow_${encoding.toLowerCase()}`
    await admin.query(
      `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`,
    )
    try {
      await expect(checkExternal('DATABASE_URL', withDatabase(templateUrl, name))).rejects.toThrow(
        /^DATABASE_URL cannot be used: the database must have the encoding UTF8 and a locale that knows its letters/,
      )
    } finally {
      await admin.query(`drop database ${name}`)
      await admin.end()
    }
  },
)

test('a database that knows all letters is taken', async ({ sql }) => {
  await checkExternal('DATABASE_URL', sql.owner.options.connectionString ?? '')
})
