/**
 * npm run bench -- soak [minutes] [callers]: one process of the product under mixed work, an hour by four callers unless said.
 * Responses come in, are read, reviewed and exported, charts are drawn, people sign in. Each twelfth of the time a line: answers,
 * refusals, the slowest calls, memory and open files of the process, bytes of the database. At the end a line for each kind of
 * call. It fails when a call met a fault, when memory or open files grow from the second quarter to the last by more than a fifth,
 * when a response that was taken is not stored, an export is not done, or a kept count, the books or the trail are wrong.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/db/pool.ts'
import { verifyAudit } from '#server/logs/verify-audit.ts'
import { checkBooks, brokenOf } from '#server/payments/books/books-check.ts'
import { wrongCounts } from '#server/records/wrong-counts.ts'
import { caller, inBareHouse, send, signIn } from './house.ts'
import { makeSurvey, responseOf } from './intake-data.ts'
import { startProduct, stopProduct } from './product.ts'
import { quantile } from './table.ts'

const minutes = Number(process.argv[2] ?? 60)
const callers = Number(process.argv[3] ?? 4)
/** A caller begins a call so long after the one before, or when that is answered. */
const paceMs = 400
const questions = 20
const parts = 12

/** A line of a table; its first cell is the widest. */
function line(...cells: (string | number)[]): void {
  console.log(cells.map((cell, at) => String(cell).padStart(at === 0 ? 32 : 9)).join(''))
}

/** The median, what one of a hundred calls exceeds, and the longest. */
function timesOf(some: readonly number[]): string[] {
  return [quantile(some, 0.5), quantile(some, 0.99), Math.max(...some)].map((ms) => ms.toFixed(0))
}

await inBareHouse(async ({ owner, ownerUrl, appUrl, dataDir, url: bare }) => {
  const token = await signIn(owner)
  const surveyId = await makeSurvey(caller({ url: bare }, token), questions)
  await owner.query(`update person set role_id = (select id from role where role = 'ADMINISTRATOR')`)
  const { child, url: started } = await startProduct({
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
  })
  const url = `${started}/api/v1`
  const pid = child.pid ?? 0
  let [made, taken, turn] = [0, 0, 0]
  /** Milliseconds of each call: in this part, and of each kind in the whole time. */
  let took: number[] = []
  const kinds = new Map<string, number[]>()
  const refused = new Map<number, number>()

  async function call(path: string, payload?: object): Promise<string> {
    const begun = performance.now()
    const { status, body } = await send(url + path, token, payload)
    const ms = performance.now() - begun
    const [kind = ''] = `${payload ? 'POST' : 'GET'} ${path}`.split('?')
    const times = kinds.get(kind) ?? []
    kinds.set(kind, times)
    times.push(ms)
    took.push(ms)
    if (status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1)
    if (status >= 500)
      console.log(
        `${new Date().toISOString()} ${kind} ${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 200)}`,
      )
    return status < 300 ? body : ''
  }
  async function answer(): Promise<void> {
    const body = await call('/responses', responseOf(surveyId, made++, questions))
    if (body !== '') taken += 1
  }
  async function review(): Promise<void> {
    const found = await call(`/responses?surveyId=${surveyId}&status=RECEIVED&pageSize=10`)
    const ids = found === '' ? [] : (JSON.parse(found) as { list: { id: number }[] }).list.map(({ id }) => id)
    if (ids.length > 0) await call('/responses/review', { ids, formStatus: 'APPROVED' })
  }
  const works: readonly [number, () => Promise<unknown>][] = [
    [50, answer],
    [15, () => call(`/responses?surveyId=${surveyId}&page=${1 + (made % 50)}&pageSize=20`)],
    [10, () => call('/surveys')],
    [10, review],
    [6, () => call('/dashboard')],
    [4, () => call(`/surveys/${surveyId}/insight`)],
    [3, () => call('/logs')],
    [1, () => call('/auth/login', { username: 'nobody', password: 'wrong' })],
  ]
  const dice = works.flatMap(([weight, work]) => Array.from({ length: weight }, () => work))

  async function stateOf(): Promise<{ mb: number; files: number; databaseMb: number }> {
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    const { rows } = await owner.query<{ mb: number }>('select pg_database_size(current_database()) / 1048576 as mb')
    const files = readdirSync(`/proc/${pid}/fd`).length
    return { mb: Number(resident) / 1024, files, databaseMb: rows[0]?.mb ?? 0 }
  }

  const seen = [await stateOf()]
  line('minute', 'calls', 'p50 ms', 'p99 ms', 'most ms', 'MB', 'files', 'of db MB')
  for (let part = 1; part <= parts; part++) {
    const until = performance.now() + (minutes * 60_000) / parts
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (performance.now() < until) {
          const next = wait(paceMs)
          await dice[((turn += 1) * 37) % dice.length]?.()
          await next
        }
      }),
    )
    await call('/responses/export', { format: 'CSV', filter: { surveyId: String(surveyId) } })
    const state = await stateOf()
    seen.push(state)
    const minute = ((part * minutes) / parts).toFixed(1)
    line(minute, took.length, ...timesOf(took), state.mb.toFixed(0), state.files, state.databaseMb)
    took = []
  }
  // The last export, and what it has to say.
  await wait(10_000)
  await stopProduct(child)

  line('call', 'calls', 'p50 ms', 'p99 ms', 'most ms')
  for (const [kind, times] of kinds) line(kind, times.length, ...timesOf(times))
  const codes = [...refused].map(([status, n]) => `${n} of ${status}`)
  console.log(
    `Refused: ${codes.join(', ') || 'none'}. A sign-in with a wrong password is 401, and 429 when there were many.`,
  )

  const mean = (some: typeof seen, of: 'mb' | 'files') => some.reduce((all, each) => all + each[of], 0) / some.length
  const grown = (of: 'mb' | 'files') =>
    mean(seen.slice(-parts / 4), of) / mean(seen.slice(1 + parts / 4, 1 + parts / 2), of)
  const [{ stored, exported } = { stored: 0, exported: 0 }] = (
    await owner.query<{ stored: number; exported: number }>(
      `select (select count(*)::int from form where survey_id = $1) as stored,
         (select count(*)::int from job where kind = 'records.export' and state = 'DONE') as exported`,
      [surveyId],
    )
  ).rows
  const database = openDatabase(appUrl, { max: 2 })
  const { db } = database
  const wrong = [
    ...(await wrongCounts(db)),
    ...brokenOf(await checkBooks(db, '')),
    (await verifyAudit(db)).broken ?? [],
  ].flat()
  await database.close()
  console.log(`Responses: ${taken} taken, ${stored} stored. Exports: ${exported} of ${parts} done.`)
  console.log(
    `Memory: ${seen[0]?.mb.toFixed(0)} MB at the start, ${seen.at(-1)?.mb.toFixed(0)} MB at the end, ${grown('mb').toFixed(2)} of what it was in the second quarter; open files ${grown('files').toFixed(2)}.`,
  )
  console.log(wrong.length === 0 ? 'Counts, books and trail hold.' : JSON.stringify(wrong).slice(0, 2000))
  // Who is told to come again (503) met no fault.
  const hasFault = [...refused.keys()].some((status) => status >= 500 && status !== 503)
  const isWhole = stored === taken && exported === parts && wrong.length === 0
  if (hasFault || !isWhole || grown('mb') > 1.2 || grown('files') > 1.2) process.exitCode = 1
  console.log(process.exitCode === 1 ? 'It failed.' : 'It held.')
})
process.exit()
