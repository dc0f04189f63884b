/** `npm run schema`: writes the laws of kept counts, and docs/schema.md from a database that it makes for the purpose. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
import { openDatabase } from '#server/db/pool.ts'
import { migrate } from '#server/migrate.ts'
import { countLaws } from '#server/records/count-laws.ts'
import { schemaPage } from './schema-page.ts'

const laws = join(import.meta.dirname, '../src/server/db/law/counts')
rmSync(laws, { recursive: true, force: true })
mkdirSync(laws)
for (const [name, text] of countLaws()) writeFileSync(join(laws, `${name}.sql`), text)

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
