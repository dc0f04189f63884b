/**
 * node bench/intake-far.ts [responses]: POST /responses to one survey of 250 questions by fifty senders, where PostgreSQL is
 * 4 ms away: to one process of the product, then to two. Then five hundred senders at one process beside PostgreSQL: what
 * does not get its turn in time must hear 503 and when to come again. At last every response that was taken is counted.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { caller, inBareHouse, signIn } from './house.ts'
import { makeSurvey } from './intake-data.ts'
import { startProduct, stopProduct } from './product.ts'
import type { Sending, Sent } from './senders.ts'

const count = Number(process.argv[2] ?? 1000)
const rounds = 3
const eachWayMs = 2
/** Responses a second, by the number of processes. */
const bars: Readonly<Record<number, number>> = { 1: 150, 2: 240 }

interface Rate {
  perSecond: number
  refused: Sent['refused']
  longestMs: number
}

await inBareHouse(async (house) => {
  const { owner } = house
  const token = await signIn(owner)
  const surveyId = await makeSurvey(caller(house, token))
  const senders = fork(new URL('senders.ts', import.meta.url))
  let first = 0

  async function rateOf(addresses: string[], lanes: number, responses = count): Promise<Rate> {
    const start = performance.now()
    const sending: Sending = { addresses, token, surveyId, questions: 250, lanes, first, count: responses, ground: {} }
    senders.send(sending)
    const [{ took, refused }] = (await once(senders, 'message')) as [Sent]
    first += responses
    const seconds = (performance.now() - start) / 1000
    return { perSecond: (responses - refused.length) / seconds, refused, longestMs: Math.max(...took) }
  }

  let [taken, isUnder] = [0, false]
  async function measure(processes: number, lanes: number, bar: number, env: Record<string, string>): Promise<void> {
    const started = await Promise.all(
      Array.from({ length: processes }, () => startProduct({ DATA_DIR: house.dataDir, ...env })),
    )
    const addresses = started.map(({ url }) => `${url}/api/v1/responses`)
    const rates: Rate[] = []
    for (let n = 0; n <= rounds; n++) rates.push(await rateOf(addresses, lanes))
    // The first round warms connections, statements and code.
    const best = rates.slice(1).toSorted((one, other) => other.perSecond - one.perSecond)[0]
    const refused = rates.flatMap((each) => each.refused)
    const isTaught = refused.every(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)
    taken += rates.length * count - refused.length
    isUnder ||= (best?.perSecond ?? 0) < bar || !isTaught
    const longest = Math.max(...rates.map(({ longestMs }) => longestMs))
    console.log(
      `${processes} process${processes > 1 ? 'es' : ''}, ${lanes} senders: ${best?.perSecond.toFixed(0)} a second (bar ${bar}),` +
        ` longest ${(longest / 1000).toFixed(1)} s, refused ${refused.length}${isTaught ? '' : ` ${JSON.stringify(refused[0])}`}`,
    )
    for (const { child } of started) await stopProduct(child)
  }

  const near = { DATABASE_URL: house.appUrl, DATABASE_OWNER_URL: house.ownerUrl }
  const wire = fork(new URL('far-wire.ts', import.meta.url), [new URL(house.appUrl).port, String(eachWayMs)])
  const [port] = (await once(wire, 'message')) as [number]
  const far = { ...near, DATABASE_URL: through(house.appUrl, port) }
  console.log(`PostgreSQL is ${(await roundTrip(far.DATABASE_URL)).toFixed(1)} ms away`)
  for (const processes of [1, 2]) await measure(processes, 50, bars[processes] ?? 0, far)
  wire.disconnect()
  await measure(1, 500, 0, near)
  senders.disconnect()
  const { rows } = await owner.query<{ stored: number; counted: number }>(
    `select count(*)::int as stored, (select participant_count::int from survey where id = $1) as counted
     from form where survey_id = $1`,
    [surveyId],
  )
  console.log(`Taken ${taken}, stored ${rows[0]?.stored}, counted ${rows[0]?.counted}`)
  if (isUnder || rows[0]?.stored !== taken || rows[0].counted !== taken) process.exitCode = 1
})
process.exit()

function through(url: string, port: number): string {
  const far = new URL(url)
  far.hostname = '127.0.0.1'
  far.port = String(port)
  return far.href
}

/** The least of many, in milliseconds. */
async function roundTrip(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  const took: number[] = []
  for (let n = 0; n < 20; n++) {
    const start = performance.now()
    await client.query('select 1')
    took.push(performance.now() - start)
  }
  await client.end()
  return Math.min(...took)
}
