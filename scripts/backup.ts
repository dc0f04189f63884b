/**
 * npm run backup -- --to /backups
 * Copies database and files into a new folder there, also while Canvass runs. With BACKUP_KEY it is sealed.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '#server/backup/backup.ts'
import { connectBeside } from '#server/db/connect.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
const settings = settingsOrExit()
await runCommand(async () => {
  if (!values.to) throw new Error('Say where: npm run backup -- --to /backups')
  const connection = await connectBeside(settings, (line) => console.error(line))
  try {
    const files = await openFileStore(settings)
    const house = { settings, ownerUrl: connection.ownerUrl, files }
    const { folder, parts, bytes } = await backUp(house, resolve(values.to))
    const sealed = settings.backupKey ? 'sealed' : 'not sealed: BACKUP_KEY is not set'
    console.log(`${folder}: ${parts} parts, ${(bytes / 1e6).toFixed(1)} MB, ${sealed}`)
  } finally {
    await connection.close()
  }
})
