process.on('uncaughtException', (e) => console.log('X', String(e)))
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/migrate.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
const folder = process.argv[2] ?? '/tmp/fold'
const server = await startEmbedded({ dataDir: mkdtempSync('/dev/shm/cmp-'), fast: true })
try {
  await migrate(server.ownerUrl)
  const url = new URL(server.ownerUrl)
  const admin = new Pool({ connectionString: server.ownerUrl })
  await admin.query('create database folded')
  await admin.end()
  url.pathname = '/folded'
  const open = (u: string) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: u }) }) })
  const [a, b] = [open(server.ownerUrl), open(String(url))]
  const files = [...readdirSync(`${folder}/schema`).sort().map((f) => `${folder}/schema/${f}`), ...readdirSync(`${folder}/law`).sort().map((f) => `${folder}/law/${f}`)]
  for (const f of files) {
    try {
      await b.transaction().execute(async (tx) => {
        await sql.raw('set local check_function_bodies = off').execute(tx)
        await sql.raw(readFileSync(f, 'utf8')).execute(tx)
      })
    } catch (e) { console.log('FAILED', f, String(e)); process.exitCode = 1 }
  }
  const lines = (rows: Awaited<ReturnType<typeof readCatalogue>>) => rows.filter((r) => !/kysely/.test(r.table ?? '')).map((r) => `${r.kind} ${r.table ?? ''} ${r.name}: ${r.text}`)
  const [x, y] = [lines(await readCatalogue(a)), lines(await readCatalogue(b))]
  const [sx, sy] = [new Set(x), new Set(y)]
  writeFileSync('/tmp/diff.txt', [...x.filter((l) => !sy.has(l)).map((l) => `- ${l}`), ...y.filter((l) => !sx.has(l)).map((l) => `+ ${l}`)].sort((p, q) => p.slice(2) < q.slice(2) ? -1 : 1).join('\n'))
  console.log(x.length, y.length)
  await a.destroy(); await b.destroy(); await new Promise((r) => setTimeout(r, 300))
} catch (e) { console.log('THROWN', e instanceof Error ? e.message : e) } finally { await server.stop() }
