/**
 * npm run upgrade
 * Takes the database to this version, as the start does; processes of the version before may go on meanwhile.
 */
import { connectBeside } from '#server/db/connect.ts'
import { migrate } from '#server/migrate.ts'
import { settingsOrExit } from '#server/settings.ts'

const settings = settingsOrExit()
try {
  const connection = await connectBeside(settings, (line) => console.error(line))
  try {
    await migrate(connection.ownerUrl, settings.highestAmounts)
    console.log('The database is the one of this version')
  } finally {
    await connection.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
