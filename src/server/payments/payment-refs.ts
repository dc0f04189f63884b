/**
 * Finds the payment that a caller's id or name means (payments.md §1.5). Surveys, locations and payables share one
 * sequence, so a number names exactly one thing. The name of a manual payment becomes its number here.
 */
import { type RawBuilder, sql } from 'kysely'
import { problem } from '#domain/problems.ts'
import { isManualName, paymentRef, type PaymentStatus } from '#domain/money/payment.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { inScope, type SurveyScope } from '../scope.ts'

/** What a caller names, each once. */
export interface Named {
  ids: readonly number[]
  /** By number: the name that the caller used. */
  names: ReadonlyMap<number, string>
  /** Names that no payment has. */
  unknown: readonly string[]
}

/** BAD_ID when one of them is no id at all. */
export async function readRefs(db: Db, refs: readonly string[]): Promise<Named> {
  const errors = refs.flatMap((ref, index) => (paymentRef.test(ref) ? [] : [problem(`ids[${index}]`, 'FORMAT')]))
  if (errors.length > 0) throw new AppError('BAD_ID', { errors })
  const numbers = refs.filter((ref) => !isManualName(ref)).map(Number)
  const named = new Set(refs.filter(isManualName))
  const names = await findNamed(db, [...named])
  const known = new Set(names.values())
  return {
    ids: [...new Set([...numbers, ...names.keys()])],
    names,
    unknown: [...named].filter((name) => !known.has(name)),
  }
}

async function findNamed(db: Db, names: readonly string[]): Promise<Map<number, string>> {
  if (names.length === 0) return new Map()
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select id, name from payable where name = any(${names})`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The number of one payment; NOT_FOUND when no payment has this name. */
export async function readRef(db: Db, ref: string): Promise<number> {
  const [id] = (await readRefs(db, [ref])).ids
  if (id === undefined) throw new AppError('NOT_FOUND')
  return id
}

export interface Target {
  asked: number
  kind: 'PAYMENT' | 'LOCATION' | 'SURVEY'
  paymentId: number
}

/** `findTargets` as a query. */
export function targetsOf(
  scope: SurveyScope,
  asked: readonly number[],
  statuses: readonly PaymentStatus[],
): RawBuilder<unknown> {
  const seen = inScope(scope, sql`survey_id`) ?? sql`true`
  return sql`
    with asked as (select unnest(${asked}::bigint[]) as id)
    select id as asked, 'PAYMENT' as kind, id as "paymentId" from asked join payable using (id) where ${seen}
    union all
    select id, 'LOCATION', payable_id from asked join payable_response on response_id = id
    where released_at is null and ${seen}
    union all
    select survey.id, 'SURVEY', p.id from survey join payable p on p.survey_id = survey.id and p.status = any(${statuses})
    where survey.id = any(${asked}) and ${seen}`
}

/**
 * The payments behind the ids: a payable is itself, a location is its live payable, a survey is its payables in one of
 * `statuses`. An unknown id, or one of a survey out of scope, has no row in the answer.
 */
export async function findTargets(
  db: Db,
  scope: SurveyScope,
  asked: readonly number[],
  statuses: readonly PaymentStatus[],
): Promise<Target[]> {
  const { rows } = await (targetsOf(scope, asked, statuses) as RawBuilder<Target>).execute(db)
  return rows
}
