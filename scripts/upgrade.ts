/**
 * npm run upgrade
 * Takes the database to this version, as the start does; processes of the version before may go on meanwhile.
 */
import { connectBeside } from '#server/db/connect.ts'
import { migrate } from '#server/migrate.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

const settings = settingsOrExit()
await runCommand(async () => {
  const connection = await connectBeside(settings, (line) => console.error(line))
  try {
    await migrate(connection.ownerUrl, settings.highestAmounts)
    console.log('The database is the one of this version')
  } finally {
    await connection.close()
  }
})
