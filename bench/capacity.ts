/**
 * node --max-semi-space-size=16 bench/capacity.ts [responses] [questions]: a survey of 250 questions with 1,000,000 responses, or
 * as many as are asked for. The bytes of the database and of its largest tables; how long the first page, a response, files
 * of all of them, charts and a backup take; and the most memory of the process meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { jobKinds } from '#server/app.ts'
import { backUp } from '#server/backup/backup.ts'
import { startJobWorker } from '#server/jobs/worker.ts'
import { parseSettings } from '#server/settings.ts'
import { caller, inBareHouse, send, signIn } from './house.ts'
import { fillUp, makeSurvey, responseOf } from './intake-data.ts'

const [size = 1_000_000, questions = 250] = process.argv.slice(2).map(Number)
const atOnce = 25_000
const megabyte = 1_000_000

async function timed(name: string, work: () => Promise<string | void>): Promise<void> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const more = await work()
  const { user, system } = process.cpuUsage(before)
  const cells = [`${((performance.now() - start) / 1000).toFixed(2)} s (${((user + system) / 1e6).toFixed(2)} of CPU)`]
  if (more) cells.push(more)
  console.log(`${name}: ${cells.join(', ')}; the process takes ${(process.memoryUsage.rss() / megabyte).toFixed(0)} MB`)
}

async function tellBytes(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; bytes: number }>(`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 2 desc limit 8`)
  const { rows: all } = await owner.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  console.log(`database: ${((all[0]?.bytes ?? 0) / megabyte).toFixed(0)} MB`)
  for (const { name, bytes } of rows) console.log(`  ${name}: ${(bytes / megabyte).toFixed(0)} MB`)
}

await inBareHouse(async (house) => {
  const { services, owner, url, dataDir, ownerUrl } = house
  const token = await signIn(owner)
  const call = caller(house, token)
  const surveyId = await makeSurvey(call, questions)
  await call('/responses', responseOf(surveyId, 0, questions))
  await timed(`${size} responses of ${questions} questions are there`, async () => {
    for (let there = atOnce; there < size + atOnce; there += atOnce)
      await fillUp(owner, surveyId, Math.min(there, size))
  })
  await tellBytes(owner)
  const worker = startJobWorker({ services, kinds: jobKinds, log: console, pollMs: 100 })
  async function file(format: string): Promise<string> {
    const { data } = await call<{ jobId: number }>('/excels/download', { surveyId, format })
    for (;;) {
      const { data: job } = await call<{ state: string; error: string | null }>(`/jobs/${data.jobId}`)
      if (job.state === 'FAILED') throw new Error(`${format}: ${job.error}`)
      if (job.state === 'DONE') break
      await new Promise((resume) => setTimeout(resume, 200))
    }
    const { rows } = await owner.query<{ bytes: number }>('select max(bytes)::float8 as bytes from file')
    return `${((rows[0]?.bytes ?? 0) / megabyte).toFixed(0)} MB at most`
  }
  for (const name of ['first', 'second'])
    await timed(`the ${name} page of the list`, async () => {
      const { total } = await call('/responses')
      return `${total} in all`
    })
  await timed('charts while the columns are written', async () => {
    const { status, body } = await send(`${url}/surveys/${surveyId}/insight`, token)
    return `answered ${status}: ${body.slice(0, 120)}`
  })
  for (const format of ['csv', 'parquet']) await timed(`all as ${format}`, () => file(format))
  await timed('charts again', async () => void (await call(`/surveys/${surveyId}/insight`)))
  await worker.stop()
  const target = await mkdtemp(join(dataDir, 'backup-'))
  await timed('backup', async () => {
    const settings = parseSettings({ DATA_DIR: dataDir })
    const { bytes } = await backUp({ settings, ownerUrl, files: services.files }, target)
    return `${(bytes / megabyte).toFixed(0)} MB`
  })
  await rm(target, { recursive: true })
})
process.exit()
