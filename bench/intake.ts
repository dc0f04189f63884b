/**
 * node --max-semi-space-size=16 bench/intake.ts [responses]: POST /responses over HTTP, by one sender and by
 * fifty at once, to a survey of 5 questions and to one of 250 beside 0, 10,000 and 100,000 stored responses. The floor is a
 * bare route that stores the same document with the same rows of the indexes, one transaction each, from the same pool. All
 * take turns, and the best turn of each counts: senders, server and PostgreSQL share the machine, often with others.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import { cpuMeter } from './cpu.ts'
import { caller, inBareHouse, signIn } from './house.ts'
import { fillUp, makeSurvey } from './intake-data.ts'
import { openFloor } from './intake-floor.ts'
import type { Sending, Sent } from './senders.ts'

const count = Number(process.argv[2] ?? 300)
const rounds = 4
/** Responses a second of fifty senders, by questions. */
const bars: Readonly<Record<number, number>> = { 5: 800, 250: 300 }
const sizes: Readonly<Record<number, readonly number[]>> = { 5: [0], 250: [0, 10_000, 100_000] }

interface Rate {
  perSecond: number
  /** Milliseconds of processor time a response. */
  node: number
  postgres: number
  /** Milliseconds from sending to the answer. */
  p50: number
  p99: number
}

function best(rates: readonly Rate[]): Rate {
  const least = (of: Exclude<keyof Rate, 'perSecond'>) => Math.min(...rates.map(({ [of]: ms }) => ms))
  const perSecond = Math.max(...rates.map((rate) => rate.perSecond))
  return { perSecond, node: least('node'), postgres: least('postgres'), p50: least('p50'), p99: least('p99') }
}

function ms(value: number): string {
  return value.toFixed(1)
}

await inBareHouse(async (house) => {
  const { services, owner, url } = house
  const token = await signIn(owner)
  const meter = await cpuMeter(owner)
  const bare = Fastify({ bodyLimit: 10 * 1_048_576 })
  const floor = openFloor(bare, services.database.pool)
  const theirs = await bare.listen({ host: '127.0.0.1', port: 0 })
  const senders = fork(new URL('senders.ts', import.meta.url))
  let first = 0

  async function rateOf(sending: Omit<Sending, 'token' | 'first' | 'count'>, responses = count): Promise<Rate> {
    const [start, before] = [performance.now(), meter()]
    senders.send({ ...sending, token, first, count: responses })
    const [sent] = (await once(senders, 'message')) as [Sent]
    const seconds = (performance.now() - start) / 1000
    first += responses
    const after = meter()
    if (sent.refused.length > 0)
      throw new Error(`${sent.refused.length} were refused: ${JSON.stringify(sent.refused[0])}`)
    const took = sent.took.toSorted((a, b) => a - b)
    return {
      perSecond: responses / seconds,
      node: (after.node - before.node) / responses,
      postgres: (after.postgres - before.postgres) / responses,
      p50: took[Math.floor(took.length / 2)] ?? 0,
      p99: took[Math.floor(took.length * 0.99)] ?? 0,
    }
  }

  let isUnder = false
  console.log(
    'questions   stored   senders   a second (floor)   ratio   p50, p99 in ms   ms of node, PostgreSQL (floor)',
  )
  for (const questions of [5, 250]) {
    const surveyId = await makeSurvey(caller(house, token), questions)
    const sending = { addresses: [`${url}/responses`], surveyId, questions, ground: {} }
    // Connections, statements and code are warm, and a response is there to make others like it.
    await rateOf({ ...sending, lanes: 50 })
    const beside = { ...sending, addresses: [theirs], ground: { template: await floor.templateOf(surveyId), n: 0 } }
    await rateOf({ ...beside, lanes: 50 })
    for (const size of sizes[questions] ?? []) {
      await fillUp(owner, surveyId, size)
      for (const lanes of [1, 50]) {
        const [own, bareOnes]: [Rate[], Rate[]] = [[], []]
        const responses = lanes === 1 ? Math.ceil(count / 5) : count
        for (let n = 0; n < rounds; n++) {
          own.push(await rateOf({ ...sending, lanes }, responses))
          bareOnes.push(await rateOf({ ...beside, lanes }, responses))
        }
        const [ofOurs, ofFloor] = [best(own), best(bareOnes)]
        if (lanes > 1 && ofOurs.perSecond < (bars[questions] ?? 0)) isUnder = true
        const cells = [
          String(questions).padStart(9),
          String(size).padStart(9),
          String(lanes).padStart(10),
          `${ofOurs.perSecond.toFixed(0)} (${ofFloor.perSecond.toFixed(0)})`.padStart(19),
          (ofOurs.perSecond / ofFloor.perSecond).toFixed(2).padStart(8),
          `${ms(ofOurs.p50)}, ${ms(ofOurs.p99)}`.padStart(17),
          `${ms(ofOurs.node)}, ${ms(ofOurs.postgres)} (${ms(ofFloor.node)}, ${ms(ofFloor.postgres)})`.padStart(32),
        ]
        console.log(cells.join(''))
      }
    }
  }
  senders.disconnect()
  await bare.close()
  console.log(`${isUnder ? 'Under' : 'Within'} the bars of fifty senders: ${JSON.stringify(bars)}`)
  if (isUnder) process.exitCode = 1
})
process.exit()
