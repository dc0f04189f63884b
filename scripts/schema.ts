/** `npm run schema`: writes docs/schema.md from a database that it makes for the purpose. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
import { openDatabase } from '#server/db/pool.ts'
import { migrate } from '#server/migrate.ts'
import { schemaPage } from './schema-page.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'canvass-schema-'))
const server = await startEmbedded({ dataDir, fast: true })
try {
  await migrate(server.ownerUrl)
  const database = openDatabase(server.appUrl, { max: 2 })
  writeFileSync(join(import.meta.dirname, '../docs/schema.md'), schemaPage(await readCatalogue(database.db)))
  await database.close()
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
