import { mkdtempSync, writeFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/migrate.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
process.on('uncaughtException', (e) => console.log('X', String(e)))
const server = await startEmbedded({ dataDir: mkdtempSync('/dev/shm/cmp-'), fast: true })
try {
  const t = performance.now()
  await migrate(server.ownerUrl)
  console.log('first', performance.now() - t)
  const t2 = performance.now()
  await migrate(server.ownerUrl)
  console.log('again', performance.now() - t2)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: server.ownerUrl }) }) })
  const rows = await readCatalogue(db)
  writeFileSync('/tmp/new.txt', rows.map((r) => `${r.kind} ${r.table ?? ''} ${r.name}: ${r.text}`).sort().join('\n'))
  for (const t of ['payable_move', 'payable_signature', 'payment_step', 'transfer_kind', 'currency', 'payment_stop_kind', 'provider']) console.log(t, JSON.stringify((await sql.raw(`select count(*), md5(string_agg(x::text, ',' order by x::text)) from ${t} x`).execute(db)).rows))
  await db.destroy(); await new Promise((r) => setTimeout(r, 200))
} catch (e) { console.log('THROWN', e) } finally { await server.stop() }
