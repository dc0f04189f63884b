/**
 * npm run files:move -- --to s3      copies every stored file from the folder (DATA_DIR) to the bucket (S3_ENDPOINT)
 * npm run files:move -- --to folder  and back
 * Each content is compared with its name, which is its hash, on the way. What is there already is passed over, so it may be
 * broken off and run again, also beside a running server. Nothing is removed. Exit code 1 when a content is not what it was.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFileStore } from '#server/files/file-store.ts'
import { openFolder } from '#server/files/folder.ts'
import { moveContents } from '#server/files/move-contents.ts'
import { openBucket } from '#server/files/s3.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
const { s3, dataDir } = settingsOrExit()
if (!s3 || (values.to !== 's3' && values.to !== 'folder')) {
  console.error('npm run files:move -- --to s3 or --to folder, with S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET set')
  process.exit(2)
}
await runCommand(async () => {
  const spool = await openFileStore({ dataDir })
  const folder = await openFolder(join(dataDir, 'files'))
  const bucket = await openBucket(s3, (line) => console.error(line))
  const [from, to] = values.to === 's3' ? [folder, bucket] : [bucket, folder]
  const { moved, before, wrong } = await moveContents({ from, to, spool })
  for (const sha256 of wrong) console.log(`OTHER_CONTENT: ${sha256}`)
  console.log(`${moved} moved, ${before} were there before, ${wrong.length} wrong`)
  return wrong.length === 0 ? 0 : 1
})
