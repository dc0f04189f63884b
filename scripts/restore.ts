/**
 * npm run restore -- --from /backups/canvass-20261129T080000
 * Makes the house of a backup in an empty DATA_DIR, or in the empty database behind DATABASE_URL. It pays nothing until two
 * people have confirmed its state.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '#server/backup/restore.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const settings = settingsOrExit()
await runCommand(async () => {
  if (!values.from) throw new Error('Say which: npm run restore -- --from /backups/canvass-20261129T080000')
  const { at } = await restore(resolve(values.from), settings)
  console.log(`The house of ${at} is back. Nothing is paid until two people have confirmed its state.`)
})
