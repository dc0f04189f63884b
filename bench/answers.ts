/**
 * node --max-semi-space-size=16 --expose-gc bench/answers.ts [sizes]: the answers to a survey of 20 questions as a
 * labelled workbook and as CSV, by the real job on a real PostgreSQL, at 10,000, 100,000 and 1,000,000 responses (or the
 * sizes given). The workbook is compared with a raw deflate stream of the same XML, the CSV with `COPY` of the same
 * documents, in turn.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobKinds } from '#server/app.ts'
import { startJobWorker } from '#server/jobs/worker.ts'
import { type BareHouse, type Call, caller, inBareHouse, signIn } from './house.ts'
import { deflateAgain, measured, type Measured } from './measured.ts'
import { heading, quantile, report, verdict } from './table.ts'

const sizes = (process.argv[2] ?? '10000,100000,1000000').split(',').map(Number)
const rounds = (size: number) => (size > 100_000 ? 1 : 5)

interface Caller extends BareHouse {
  call: Call
}

/** The SQL of an answer in response `n`; choices have codes from 1. */
const kinds = [
  { type: 'SINGLE', options: 5, sql: `to_jsonb((1 + n % 5)::text)` },
  { type: 'MULTIPLE', options: 6, sql: `jsonb_build_array((1 + n % 3)::text, (4 + n % 3)::text)` },
  { type: 'INTEGER', options: 0, sql: `to_jsonb(n % 97)` },
  { type: 'TEXT', options: 0, sql: `to_jsonb('Answer in some words, number ' || n)` },
] as const

async function seed(house: Caller, count: number): Promise<number> {
  const { owner, call } = house
  const { data: survey } = await call<{ id: number }>('/surveys', { title: `Bench ${count}` })
  const { data: section } = await call<{ id: number }>('/sections', { surveyId: survey.id, title: 'All' })
  const answers: string[] = []
  for (let n = 0; n < 20; n++) {
    const { type, options, sql } = kinds[n % kinds.length] ?? kinds[0]
    const body = { sectionId: section.id, code: `q${n}`, text: `Question number ${n}`, type }
    const { data: question } = await call<{ id: number }>('/questions', body)
    for (let code = 1; code <= options; code++)
      await call('/answers', { questionId: question.id, code: String(code), text: `Label ${code} of ${n}` })
    answers.push(`'${question.id}', ${sql}`)
  }
  await call(`/surveys/${survey.id}/publish`, {})
  const [role] = (await owner.query<{ id: number }>(`select id from role where role = 'PARTICIPANT'`)).rows
  await owner.query(
    `insert into person (username, name, phone, admin_type, role_id)
      select phone, 'Person ' || n, phone, 'PARTICIPANT', $2
      from (select n, '+25884' || (1000000 + n) as phone from generate_series(1, $1::int) n) each
      on conflict do nothing`,
    [count, role?.id],
  )
  await owner.query(
    `insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, latitude, longitude, accuracy, submitted_at)
      select $1, 1, person.id, 'APPROVED', 'API', 'form-' || n, -19 + n % 100 / 100.0, 33.5, 5, '2025-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, $2::int) n join person on person.phone = '+25884' || (1000000 + n)`,
    [survey.id, count],
  )
  await owner.query(
    `insert into form_doc (survey_id, id, answers) select survey_id, id, jsonb_build_object(${answers.join(', ')})
      from (select survey_id, id, substr(client_uuid, 6)::int as n from form where survey_id = $1) each`,
    [survey.id],
  )
  await owner.query('analyze')
  return survey.id
}

interface DoneJob {
  state: string
  error: string | null
  total: number
  done: number
}

/** Asks for the file and waits for its end; returns its path. */
async function exported(house: Caller, count: number, order: object): Promise<string> {
  const { data } = await house.call<{ jobId: number }>('/excels/download', order)
  for (;;) {
    const { data: job } = await house.call<DoneJob>(`/jobs/${data.jobId}`)
    if (job.state === 'FAILED') throw new Error(job.error ?? '')
    if (job.state === 'DONE') {
      if (job.done !== count || job.total !== count) throw new Error(`${job.done} of ${job.total} rows`)
      const query = `select encode(sha256, 'hex') as name from file order by id desc limit 1`
      const name = (await house.owner.query<{ name: string }>(query)).rows[0]?.name ?? ''
      return join(house.dataDir, 'files', name.slice(0, 2), name)
    }
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

async function copied({ owner }: Caller, surveyId: number): Promise<number> {
  const shared = await mkdtemp(join(tmpdir(), 'canvass-copy-'))
  await chmod(shared, 0o777)
  const start = performance.now()
  await owner.query(`copy (select form.*, person.phone, doc.answers from form join form_doc doc using (survey_id, id)
    join person on person.id = form.participant_id where survey_id = ${surveyId} order by submitted_at, form.id)
    to '${join(shared, 'a.csv')}' csv header`)
  const seconds = (performance.now() - start) / 1000
  await rm(shared, { recursive: true })
  return seconds
}

const files = [
  { name: 'CSV, codes', order: { format: 'csv', values: 'codes' }, bar: 4, mostMegabytes: 64 },
  { name: 'XLSX, labels', order: {}, bar: 2, mostMegabytes: 128 },
  { name: 'XLSX, a column per option', order: { multiple: 'options' }, bar: 2, mostMegabytes: 128 },
] as const

async function measure(house: Caller, count: number): Promise<void> {
  const surveyId = await seed(house, count)
  heading(`${count} x 20 answers, s`)
  for (const { name, order, bar, mostMegabytes } of files) {
    const ours: Measured<string>[] = []
    const floors: number[] = []
    for (let n = 0; n < rounds(count); n++) {
      const file = await measured(() => exported(house, count, { surveyId, ...order }))
      ours.push(file)
      floors.push('format' in order ? await copied(house, surveyId) : (await deflateAgain(file.answer)).seconds)
    }
    const seconds = ours.map((each) => each.seconds)
    const [median, beside] = [quantile(seconds, 0.5), quantile(floors, 0.5)]
    const memory = Math.max(...ours.map(({ own }) => own))
    report({
      name: `${name}, +${memory.toFixed(0)} MB`,
      total: count,
      ours: median,
      best: Math.min(...seconds),
      beside,
      bar: `${bar}x, +${mostMegabytes} MB`,
      ok: median <= bar * beside && memory <= mostMegabytes,
    })
  }
}

await inBareHouse(async (bare) => {
  const house = { ...bare, call: caller(bare, await signIn(bare.owner)) }
  const worker = startJobWorker({ services: bare.services, kinds: jobKinds, log: console, pollMs: 100 })
  try {
    for (const size of sizes) await measure(house, size)
    verdict()
  } finally {
    await worker.stop()
  }
})
