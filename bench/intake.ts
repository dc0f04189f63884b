/**
 * node --max-semi-space-size=16 bench/intake.ts [responses]: POST /responses to a survey of 250 questions, one after the other
 * and four at a time, beside 0, 10,000 and 100,000 that are stored. The floor is a bare route that stores the same document
 * with the same rows of the indexes in one transaction of the same pool. All four ways take turns of so many responses, and
 * the best turn of each counts: client, server and PostgreSQL share the machine, often with others.
 */
import Fastify from 'fastify'
import { cpuMeter } from './cpu.ts'
import { inBareHouse, signIn } from './house.ts'
import { fillUp, makeSurvey, poster, responseOf } from './intake-data.ts'
import { openFloor } from './intake-floor.ts'

const count = Number(process.argv[2] ?? 60)
const rounds = 8
const bar = 150
const sizes = [0, 10_000, 100_000]

interface Rate {
  perSecond: number
  node: number
  postgres: number
}

function best(rates: readonly Rate[]): Rate {
  const least = (of: 'node' | 'postgres') => Math.min(...rates.map(({ [of]: ms }) => ms))
  return {
    perSecond: Math.max(...rates.map(({ perSecond }) => perSecond)),
    node: least('node'),
    postgres: least('postgres'),
  }
}

await inBareHouse(async ({ server, services, owner }) => {
  const post = poster(server, await signIn(owner))
  const surveyId = await makeSurvey(post)
  const meter = await cpuMeter(owner)
  const floor = openFloor(Fastify({ bodyLimit: 10 * 1_048_576 }), services.database.pool)
  let next = 0

  async function rateOf(lanes: number, send: (n: number) => Promise<unknown>, responses = count): Promise<Rate> {
    const end = next + responses
    const [start, before] = [performance.now(), meter()]
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (next < end) await send(++next)
      }),
    )
    const seconds = (performance.now() - start) / 1000
    const after = meter()
    const each = (from: number, to: number) => (to - from) / responses
    return {
      perSecond: responses / seconds,
      node: each(before.node, after.node),
      postgres: each(before.postgres, after.postgres),
    }
  }

  const ours = (n: number) => post('/responses', responseOf(surveyId, n))
  // Connections, statements and code are warm, and a response is there to make others like it.
  await rateOf(4, ours, 200)
  const template = await floor.templateOf(surveyId)
  const bare = (n: number) => floor.send({ ...responseOf(surveyId, n), template, n })
  await rateOf(4, bare, 200)

  let isOver = false
  console.log('stored   one by one   four at a time   floor (one, four)   ratio   ms of node, PostgreSQL (floor)   RSS')
  for (const size of sizes) {
    await fillUp(owner, surveyId, size)
    const slices: Record<'one' | 'four' | 'bareOne' | 'bareFour', Rate>[] = []
    for (let n = 0; n < rounds; n++)
      slices.push({
        one: await rateOf(1, ours),
        four: await rateOf(4, ours),
        bareOne: await rateOf(1, bare),
        bareFour: await rateOf(4, bare),
      })
    const [one, four, bareOne, bareFour] = (['one', 'four', 'bareOne', 'bareFour'] as const).map((way) =>
      best(slices.map(({ [way]: rate }) => rate)),
    ) as [Rate, Rate, Rate, Rate]
    if (one.perSecond < bar || four.perSecond < bar) isOver = true
    const cells = [
      String(size).padStart(6),
      `${one.perSecond.toFixed(0)}/s`.padStart(12),
      `${four.perSecond.toFixed(0)}/s`.padStart(16),
      `${bareOne.perSecond.toFixed(0)}/s ${bareFour.perSecond.toFixed(0)}/s`.padStart(19),
      `${(bareOne.perSecond / one.perSecond).toFixed(1)} ${(bareFour.perSecond / four.perSecond).toFixed(1)}`.padStart(
        9,
      ),
      `${one.node.toFixed(1)} ${one.postgres.toFixed(1)} (${bareOne.node.toFixed(1)} ${bareOne.postgres.toFixed(1)})`.padStart(
        26,
      ),
      `${(process.memoryUsage().rss / 1_048_576).toFixed(0)} MB`,
    ]
    console.log(cells.join('  '))
  }
  console.log(isOver ? `Under the bar of ${bar}/s` : `Within the bar of ${bar}/s`)
  if (isOver) process.exitCode = 1
})
process.exit()
