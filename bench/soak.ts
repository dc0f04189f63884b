/**
 * npm run bench -- soak [minutes] [calls a second]: one process of the product under mixed work for an hour unless said: responses
 * come in, are read, reviewed and exported, charts are drawn, people sign in and out. Each twelfth of the time a line: answers,
 * refusals, the slowest calls, memory, open files and timers of the process, bytes of the database. It fails when memory or open
 * files grow from the second quarter to the last by more than a fifth, when a response that was taken is not stored, and when a
 * kept count, the books or the trail are not as they are counted.
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
const perSecond = Number(process.argv[3] ?? 40)
const questions = 20
const parts = 12
/** So many callers, each of whom waits for an answer before the next call. */
const lanes = 16

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
  let [took, refused]: [number[], Map<number, number>] = [[], new Map()]

  async function call(path: string, payload?: object): Promise<string> {
    const begun = performance.now()
    const { status, body } = await send(url + path, token, payload)
    took.push(performance.now() - begun)
    if (status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1)
    if (status >= 500) console.log(`${path}: ${body.slice(0, 300)}`)
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

  function stateOf(): { mb: number; files: number } {
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { mb: Number(resident) / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
  }

  const seen: { mb: number; files: number }[] = []
  console.log('minute  calls  refused                p50, p99, most ms        MB  files  database MB')
  for (let part = 1; part <= parts; part++) {
    const until = performance.now() + (minutes * 60_000) / parts
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (performance.now() < until) {
          const next = wait((1000 * lanes) / perSecond)
          await dice[((turn += 1) * 37) % dice.length]?.()
          await next
        }
      }),
    )
    await call('/responses/export', { format: 'CSV', filter: { surveyId: String(surveyId) } })
    const state = stateOf()
    seen.push(state)
    const { rows } = await owner.query<{ mb: number }>('select pg_database_size(current_database()) / 1048576 as mb')
    const [calls, p50, p99, most] = [took.length, quantile(took, 0.5), quantile(took, 0.99), Math.max(...took)]
    const cells = [
      ((part * minutes) / parts).toFixed(0).padStart(6),
      String(calls).padStart(7),
      JSON.stringify(Object.fromEntries(refused)).padEnd(20),
      `${p50.toFixed(0)}, ${p99.toFixed(0)}, ${most.toFixed(0)}`.padStart(20),
      state.mb.toFixed(0).padStart(9),
      String(state.files).padStart(7),
      String(rows[0]?.mb).padStart(12),
    ]
    console.log(cells.join(' '))
    ;[took, refused] = [[], new Map()]
  }
  await stopProduct(child)

  const mean = (some: typeof seen, of: 'mb' | 'files') => some.reduce((all, each) => all + each[of], 0) / some.length
  const grown = (of: 'mb' | 'files') => mean(seen.slice(-parts / 4), of) / mean(seen.slice(parts / 4, parts / 2), of)
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from form where survey_id = $1', [
    surveyId,
  ])
  const database = openDatabase(appUrl, { max: 2 })
  const { db } = database
  const wrong = [
    ...(await wrongCounts(db)),
    ...brokenOf(await checkBooks(db, '')),
    (await verifyAudit(db)).broken ?? [],
  ]
  await database.close()
  console.log(
    `taken ${taken}, stored ${rows[0]?.n}; memory ${grown('mb').toFixed(2)}x, open files ${grown('files').toFixed(2)}x`,
  )
  console.log(wrong.flat().length === 0 ? 'Counts, books and trail hold' : JSON.stringify(wrong.flat()).slice(0, 2000))
  if (rows[0]?.n !== taken || grown('mb') > 1.2 || grown('files') > 1.2 || wrong.flat().length > 0) process.exitCode = 1
})
process.exit()
