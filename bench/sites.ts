/**
 * node bench/sites.ts [rows] [lines]: the list and the map of a million sites against the bars of quality.md. It runs
 * the real app on a real PostgreSQL. Calls without counting are compared with the same call among 10,000. Every other
 * filter is compared with the floor of `house.ts`, which sends only the SQL of the call. Medians, in turn. Beside SQL
 * as fast as that, the app itself may take a millisecond. `lines` keeps only the lines whose name has this text.
 */
import { sites } from '#contract/sites.ts'
import { type House, inHouses } from './house.ts'
import { seedSites } from './site-data.ts'
import { heading, quantile, report, verdict } from './table.ts'

const [rows = '1000000', lines = ''] = process.argv.slice(2)
const sizes = [10_000, Number(rows)]
/** The time that the app may take beside its SQL. */
const ownMs = 1
/** More rounds of what is quick, so that a busy machine does not decide, and few of what takes seconds. */
const rounds = { least: 3, most: 41, ms: 1200 }

type Timed = () => Promise<number>

function asking(house: House, path: string): Timed {
  return async () => (await house.ask(path)).ms
}

/** A and B in turn, each once before the clock counts; their medians. */
async function inTurn(a: Timed, b: Timed): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  await a()
  await b()
  const start = performance.now()
  for (let n = 0; n < rounds.least || (n < rounds.most && performance.now() - start < rounds.ms); n++) {
    times[0].push(await a())
    times[1].push(await b())
  }
  return [quantile(times[0], 0.5), quantile(times[1], 0.5)]
}

/** Orders without a filter: the first page against the same among few, the last and the middle one against the clock. */
async function orders(small: House, large: House): Promise<void> {
  heading('order, ms')
  for (const sort of sites.sort.flatMap((key) => [key, `-${key}`])) {
    if (!sort.includes(lines)) continue
    const path = (n: number) => `/sites?sort=${sort}&page=${n}`
    const last = large.size / 10
    const { total } = await large.ask(path(1))
    const [ours, beside] = await inTurn(asking(large, path(1)), asking(small, path(1)))
    report({ name: `${sort}, first page`, total, ours, beside, bar: '1.5x of 10,000', ok: ours <= 1.5 * beside })
    const [end, middle] = await inTurn(asking(large, path(last)), asking(large, path(last / 2)))
    report({ name: `${sort}, last page`, total, ours: end, bar: '50 ms', ok: end < 50 })
    report({ name: `${sort}, middle page`, total, ours: middle, bar: '150 ms', ok: middle < 150 })
  }
}

/** Words of each kind of filter, rare and common. */
const filters: Record<string, string> = {
  'title has, rare': 'title=Clinic Majoce 1',
  'title has, common': 'title=clinic',
  'title has, short': 'title=oj',
  'title equals': 'title==Market Facema 12',
  'code has': 'code=S12345',
  'search, rare': 'q=Library Rama',
  'search, common': 'q=school',
  'search, two letters': 'q=ja',
  'search, two common letters': 'q=ma',
  'search, backwards': 'q=clinic&sort=-title',
  'status, few': 'status=INACTIVE',
  'status, most': 'status=ACTIVE',
  'category, common': 'siteCategoryId=1',
  'three companies': 'companyId=100,200,300',
  'company, rare': 'companyId=290',
  'company, blank': 'companyId=~',
  'unit, a province': 'administrativeUnitId=5',
  'unit, a district': 'administrativeUnitId=110',
  'unit, a locality': 'administrativeUnitId=1000',
  'reason, one': 'issueCategoryId=2',
  'reason, any': 'issueCategoryId=!~',
  'address has': 'address=Rua ma 77',
  'address, blank': 'address=~',
  'latitude, a strip': 'latitude=-20.01..-20',
  'latitude, half': 'latitude=-18..',
  'longitude, a strip': 'longitude=35..35.01',
  'created, one day': 'createdAt=2024-01-31',
  'created, one year': 'createdAt=2024-01-01..2024-12-31',
  'updated, one day': 'updatedAt=2024-01-31',
  'province and status': 'administrativeUnitId=5&status=INACTIVE',
}

const maps: Record<string, string> = {
  whole: '/sites/map',
  'a province': '/sites/map?window=-20,34,-17,37',
  'a town': '/sites/map?window=-19.9,34.8,-19.7,35',
  'whole, a district': '/sites/map?administrativeUnitId=110',
}

async function besideFloor(large: House, what: string, paths: Record<string, string>): Promise<void> {
  heading(what)
  for (const [name, path] of Object.entries(paths)) {
    if (!name.includes(lines)) continue
    const { total } = await large.ask(path)
    const [ours, beside] = await inTurn(asking(large, path), await large.floorOf(path))
    report({
      name,
      total,
      ours,
      beside,
      bar: '1.2x of its SQL, or 1 ms',
      ok: ours <= Math.max(1.2 * beside, beside + ownMs),
    })
  }
}

await inHouses({
  sizes,
  seed: seedSites,
  async measure(small, large) {
    await orders(small, large)
    const lists = Object.entries(filters).map(([name, words]) => [name, `/sites?${words.replaceAll(' ', '%20')}`])
    await besideFloor(large, 'filter, ms', Object.fromEntries(lists) as Record<string, string>)
    await besideFloor(large, 'map, ms', maps)
    verdict()
  },
})
