/**
 * npm run files:check [-- --content]
 * Compares every stored file with its bytes below DATA_DIR or on S3: whether they are there with their size, and with `--content` that
 * none has changed. It also names bytes that belong to no file. Exit code 1 when a file is wrong.
 */
import { checkFiles, type FileCheck } from '#server/files/check-files.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { settingsOrExit } from '#server/settings.ts'
import { checkDatabase } from './check-database.ts'

function report({ files, wrong, strays }: FileCheck): number {
  for (const { id, what, sha256 } of wrong) console.log(`${what}: file ${id}, ${sha256}`)
  for (const sha256 of strays) console.log(`STRAY: ${sha256}`)
  console.log(`${files} files, ${wrong.length === 0 ? 'all are there' : `${wrong.length} wrong`}`)
  return wrong.length === 0 ? 0 : 1
}

await checkDatabase(async (db) => {
  const store = await openFileStore(settingsOrExit())
  return report(await checkFiles(db, store, { reads: process.argv.includes('--content') }))
})
