/**
 * node bench/crossed.ts [sizes]: so many responses of 16 questions (1000000 unless said) in one survey. How long their files of
 * columns take, then charts and crossings over HTTP, beside the same counts in plain SQL: over the stored answers, and over one
 * flat table. Each crossing must be that of the flat table. At last the memory of the process, and how late its timers were.
 */
import { isDeepStrictEqual } from 'node:util'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Client } from 'pg'
import { writeColumns } from '#server/responses/insight/column-files.ts'
import { bulkLoad } from './bulk-load.ts'
import { type BareHouse, caller, inBareHouse, signIn } from './house.ts'
import { heading, quantile, report, verdict } from './table.ts'

const [sizes = '1000000'] = process.argv.slice(2)
const rounds = 7

const word = (count: number) => `'o' || (n * 7919 / ${count} + n) % ${count}`
const number = (count: number) => `(n * 104729 / 7 + n) % ${count}`

/** The types of the questions, and the SQL of their answers in response `n`. */
const questions: Record<string, { type: string; options?: number; sql: string }> = {
  sex: { type: 'SINGLE', options: 3, sql: `case when n % 10 < 9 then ${word(3)} end` },
  water: { type: 'SINGLE', options: 7, sql: word(7) },
  roof: { type: 'SINGLE', options: 5, sql: word(5) },
  school: { type: 'SINGLE', options: 9, sql: word(9) },
  work: { type: 'SINGLE', options: 40, sql: word(40) },
  owns: { type: 'YES_NO', sql: `case when n % 3 = 0 then 'yes' else 'no' end` },
  crops: { type: 'MULTIPLE', options: 8, sql: `jsonb_build_array('o' || n % 4, 'o' || 4 + n % 3)` },
  needs: { type: 'MULTIPLE', options: 6, sql: `jsonb_build_array('o' || n % 6)` },
  members: { type: 'INTEGER', sql: number(14) },
  age: { type: 'INTEGER', sql: number(97) },
  income: { type: 'DECIMAL', sql: `(${number(1000003)})::numeric / 100` },
  weight: { type: 'DECIMAL', sql: `1 + (${number(100)})::numeric / 100` },
  served: { type: 'RATING', sql: `1 + ${number(5)}` },
  born: { type: 'DATE', sql: `'1950-01-01'::date + ((${number(18000)}))::int` },
  home: {
    type: 'GEOPOINT',
    sql: `jsonb_build_object('latitude', -20 + n % 1000 / 100.0, 'longitude', 33 + n % 777 / 100.0)`,
  },
  notes: { type: 'TEXT', sql: `'Note ' || n` },
}
const codes = Object.keys(questions)
const idOf = (code: string) => 901 + codes.indexOf(code)

const options = (count = 0) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    code: `o${at}`,
    text: { en: `Option ${at}` },
    isOther: false,
    position: at,
  }))

async function seed(owner: Client, size: number): Promise<number> {
  const asked = Object.entries(questions).map(([code, { type, options: count }]) => ({
    id: idOf(code),
    code,
    text: { en: code },
    type,
    personal: false,
    filterable: false,
    validation: {},
    answers: options(count),
  }))
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query<{ id: number }>(`
    insert into survey (encoded_id, title, texts, accessibility, status, current_version)
    values ('survey-crossed-0', 'Crossed', '{"title": {"en": "Crossed"}}', 'PUBLIC', 'PUBLISHED', 1) returning id::int`)
  const surveyId = rows[0]?.id ?? 0
  await owner.query(
    `insert into survey_version (survey_id, number, content, checksum) values ($1, 1, $2, sha256('x'))`,
    [surveyId, JSON.stringify({ sections: [{ id: 900, title: { en: 'All' }, questions: asked }] })],
  )
  await owner.query(`insert into collector (kind, name) select 'NAME', 'Collector ' || n from generate_series(1, 50) n`)
  const answers = Object.entries(questions).map(([code, { sql }]) => `'${idOf(code)}', ${sql}`)
  await bulkLoad(owner, ['form', 'form_doc', 'form_change'], async () => {
    await owner.query(`
      insert into form (survey_id, survey_version, status, source, client_uuid, collector_id, submitted_at)
      select ${surveyId}, 1, (array['RECEIVED', 'APPROVED', 'IN_REVIEW', 'APPROVED'])[1 + n % 4], 'API', 'form-' || n, 1 + n % 50,
        '2024-01-01'::timestamptz + n * (interval '700 days' / ${size}) from generate_series(1, ${size}) n`)
    await owner.query(`
      insert into form_doc (survey_id, id, answers)
      select survey_id, id, jsonb_strip_nulls(jsonb_build_object(${answers.join(', ')}))
      from (select survey_id, id, substr(client_uuid, 6)::bigint as n from form) each`)
    await owner.query('insert into form_change select survey_id, id from form')
  })
  await owner.query(`create table flat as select form.id, form.status, form.collector_id,
    ${codes.map((code) => `answers ->> '${idOf(code)}' as ${code}`).join(', ')} from form join form_doc using (survey_id, id)`)
  await owner.query('vacuum analyze form')
  await owner.query('vacuum analyze form_doc')
  await owner.query('analyze flat')
  return surveyId
}

interface Cross {
  rows: { key: string | null }[]
  columns: { key: string | null }[]
  counts: number[][]
}

/** `f 1 yes` and how many. */
function cellsOf({ rows, columns, counts }: Cross): Record<string, number> {
  const cells = rows.flatMap((row, r) =>
    columns.map((column, c) => [`${row.key}/${column.key}`, counts[r]?.[c] ?? 0] as const),
  )
  return Object.fromEntries(cells.filter(([, n]) => n !== 0))
}

async function measure({ url, services, owner }: BareHouse, size: number): Promise<void> {
  const start = performance.now()
  const surveyId = await seed(owner, size)
  console.log(`${size} rows are there after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  const call = caller({ url }, await signIn(owner))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const written = performance.now()
  for (;;) {
    await writeColumns(services)
    const { rows } = await owner.query('select from form_change limit 1')
    if (rows.length === 0) break
  }
  const seconds = (performance.now() - written) / 1000
  // As autovacuum does within a minute.
  await owner.query('vacuum analyze form_change')
  const { rows: files } = await owner.query<{ n: number; bytes: number }>(
    'select count(*)::int as n, sum(bytes)::float8 as bytes from column_file',
  )
  console.log(
    `${files[0]?.n} files of ${((files[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB after ${seconds.toFixed(1)} s, timers late by ${late(delay)} ms`,
  )
  delay.reset()
  const get = async (path: string) => {
    const begun = performance.now()
    const { data } = await call<Cross & { total: number }>(`/surveys/${surveyId}/insight${path}`)
    return { ms: performance.now() - begun, data }
  }
  const timed = async (path: string) => {
    const first = await get(path)
    const times: number[] = []
    const before = process.cpuUsage()
    for (let n = 0; n < rounds; n++) times.push((await get(path)).ms)
    const { user, system } = process.cpuUsage(before)
    return { first, median: quantile(times, 0.5), best: Math.min(...times), cpu: (user + system) / 1000 / rounds }
  }
  heading(`${size} responses, ms`)
  const bars = size > 1_000_000 ? { cross: 1000, charts: 5000 } : { cross: 200, charts: 500 }
  for (const [name, path] of [
    ['charts of all', ''],
    ['charts of a status', '?status=APPROVED'],
    ['charts of an answer', `?answers=${encodeURIComponent('{"sex":{"in":["o1"]}}')}`],
    ['one month', '?from=2024-06-01&to=2024-06-30'],
  ] as const) {
    const { first, median, best, cpu } = await timed(path)
    report({ name, total: first.data.total, ours: median, best, bar: barOf(bars.charts, cpu), ok: best <= bars.charts })
  }
  for (const [rows, by, where] of [
    ['sex', 'water', ''],
    ['work', 'school', ''],
    ['owns', 'roof', `status = 'APPROVED'`],
    ['members', 'sex', ''],
    ['income', 'work', ''],
    ['crops', 'needs', ''],
    ['sex', '@collector', ''],
    ['age', '@month', ''],
    ['born', 'served', ''],
  ] as const) {
    const { first, median, best, cpu } = await timed(`/cross?rows=${rows}&by=${by}${where ? '&status=APPROVED' : ''}`)
    const plain = [rows, by].every((code) => ['SINGLE', 'YES_NO'].includes(questions[code]?.type ?? ''))
    const ask = async (r: string, c: string, from: string) => {
      const begun = performance.now()
      const { rows: cells } = await owner.query<{ key: string; n: number }>(
        `select coalesce(${r}, 'null') || '/' || coalesce(${c}, 'null') as key, count(*)::int as n from ${from} ${where ? `where ${where}` : ''} group by 1`,
      )
      return {
        ms: performance.now() - begun,
        cells: Object.fromEntries(cells.map(({ key, n }) => [key, n] as const)),
      }
    }
    const flat = plain ? await ask(rows, by, 'flat') : undefined
    const stored = plain
      ? await ask(
          `answers ->> '${idOf(rows)}'`,
          `answers ->> '${idOf(by)}'`,
          'form join form_doc using (survey_id, id)',
        )
      : undefined
    if (flat && !isDeepStrictEqual(flat.cells, cellsOf(first.data)))
      throw new Error(`${rows} by ${by}: ${JSON.stringify([flat.cells, cellsOf(first.data)])}`)
    report({
      name: `${rows} by ${by}${where ? ', approved' : ''}`,
      total: first.data.total,
      ours: median,
      best,
      ...(stored && { beside: stored.ms }),
      ...(flat && { flat: flat.ms }),
      bar: barOf(bars.cross, cpu),
      ok: best <= bars.cross,
    })
  }
  const { rss } = process.memoryUsage()
  console.log(`the process takes ${(rss / 1e6).toFixed(0)} MB, timers late by ${late(delay)} ms`)
}

/** With what the process worked, on both of its cores: on a busy machine it says more than the clock. */
const barOf = (ms: number, cpu: number) => `${ms} ms (${cpu.toFixed(0)} of CPU)`

/** The 99th part and the most. */
function late(delay: ReturnType<typeof monitorEventLoopDelay>): string {
  return `${(delay.percentile(99) / 1e6 - 5).toFixed(0)}, at most ${(delay.max / 1e6 - 5).toFixed(0)}`
}

for (const size of sizes.split(',').map(Number)) await inBareHouse((house) => measure(house, size))
verdict()
