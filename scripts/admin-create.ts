/**
 * npm run admin:create -- --username ana --name "Ana Silva" [--role ADMINISTRATOR]
 * The first account of an external database, or one more. The password is printed once; CANVASS_ADMIN_PASSWORD sets it.
 */
import { parseArgs } from 'node:util'
import { createAdmin } from '#server/access/create-admin.ts'
import { passwordProblem } from '#server/access/password-rules.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { parseSettings } from '#server/settings.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'ADMINISTRATOR' },
    },
  })
  const { username, role } = values
  if (!username || !/^(?!\d+$)[\w.@-]{2,100}$/.test(username)) {
    throw new Error('Usage: npm run admin:create -- --username ana [--name "Ana Silva"] [--role ADMINISTRATOR]')
  }
  const settings = parseSettings(process.env)
  const given = process.env['CANVASS_ADMIN_PASSWORD']
  const fault = given === undefined ? undefined : passwordProblem('CANVASS_ADMIN_PASSWORD', given, username)
  if (fault) throw new Error(`CANVASS_ADMIN_PASSWORD: ${fault.message}`)
  const embedded =
    settings.database.kind === 'embedded' ? await startEmbedded({ dataDir: settings.dataDir }) : undefined
  const ownerUrl = settings.database.kind === 'embedded' ? (embedded?.ownerUrl ?? '') : settings.database.ownerUrl
  try {
    await migrate(ownerUrl)
    const database = openDatabase(ownerUrl, { max: 2 })
    try {
      const admin = { username, name: values.name ?? username, role, password: given }
      const password = await inTransaction(database.db, (db) => createAdmin(db, admin))
      console.log(`Created ${username} as ${role}.${given === undefined ? ` Password: ${password}` : ''}`)
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
