/**
 * What the ids of a payment call stand for (payments.md §1.5): surveys, locations and payables share one sequence, so a
 * number names exactly one thing.
 */
import { sql } from 'kysely'
import { problem } from '#contract/problems.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { inScope, type SurveyScope } from '../scope.ts'

/** `manual`: the `MAN-…` name of a manual payment. */
export type AskedId = { asked: number } | { manual: string }

/** The ids of a bulk call, each once; BAD_ID when one of them is no id at all. */
export function readIds(ids: readonly (number | string)[]): AskedId[] {
  const errors = ids.flatMap((id, index) => (isId(id) ? [] : [problem(`ids[${index}]`, 'FORMAT')]))
  if (errors.length > 0) throw new AppError('BAD_ID', { errors })
  return [...new Set(ids.map(String))].map((id) => (id.startsWith('MAN-') ? { manual: id } : { asked: Number(id) }))
}

function isId(id: number | string): boolean {
  return /^([1-9]\d{0,14}|MAN-[0-9A-Z]{1,40})$/.test(String(id))
}

export interface Target {
  asked: number
  kind: 'PAYMENT' | 'LOCATION' | 'SURVEY'
  paymentId: number
}

/**
 * The payments behind the ids: a payable is itself, a location is its live payable, a survey is its payables in one of
 * `statuses`. An id that stands for nothing, or for something of a survey out of scope, has no row in the answer.
 */
export async function findTargets(
  db: Db,
  scope: SurveyScope,
  asked: readonly number[],
  statuses: readonly PaymentStatus[],
): Promise<Target[]> {
  const seen = inScope(scope, sql`survey_id`) ?? sql`true`
  const { rows } = await sql<Target>`
    with asked as (select unnest(${asked}::bigint[]) as id)
    select id as asked, 'PAYMENT' as kind, id as "paymentId" from asked join payable using (id) where ${seen}
    union all
    select id, 'LOCATION', payable_id from asked join payable_response on response_id = id
    where released_at is null and ${seen}
    union all
    select asked.id, 'SURVEY', p.id from asked join payable p on p.survey_id = asked.id and p.status = any(${statuses})
    where ${seen}`.execute(db)
  return rows
}
