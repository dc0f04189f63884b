/**
 * node bench/sign-in.ts [pairs]: how long a refused sign-in takes for an existing and for an unknown name, in turn. It
 * runs the real app on a real PostgreSQL. A caller must not learn from the time whether the name exists.
 */
import type { FastifyInstance } from 'fastify'
import { hashPassword } from '#server/people/sign-in/passwords.ts'
import { inBareHouse } from './house.ts'
import { quantile } from './table.ts'

const pairs = Number(process.argv[2] ?? 200)
const warmUp = 20

/** Every attempt from an address of its own: the throttle is not what is measured. */
async function refused(server: FastifyInstance, username: string, n: number): Promise<number> {
  const start = performance.now()
  const answer = await server.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress: `10.1.${Math.floor(n / 250)}.${n % 250}`,
    payload: { username, password: 'not this one at all' },
  })
  const ms = performance.now() - start
  if (answer.statusCode !== 401) throw new Error(`${answer.statusCode} ${answer.body}`)
  return ms
}

/** How often a known name took longer than an unknown one, over all their combinations: 0.5 tells nothing. */
function longer(known: readonly number[], unknown: readonly number[]): number {
  const wins = known.reduce((sum, ms) => sum + unknown.filter((other) => ms > other).length, 0)
  return wins / (known.length * unknown.length)
}

function printLine(name: string, values: readonly number[]): void {
  console.log(name.padEnd(10), ...[0.05, 0.5, 0.95].map((share) => quantile(values, share).toFixed(2).padStart(9)))
}

async function measure(server: FastifyInstance): Promise<void> {
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < warmUp + pairs; n++) {
    const ask = {
      known: () => refused(server, `known-${n}`, 2 * n),
      unknown: () => refused(server, `other-${n}`, 2 * n + 1),
    }
    const one = n % 2 === 0 ? await ask.known() : undefined
    const other = await ask.unknown()
    const first = one ?? (await ask.known())
    if (n < warmUp) continue
    known.push(first)
    unknown.push(other)
  }
  console.log(`${pairs} pairs, ms`.padEnd(10), ...['p5', 'median', 'p95'].map((word) => word.padStart(9)))
  printLine('known', known)
  printLine('unknown', unknown)
  // The part of this share that chance alone explains: three times its deviation (Mann-Whitney).
  const chance = 3 * Math.sqrt((2 * pairs + 1) / (12 * pairs * pairs))
  const share = longer(known, unknown)
  console.log(`known took longer in ${share.toFixed(3)} of the comparisons; by chance 0.5 ± ${chance.toFixed(3)}`)
}

await inBareHouse(async ({ server, owner }) => {
  await owner.query(
    `insert into person (username, name, admin_type, role_id, password_hash)
     select 'known-' || n, 'Known', 'ADMIN', (select id from role where role = 'REVIEWER'), $2
     from generate_series(0, $1::int) n`,
    [warmUp + pairs, await hashPassword('tide lamp orchard')],
  )
  await measure(server)
})
