/**
 * node --max-semi-space-size=16 --expose-gc bench/bulk-review.ts [sizes]: all received responses of a paid survey approved by
 * filter as a job, at 1,000, 10,000 and 100,000 (or the sizes given). The statistics are those from before the bulk load. It
 * is compared with the same changes by one statement of SQL each, rolled back (1.5x, quality.md). Beside it: memory, and
 * the p95 of the first page of the list alone and meanwhile.
 */
import type { Client } from 'pg'
import { jobKinds } from '#server/app.ts'
import { startJobWorker } from '#server/jobs/worker.ts'
import { type Call, caller, inBareHouse, signIn } from './house.ts'
import { measured } from './measured.ts'
import { seedResponses } from './response-data.ts'
import { heading, quantile, report, verdict } from './table.ts'

const sizes = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number)
/** One in six responses is received, few of them of a pilot. */
const perReceived = 6
const restMs = 50

const rest = () => new Promise((resume) => setTimeout(resume, restMs))

interface DoneJob {
  state: string
  error: string | null
  done: number
  failed: number
}

async function ended(call: Call, jobId: number): Promise<DoneJob> {
  for (;;) {
    const { data } = await call<DoneJob>(`/jobs/${jobId}`)
    if (data.state !== 'WAITING' && data.state !== 'RUNNING') return data
    await rest()
  }
}

/** Milliseconds of the first page of the list, again and again until the work is done, or so many times. */
async function listing(call: Call, until: Promise<unknown> | number): Promise<number[]> {
  let isOver = false
  if (typeof until !== 'number') void until.finally(() => (isOver = true)).catch(() => undefined)
  const times: number[] = []
  while (typeof until === 'number' ? times.length < until : !isOver) {
    const start = performance.now()
    await call('/responses')
    times.push(performance.now() - start)
    await rest()
  }
  return times
}

/** The same changes of as many other responses, by SQL alone. */
async function plain(owner: Client, surveyId: number): Promise<number> {
  await owner.query('begin')
  const start = performance.now()
  await owner.query(
    `with moved as (
       update form set status = 'APPROVED', row_version = row_version + 1, updated_at = now(), reviewed_at = now(), reviewed_by = 1,
         replaced = jsonb_build_object('status', status, 'reviewedAt', reviewed_at, 'by', 1, 'at', now(), 'version', row_version + 1)
       where survey_id = $1 and status = 'IN_REVIEW' and not is_pilot
       returning survey_id, id, participant_id
     ), owed as (
       select nextval('thing_id') as payable, moved.*, p.phone from moved join person p on p.id = participant_id
     ), made as (
       insert into payable (id, survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash)
       select payable, survey_id, participant_id, phone, 500, 'MZN', 'gsma', signed_facts(phone, 500, 'MZN', 'gsma', id::text) from owed
     ), linked as (
       insert into payable_response (payable_id, survey_id, response_id) select payable, survey_id, id from owed
     ), owing as (
       insert into audit (actor_id, action, subject_type, subject_id, after)
       select 1, 'payments.owe', 'payable', payable::text, jsonb_build_object('status', 'ELIGIBLE', 'responseId', id) from owed
     )
     insert into audit (actor_id, action, subject_type, subject_id, before, after)
     select 1, 'responses.review', 'form', id::text, '{"formStatus": "IN_REVIEW"}', '{"formStatus": "APPROVED"}' from moved`,
    [surveyId],
  )
  const seconds = (performance.now() - start) / 1000
  await owner.query('rollback')
  return seconds
}

await inBareHouse(async (bare) => {
  const { owner } = bare
  const most = Math.max(...sizes)
  const { surveyId } = await seedResponses(owner, most * perReceived)
  await owner.query('set session_replication_role = replica')
  await owner.query(`update survey set survey_type = 'PAID', amount_minor = 500 where id = $1`, [surveyId])
  await owner.query('set session_replication_role = origin')
  const call = caller(bare, await signIn(owner))
  const worker = startJobWorker({ services: bare.services, kinds: jobKinds, log: console, pollMs: 100 })
  try {
    await listing(call, 20)
    const alone = quantile(await listing(call, 40), 0.95)
    const floor = (await plain(owner, surveyId)) / most
    heading('approved by filter as a job, s')
    for (const size of sizes) {
      // The oldest ones, so that each size has its own.
      const { rows } = await owner.query<{ day: string }>(
        `select to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD') as day from form
         where survey_id = $1 and status = 'RECEIVED' and not is_pilot order by submitted_at limit 1 offset $2`,
        [surveyId, size * 0.9],
      )
      const filter = { surveyId, status: 'RECEIVED', ...(size < most && rows[0] ? { to: rows[0].day } : {}) }
      const { total } = await call(`/responses?${new URLSearchParams({ ...filter, surveyId: String(surveyId) })}`)
      let meanwhile: number[] = []
      const work = await measured(async () => {
        const { data } = await call<{ jobId: number }>('/responses/review', {
          formStatus: 'APPROVED',
          filter,
          expectedCount: total,
          by: 'JOB',
        })
        const end = ended(call, data.jobId)
        meanwhile = await listing(call, end)
        return end
      })
      const { state, error, done, failed } = work.answer
      if (state !== 'DONE' || done !== total || failed > 0)
        throw new Error(`${state} ${error}: ${done} of ${total}, ${failed} failed`)
      const beside = floor * total
      const p95 = quantile(meanwhile, 0.95)
      const name = `+${work.own.toFixed(0)} MB, list ${p95.toFixed(0)} of ${alone.toFixed(0)} ms`
      report({ name, total, ours: work.seconds, beside, bar: '1.5x plain SQL', ok: work.seconds <= 1.5 * beside })
    }
    const { rows: wrong } = await owner.query<{ n: string }>(
      `select count(*) as n from form f where survey_id = $1 and reviewed_at > now() - interval '1 hour' and not exists (
         select from payable_response r where r.response_id = f.id and r.released_at is null)`,
      [surveyId],
    )
    if (Number(wrong[0]?.n) > 0) throw new Error(`${wrong[0]?.n} approved responses have no payment`)
    verdict()
  } finally {
    await worker.stop()
  }
})
