/**
 * node --max-semi-space-size=16 bench/edit.ts [sizes]: what a reviewer does to one response of 250 questions, beside 1,000, 10,000
 * and 100,000 that are stored (or the sizes given), in a paid survey: an answer corrected, an approval, a rejection, the
 * detail opened, the first page of the list. Each takes turns with the others on responses of its own. The bar of quality.md
 * for a correction is 20 ms of the server. Beside the times: the milliseconds of Node and of PostgreSQL.
 */
import { cpuMeter } from './cpu.ts'
import { type BareHouse, type Call, caller, inBareHouse, signIn } from './house.ts'
import { fillUp, makeSurvey, responseOf } from './intake-data.ts'
import { quantile } from './table.ts'

const sizes = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number)
const rounds = 100
const bar = 20

interface Work {
  name: string
  /** To response `id`, in the survey. */
  ask: (id: number, surveyId: number) => { url: string; payload?: object }
}

const works: Work[] = [
  {
    name: 'one answer, not indexed',
    ask: (id) => ({ url: `/forms/answers/${id}`, payload: { questionId: 'q1', value: id % 900 } }),
  },
  {
    name: 'one answer, indexed',
    ask: (id) => ({ url: `/forms/answers/${id}`, payload: { questionId: 'q10', value: 'no' } }),
  },
  { name: 'approve', ask: (id) => ({ url: `/locations/${id}`, payload: { formStatus: 'APPROVED' } }) },
  {
    name: 'reject',
    ask: (id) => ({ url: `/locations/${id}`, payload: { formStatus: 'REJECTED', reason: 'Blank' } }),
  },
  {
    name: 'an approved one, edited',
    ask: (id) => ({ url: `/forms/answers/${id}`, payload: { questionId: 'q3', value: `Word ${id}` } }),
  },
  { name: 'detail', ask: (id) => ({ url: `/responses/${id}` }) },
  { name: 'first page of the list', ask: () => ({ url: '/responses' }) },
  {
    name: 'first page of the survey',
    ask: (_, surveyId) => ({ url: `/responses?surveyId=${surveyId}` }),
  },
]

async function measure({ owner }: BareHouse, call: Call, surveyId: number): Promise<boolean> {
  const meter = await cpuMeter(owner)
  async function timed({ url, payload }: ReturnType<Work['ask']>): Promise<number> {
    const start = performance.now()
    await call(url, payload, payload && 'PUT')
    return performance.now() - start
  }
  // Spread over the table, so that no two are neighbours.
  const { rows } = await owner.query<{ id: number }>(
    `select id::int from form where survey_id = $1 and status = 'RECEIVED' order by hashint8(id) limit $2`,
    [surveyId, works.length * (rounds + 20)],
  )
  const given = rows.map(({ id }) => id)
  const approved: number[] = []
  const times = new Map(works.map(({ name }) => [name, { ms: [] as number[], node: 0, postgres: 0 }]))
  for (let round = -20; round < rounds; round++) {
    for (const { name, ask } of works) {
      const id = (name.startsWith('an approved') ? approved.pop() : given.pop()) ?? 0
      const before = meter()
      const ms = await timed(ask(id, surveyId))
      if (name === 'approve') approved.push(id)
      const after = meter()
      const sum = times.get(name)
      if (round < 0 || !sum) continue
      sum.ms.push(ms)
      sum.node += after.node - before.node
      sum.postgres += after.postgres - before.postgres
    }
  }
  let isOver = false
  for (const [name, { ms, node, postgres }] of times) {
    const [middle, most] = [quantile(ms, 0.5), quantile(ms, 0.95)]
    if (name.startsWith('one answer') && middle >= bar) isOver = true
    const cells = [middle, most, node / rounds, postgres / rounds].map((each) => each.toFixed(1).padStart(9))
    console.log(`${name.padEnd(26)}${cells.join('')}`)
  }
  return isOver
}

let isOver = false
// Each size in a house of its own: a measured response is no longer received, and its copies would not be.
for (const size of sizes)
  await inBareHouse(async (house) => {
    const { owner } = house
    const call = caller(house, await signIn(owner))
    const surveyId = await makeSurvey(call)
    for (let n = 0; n < 20; n++) await call('/responses', responseOf(surveyId, n))
    await owner.query(`update survey set survey_type = 'PAID', amount_minor = 500 where id = $1`, [surveyId])
    await fillUp(owner, surveyId, size)
    const heads = ['p50', 'p95', 'node', 'postgres'].map((head) => head.padStart(9))
    console.log(`\n${`${size} stored, ms`.padEnd(26)}${heads.join('')}`)
    if (await measure(house, call, surveyId)) isOver = true
  })
console.log(isOver ? `\nOver the bar of ${bar} ms` : `\nWithin the bar of ${bar} ms`)
process.exit(isOver ? 1 : 0)
