/** The runs of payments: what was asked for, how far it is, and what the floats are short of. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { paymentRuns, type Run } from '#contract/payment-runs.ts'
import { readPage } from '../db/page.ts'
import { on } from '../http/context.ts'
import { found } from '../records/table-store.ts'
import { sum } from './row-parts.ts'

interface RunRecord extends Omit<Run, 'missing'> {
  missing: { provider: string; currency: string; amountMinor: string }[]
}

const columns: RawBuilder<unknown> = sql`j.id, split_part(j.kind, '.', 2) as step, j.state,
  (select json_build_object('id', p.id, 'name', p.name) from person p where p.id = j.asker_id) as "startedBy",
  coalesce(j.total, 0) as total, j.done, j.succeeded, j.failed,
  (select coalesce(json_agg(json_build_object('code', f.key, 'count', f.value::bigint) order by f.key), '[]')
    from jsonb_each_text(j.failures) as f) as failures,
  coalesce((select r.missing from payment_run r where r.job_id = j.id), '[]') as missing,
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt",
  now() as "readAt"`

const isRun = sql`j.kind in ('payments.initiate', 'payments.approve', 'payments.authorize', 'payments.reject')`

function runOf({ missing, ...run }: RunRecord): Run {
  const short = missing.map(({ provider, currency, amountMinor }) => ({
    provider,
    ...sum(BigInt(amountMinor), currency),
  }))
  return { ...run, missing: short }
}

export const runRoutes = [
  on(paymentRuns.list, async ({ db, query }) => {
    const order = { by: sql`j.id`, descending: true }
    const page = { ...pageOf(query), total: { among: 'few' as const } }
    const { rows, total } = await readPage<RunRecord>(db, { table: 'job', as: 'j', order, columns, where: isRun }, page)
    return { rows: rows.map(runOf), total }
  }),
  on(paymentRuns.get, async ({ db, params }) => {
    return runOf(
      found(await sql<RunRecord>`select ${columns} from job j where j.id = ${params.id} and ${isRun}`.execute(db)),
    )
  }),
]
