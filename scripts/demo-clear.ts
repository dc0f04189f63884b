/**
 * npm run demo:clear -- --yes
 * Replaces the embedded database by an empty one in which no demo is loaded again, also before the first start. The app must be stopped: while it runs
 * it holds the lock of the data folder.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/db/connect.ts'
import { clearDemo } from '#server/demo/clear.ts'
import { parseSettings } from '#server/settings.ts'
import { runCommand } from './command.ts'

/** The parts of the demo outside the database: uploaded files, and the books of the provider simulator. */
const besides = ['files', 'simulator.jsonl']

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } })
  const settings = parseSettings(process.env)
  if (settings.database.kind === 'external') throw new Error('DATABASE_URL is set: an external database holds no demo')
  if (!values.yes) {
    throw new Error(
      `This removes EVERYTHING in the database in ${settings.dataDir}: the demo data and whatever was entered since.\n` +
        'It cannot be undone. To go on: npm run demo:clear -- --yes',
    )
  }
  const connection = await connect(settings, (line) => console.error(line))
  try {
    await clearDemo(connection.ownerUrl)
    for (const name of besides) await rm(join(settings.dataDir, name), { recursive: true, force: true })
  } finally {
    await connection.close()
  }
  console.log(
    'There are no demo data, and none will be loaded. Make the first account: npm run admin:create -- --username ana --name "Ana Silva"',
  )
}

await runCommand(main)
