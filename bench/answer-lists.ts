/**
 * node bench/answer-lists.ts [sizes] [lines] [statistics]: the list of responses narrowed, sorted and paged, with so many
 * in one survey and as many over 500 others (10000,1000000 unless said). Each line is compared with its own SQL sent again
 * without the app (1.2x, quality.md), and shows the time of a scan of one flat table for the same answer. The scan is the
 * truth: its ids, total and counts must be those of the list. `statistics`: `stale`, those from before the bulk load, `fresh`
 * or both, `stale,fresh`.
 * `lines` is a pattern of the names of lines to keep.
 */
import { isDeepStrictEqual } from 'node:util'
import { type House, inHouses } from './house.ts'
import { type ResponseHouse, seedResponses } from './response-data.ts'
import { heading, quantile, report, verdict } from './table.ts'

const [sizes = '10000,1000000', lines = '', statistics = 'stale'] = process.argv.slice(2)
const wanted = new RegExp(lines)
const ownMs = 1
const rounds = { least: 3, most: 5, ms: 6000 }

type Place = 'first' | 'middle' | 'last'

interface Line {
  name: string
  /** Words of the query. */
  words: Record<string, string>
  /** The same on the flat table. */
  where: string
  /** Unless the latest come first. */
  order?: string
  page?: Place
}

const latest = 'submitted_at desc, id desc'

function linesOf({ surveyId, siteId, unitId }: ResponseHouse): Line[] {
  const one = { surveyId: String(surveyId) }
  const inOne = `survey_id = ${surveyId}`
  const everywhere: [name: string, words: Record<string, string>, where: string][] = [
    ['all', {}, 'true'],
    ['status', { status: 'IN_REVIEW' }, `status = 'IN_REVIEW'`],
    ['days', { submittedAt: '2024-03-01..2024-03-31' }, `submitted_at >= '2024-03-01' and submitted_at < '2024-04-01'`],
    [
      'day and status',
      { from: '2024-03-01', to: '2024-03-01', status: 'APPROVED' },
      `submitted_at >= '2024-03-01' and submitted_at < '2024-03-02' and status = 'APPROVED'`,
    ],
    ['version', { surveyVersion: '2' }, 'survey_version = 2'],
    ['flag, rare', { flags: 'SHARED_DEVICE' }, `'SHARED_DEVICE' = any(flags)`],
    ['flag, 2 %', { flags: 'OUTLIER' }, `'OUTLIER' = any(flags)`],
    ['flag, a quarter', { flags: 'TOO_FAST' }, `'TOO_FAST' = any(flags)`],
    ['no flag', { flags: '~' }, `flags = '{}'`],
    ['fence, 5 %', { fence: 'OUTSIDE' }, `fence = 'OUTSIDE'`],
    ['source, 1 %', { source: 'EXCEL' }, `source = 'EXCEL'`],
    ['reviewed on a day', { reviewedAt: '2024-03-01' }, `reviewed_at >= '2024-03-01' and reviewed_at < '2024-03-02'`],
    ['form key begins', { q: 'form-99' }, `id in (select id from form where client_uuid like 'form-99%')`],
    [
      'participant',
      { q: '+258800000077' },
      `id in (select id from form where participant_id = (select id from person where phone = '+258800000077'))`,
    ],
  ]
  const many: typeof everywhere = [
    ['site', { siteId: String(siteId) }, `site_id = ${siteId}`],
    ['unit, a tenth', { administrativeUnitId: String(unitId) }, `administrative_unit_id = ${unitId}`],
    ['site and flag', { siteId: String(siteId), flags: 'TOO_FAST' }, `site_id = ${siteId} and 'TOO_FAST' = any(flags)`],
  ]
  const answers: [name: string, word: Record<string, unknown>, where: string][] = [
    ['equals, half', { sex: { in: ['f'] } }, `sex = 'f'`],
    ['equals, 2 %', { sex: { in: ['x'] } }, `sex = 'x'`],
    ['equals, oldest 2 %', { wave: { in: ['first'] } }, `wave = 'first'`],
    ['text equals, rare', { village: { equals: 'village 77' } }, `village = 'Village 77'`],
    ['text has, rare', { village: { contains: 'age 4999' } }, `village like '%age 4999%'`],
    ['text has, common', { village: { contains: 'village' } }, `village like 'Village%'`],
    ['between, common', { age: { from: 18, to: 60 } }, 'age::float8 between 18 and 60'],
    ['greater, rare', { age: { from: 96 } }, 'age::float8 >= 96'],
    ['day, one', { born: { from: '2001-05-01', to: '2001-05-01' } }, `born = '2001-05-01'`],
    ['blank, a quarter', { age: 'blank' }, 'age is null'],
    ['blank, rare', { born: 'blank' }, 'born is null'],
    ['answered', { age: 'answered' }, 'age is not null'],
    ['two questions', { sex: { in: ['x'] }, age: { from: 50 } }, `sex = 'x' and age::float8 >= 50`],
    ['two common', { sex: { in: ['f'] }, age: { from: 18 } }, `sex = 'f' and age::float8 >= 18`],
    ['answer and flag', { sex: { in: ['f'] }, flags: 'TOO_FAST' }, `sex = 'f' and 'TOO_FAST' = any(flags)`],
  ]
  const byAnswers = answers.map(([name, { flags, ...asked }, where]): Line => ({
    name: `answer ${name}`,
    words: { ...one, answers: JSON.stringify(asked), ...(typeof flags === 'string' ? { flags } : {}) },
    where: `${inOne} and ${where}`,
  }))
  const half = { ...one, answers: '{"sex":{"in":["f"]}}' }
  const sorts: Line[] = [
    {
      name: 'by review',
      words: { ...one, sort: '-reviewedAt' },
      where: inOne,
      order: 'reviewed_at desc nulls first, id desc',
    },
    {
      name: 'by review, flag 2 %',
      words: { ...one, sort: 'reviewedAt', flags: 'OUTLIER' },
      where: `${inOne} and 'OUTLIER' = any(flags)`,
      order: 'reviewed_at, id',
    },
    { name: 'by status', words: { sort: 'status' }, where: 'true', order: 'status, id' },
    { name: 'by number', words: { ...one, sort: 'answer.age' }, where: inOne, order: 'age::float8, id' },
    {
      name: 'by number, backwards',
      words: { ...one, sort: '-answer.age' },
      where: inOne,
      order: 'age::float8 desc nulls last, id desc',
    },
    {
      name: 'by word',
      words: { ...one, sort: 'answer.village' },
      where: inOne,
      order: 'lower(village) collate "C", id',
    },
    {
      name: 'by number, half',
      words: { ...half, sort: 'answer.age' },
      where: `${inOne} and sex = 'f'`,
      order: 'age::float8, id',
    },
    {
      name: 'by number, oldest 2 %',
      words: { ...one, answers: '{"wave":{"in":["first"]}}', sort: 'answer.age' },
      where: `${inOne} and wave = 'first'`,
      order: 'age::float8, id',
    },
    {
      name: 'by number, one village',
      words: { ...one, answers: '{"village":{"equals":"village 77"}}', sort: 'answer.age' },
      where: `${inOne} and village = 'Village 77'`,
      order: 'age::float8, id',
    },
  ]
  const unsorted = [
    ...everywhere.map(([name, words, where]): Line => ({ name, words, where })),
    ...everywhere.map(([name, words, where]): Line => ({
      name: `${name}, one survey`,
      words: { ...words, ...one },
      where: `${inOne} and ${where}`,
    })),
    ...many.map(([name, words, where]): Line => ({ name, words, where })),
    ...byAnswers,
  ]
  const deep = [...unsorted, ...sorts].filter(({ name }) => deepLines.includes(name))
  return [
    ...unsorted,
    ...sorts,
    ...(['middle', 'last'] as const).flatMap((page) =>
      deep.map((line) => ({ ...line, name: `${line.name}, ${page} page`, page })),
    ),
  ]
}

/** Those that are also asked for their middle and last page. */
const deepLines = [
  'all',
  'all, one survey',
  'status',
  'version',
  'flag, a quarter',
  'unit, a tenth',
  'answer equals, half',
  'answer blank, a quarter',
  'by number',
  'by number, half',
  'by review',
]

interface Listed {
  total: number
  data: { id: number }[]
  statusCounts: Record<string, number>
}

type Truth = Pick<Listed, 'total' | 'statusCounts'> & { ids: number[] }

/** The truth, and the milliseconds of its two scans. */
async function scan({ truth }: House<ResponseHouse>, line: Line): Promise<Truth & { ms: number; page: number }> {
  const { words, where, order = latest, page: place = 'first' } = line
  // Only filters that name pilots find them.
  const meant = words['isPilot'] === undefined ? `${where} and not is_pilot` : where
  const start = performance.now()
  const counts = await truth<{ status: string; n: string }>(
    `select status, count(*) as n from bench_truth where ${meant.replace(/\bstatus = '\w+'/, 'true')} group by 1`,
  )
  const statusCounts = Object.fromEntries(counts.map(({ status, n }) => [status, Number(n)]))
  const [, only] = /\bstatus = '(\w+)'/.exec(meant) ?? []
  const total =
    only === undefined ? Object.values(statusCounts).reduce((sum, n) => sum + n, 0) : (statusCounts[only] ?? 0)
  const last = Math.max(1, Math.ceil(total / 10))
  const page = { first: 1, middle: Math.ceil(last / 2), last }[place]
  const rows = await truth<{ id: string }>(
    `select id from bench_truth where ${meant} order by ${order} limit 10 offset ${(page - 1) * 10}`,
  )
  return { total, statusCounts, ids: rows.map(({ id }) => Number(id)), ms: performance.now() - start, page }
}

function compare(name: string, { total, data, statusCounts }: Listed, truth: Truth): void {
  const counts = Object.fromEntries(Object.entries(statusCounts).filter(([, n]) => n > 0))
  if (total !== truth.total) throw new Error(`${name}: ${total} in place of ${truth.total}`)
  if (!isDeepStrictEqual(counts, truth.statusCounts))
    throw new Error(`${name}: ${JSON.stringify(counts)} in place of ${JSON.stringify(truth.statusCounts)}`)
  const ids = data.map(({ id }) => id)
  if (!isDeepStrictEqual(ids, truth.ids)) throw new Error(`${name}: ids ${ids.join()} in place of ${truth.ids.join()}`)
}

async function measure(house: House<ResponseHouse>, statistics: string): Promise<void> {
  heading(`${2 * house.size} responses, ${statistics} statistics, ms`)
  for (const line of linesOf(house.seeded)) {
    if (!wanted.test(line.name)) continue
    const truth = await scan(house, line)
    const path = `/responses?${new URLSearchParams({ ...line.words, page: String(truth.page) })}`
    compare(line.name, (await house.ask(path)).body as Listed, truth)
    const floor = await house.floorOf(path)
    const times: [number[], number[]] = [[], []]
    const start = performance.now()
    for (let n = 0; n < rounds.least || (n < rounds.most && performance.now() - start < rounds.ms); n++) {
      times[0].push((await house.ask(path)).ms)
      times[1].push(await floor())
    }
    const [ours, beside] = [quantile(times[0], 0.5), quantile(times[1], 0.5)]
    const ok = ours <= Math.max(1.2 * beside, beside + ownMs)
    const best = Math.min(...times[0])
    report({
      name: line.name,
      total: truth.total,
      ours,
      best,
      beside,
      flat: truth.ms,
      bar: '1.2x of its SQL, or 1 ms',
      ok,
    })
  }
}

interface Charts {
  total: number
  questions: { code: string; answered: number; choices: { code: string; n: number }[] }[]
}

/** Charts of all questions for a filter: within 300 ms, and counted as by hand from the flat table. */
async function insights(house: House<ResponseHouse>, statistics: string): Promise<void> {
  heading(`charts of ${house.size} responses, ${statistics} statistics, ms`)
  const { surveyId } = house.seeded
  for (const { name, words, where, page } of linesOf(house.seeded)) {
    const { surveyId: asked, sort, ...filter } = words
    const isCharted = asked !== undefined && sort === undefined && page === undefined
    if (!isCharted || !wanted.test(`charts, ${name}`)) continue
    const path = `/surveys/${surveyId}/insight?${new URLSearchParams(filter)}`
    const { data } = (await house.ask(path)).body as { data: Charts }
    const start = performance.now()
    const chosen = `select sex from bench_truth where ${where} and not is_pilot`
    const rows = await house.truth<{ sex: string | null; n: string }>(
      `select sex, count(*) as n from (${chosen}) c group by 1`,
    )
    const [all] = await house.truth<{ n: string }>(
      `select count(*) as n from bench_truth where ${where} and not is_pilot`,
    )
    const flat = performance.now() - start
    const sex = data.questions.find(({ code }) => code === 'sex')
    const ours = Object.fromEntries((sex?.choices ?? []).map(({ code, n }) => [code, n]))
    const truth = Object.fromEntries(rows.flatMap((row) => (row.sex === null ? [] : [[row.sex, Number(row.n)]])))
    if (!isDeepStrictEqual(ours, truth) || data.total !== Number(all?.n))
      throw new Error(
        `charts, ${name}: ${data.total} ${JSON.stringify(ours)} in place of ${all?.n} ${JSON.stringify(truth)}`,
      )
    const floor = await house.floorOf(path)
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds.most; n++) {
      times[0].push((await house.ask(path)).ms)
      times[1].push(await floor())
    }
    const [median, beside] = [quantile(times[0], 0.5), quantile(times[1], 0.5)]
    const best = Math.min(...times[0])
    report({
      name: `charts, ${name}`,
      total: data.total,
      ours: median,
      best,
      beside,
      flat,
      bar: '300 ms',
      ok: best < 300,
    })
  }
}

await inHouses({
  sizes: sizes.split(',').map(Number),
  seed: seedResponses,
  async measure(...houses) {
    for (const house of houses)
      for (const each of statistics.split(',')) {
        if (each === 'fresh')
          for (const table of ['form', 'form_doc', 'answer_index', 'survey'])
            await house.truth(`vacuum analyze ${table}`)
        // The first reader of many changes writes the columns of all.
        await house.ask(`/surveys/${house.seeded.surveyId}/insight`)
        await measure(house, each)
        await insights(house, each)
      }
    verdict()
  },
})
