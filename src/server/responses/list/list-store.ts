/** Responses as they are listed: pages with exact totals, for tables of any size. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { chosenAmong } from '#contract/filters.ts'
import { responseList, type ResponseRow, type StatusCounts } from '#contract/responses.ts'
import { type ResponseStatus, responseStatuses } from '#domain/answers/response.ts'
import { snake } from '../../db/names.ts'
import { type Place, readPage, readCounted, type Total } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { mapWhole, readWhole, type Whole } from '../../db/read-whole.ts'
import { allOf } from '../../db/table-store.ts'
import { answerOrder, answerSorted, pageByAnswer } from './answer-order.ts'
import { withAnswerCounts } from './answer-counts.ts'
import { fenced } from '../../db/named.ts'
import { formsFound, withFewForms } from './forms-found.ts'
import {
  dailyCounts,
  formFilter,
  keptCounts,
  keptFilter,
  noPilots,
  type ResponseFilter,
  surveyAsked,
} from './filter.ts'
import { asSeen, type PhoneSight, rowColumns, rowJoins } from './row.ts'

export interface ResponseListRequest {
  filter: ResponseFilter
  sight: PhoneSight
  /** `submittedAt`, `-reviewedAt`. */
  sort?: string | undefined
}

const latestFirst = '-submittedAt'

export async function listResponses(
  { db, dataDir }: { db: Db; dataDir: string },
  { filter: asked, sight, sort, ...place }: ResponseListRequest & Place,
) {
  const isServed = typeof totalOf({ filter: asked, sort, ...place }, 0) === 'number' && place.offset <= fewRows
  // Of several statuses the planner must know whether they are rare.
  if (isServed && [1, responseStatuses.length].includes(chosenStatuses(asked.words).length)) {
    const page = await readCounted<ResponseRow, StatusesFound>(
      db,
      { ...listing(sort), where: formFilter(asked, sight) },
      place,
      {
        counts: countsOf(asked, sight),
        isNamed: true,
        totalOf: (counts) => chosenTotal(asked, eachStatus(counts)),
      },
    )
    return { ...page, rows: page.rows.map((row) => asSeen(row, sight)), statusCounts: eachStatus(page.counts) }
  }
  const gathered = await withFewForms(db, asked)
  const filter = gathered.few ? gathered : await withAnswerCounts({ db, dataDir }, asked, sight)
  const statusCounts = eachStatus((await rowOf<{ counts: StatusesFound }>(db)`${countsOf(filter, sight)}`).counts)
  const total = chosenTotal(filter, statusCounts)
  const isUsual = (sort ?? latestFirst).endsWith('submittedAt')
  const near = isUsual && (await pageOnDays(db, { filter, sight, sort, ...place }, total))
  if (near) return { rows: near, total, statusCounts }
  const byAnswer = answerSorted(sort)
  if (byAnswer) {
    const surveyId = surveyAsked(filter, 'sort')
    const [where, matching] = [formFilter(filter, sight), formsFound(filter, sight)]
    const rows = await pageByAnswer(db, { surveyId, where, matching, total, ...byAnswer }, place)
    return { rows: rows.map((row) => asSeen(row, sight)), total, statusCounts }
  }
  const { rows } = await readPage<ResponseRow>(
    db,
    { ...listing(sort), where: formFilter(filter, sight), found: formsFound(filter, sight) },
    { ...place, total: totalOf({ filter, sort, ...place }, total) },
  )
  return { rows: rows.map((row) => asSeen(row, sight)), total, statusCounts }
}

function listing(sort: string | undefined) {
  return { table: 'form', key: ['survey_id', 'id'], order: orderOf(sort), columns: rowColumns, joins: rowJoins }
}

/** The number of responses below which gathering or skipping is faster than searching by day. */
const fewRows = 2000
/** The number of surveys up to which adding their kept counts is faster than skipping their responses. */
const fewSurveys = 100

function isFar({ offset }: Place, total: number): boolean {
  return Math.min(offset, total - offset) > fewRows
}

/** Of few surveys, in the usual order, unless the page is near or its responses are at hand. */
async function pageOnDays(
  db: Db,
  { filter, sight, sort = latestFirst, offset, pageSize }: ResponseListRequest & Place,
  total: number,
): Promise<ResponseRow[] | undefined> {
  const ofFew = filter.scope !== 'ALL' && filter.scope.length <= fewSurveys
  const isNear = !filter.counted && !isFar({ offset, pageSize }, total)
  if (!ofFew || isNear || filter.few || offset >= total) return undefined
  const { descending } = orderOf(sort)
  const statuses = chosenStatuses(filter.words)
  const days = await dayWindow(db, { filter, statuses, descending, offset, limit: pageSize })
  if (!days) return undefined
  // Each of several surveys has its own place in the index.
  const several = sql`(
    select form.* from unnest(${filter.scope}::bigint[]) survey cross join lateral ${fenced(
      sql`select * from form where form.survey_id = survey and form.status <> 'DRAFT' and ${days.where}`,
    )} form)`
  const table = filter.scope.length === 1 ? 'form' : several
  const { rows } = await readPage<ResponseRow>(
    db,
    { ...listing(sort), table, as: 'form', where: sql`${formFilter(filter, sight)} and ${days.where}` },
    { offset: offset - days.before, pageSize, total: days.total },
  )
  return rows.map((row) => asSeen(row, sight))
}

/** All that the filter asks for instead of a page, in its order. */
export function wholeResponses<T>(
  db: Kysely<unknown>,
  asked: ResponseListRequest,
  use: (whole: Whole<ResponseRow>) => Promise<T>,
): Promise<T> {
  return wholeForms<ResponseRow, T>(db, asked, { columns: rowColumns, joins: rowJoins }, (whole) =>
    use(mapWhole(whole, (row) => asSeen(row, asked.sight))),
  )
}

/** The same with columns of the caller's own, from `form` with its joins. */
export async function wholeForms<Row, T>(
  db: Kysely<unknown>,
  { filter, sight, sort }: ResponseListRequest,
  { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
  use: (whole: Whole<Row>) => Promise<T>,
): Promise<T> {
  const byAnswer = answerSorted(sort)
  const { by, descending } = byAnswer
    ? { by: answerOrder(byAnswer, filter), descending: byAnswer.descending }
    : orderOf(sort)
  const direction = descending ? sql`desc` : sql`asc`
  const forms = formsFound(await withFewForms(db, filter), sight)
  const count = async (tx: Db) => (await rowOf<{ n: number }>(tx)`select count(*) as n from ${forms}`).n
  const last = byAnswer ? sql`nulls last` : sql``
  const rows = sql<Row>`select ${columns} from ${forms} ${joins} order by ${by} ${direction} ${last}, form.id ${direction}`
  return readWhole(db, { count, rows }, use)
}

function orderOf(sort = latestFirst) {
  return { by: sql.ref(`form.${snake(sort.replace('-', ''))}`), descending: sort.startsWith('-') }
}

/**
 * The indexes of the usual order know surveys, statuses, days and pilots, which are few; other rows are searched for. Some
 * surveys of many are others too, until their rows are far.
 */
function totalOf(
  { filter, sort = latestFirst, ...place }: Pick<ResponseListRequest, 'filter' | 'sort'> & Place,
  matching: number,
): Total {
  const { isPilot, surveyVersion } = filter.words
  const bySubmission = sort.endsWith('submittedAt')
  const isWhole = filter.scope === 'ALL' || filter.scope.length === 1
  const isIndexed = surveyVersion === undefined && !filter.counted && keptFilter(filter)
  if (bySubmission && isPilot === noPilots && isIndexed && (isWhole || isFar(place, matching))) return matching
  const within = sort.replace('-', '') in filter.words ? 'order' : undefined
  // Only the usual order has an index for each survey.
  const scope = bySubmission && isWhole ? filter.scope : 'ALL'
  const along = formFilter({ scope, words: {} }, 'MASKED')
  const ofScope = allOf(keptFilter({ scope, words: {} }) ?? []) ?? sql`true`
  const among = sql<number>`select coalesce(sum(n), 0)::bigint as n from survey_total where ${ofScope}`
  return { among, matching, within, along }
}

function chosenStatuses({ status }: ResponseFilter['words']): readonly ResponseStatus[] {
  return chosenAmong(responseStatuses, responseList.filters.status, status)
}

/** None of any status: null. */
type StatusesFound = Partial<StatusCounts> | null

/** Whatever status it asks for; from the kept counts, unless the filter asks for something that they do not know. */
function countsOf({ words: { status: _status, ...words }, ...sights }: ResponseFilter, sight: PhoneSight) {
  const filter = { ...sights, words }
  const kept = keptFilter(filter)
  const each = kept
    ? sql`select status, sum(n)::bigint as n from ${keptCounts(filter)} where ${allOf(kept) ?? sql`true`} group by 1`
    : sql`select form.status, count(*) as n from ${formsFound(filter, sight)} group by 1`
  return sql<StatusesFound>`select json_object_agg(status, n) as counts from (${each}) each`
}

function eachStatus(counts: StatusesFound): StatusCounts {
  return Object.fromEntries(responseStatuses.map((status) => [status, counts?.[status] ?? 0])) as StatusCounts
}

function chosenTotal({ words }: ResponseFilter, counts: StatusCounts): number {
  return chosenStatuses(words).reduce((sum, status) => sum + counts[status], 0)
}

/** The days that a page of the usual order is on, from the kept counts: only these are walked, however far the page is. */
interface DayWindowRequest {
  filter: ResponseFilter
  statuses: readonly ResponseStatus[]
  descending: boolean
  offset: number
  limit: number
}

interface DayWindow {
  /** On `form`. */
  where: RawBuilder<unknown>
  /** How many of the filter are on these days, and how many in the order before them. */
  total: number
  before: number
}

/** Undefined when the kept counts do not know the filter, or no response is there. */
async function dayWindow(db: Db, asked: DayWindowRequest): Promise<DayWindow | undefined> {
  const { filter, statuses, descending, offset, limit } = asked
  const kept = keptFilter(filter)
  if (!kept) return undefined
  const order = descending ? sql`desc` : sql`asc`
  const rows = await rowsOf<{ first: string | null; last: string; total: number; before: number }>(db)`
    with each as (
      select day, sum(n)::bigint as n from ${dailyCounts(filter)}
      where ${allOf([...kept, sql`status = any(${statuses}::text[])`]) ?? sql`true`} group by 1 having sum(n) <> 0
    ), reached as (select day, n, (sum(n) over (order by day ${order}))::bigint as reached from each)
    select min(day) as first, max(day) as last, sum(n)::bigint as total, min(reached - n)::bigint as before from reached
    where reached > ${offset}::bigint and reached - n < ${offset + limit}::bigint`
  const [found] = rows
  if (!found || found.first === null) return undefined
  const where = sql`form.submitted_at >= ${found.first}::date::timestamp at time zone 'UTC'
    and form.submitted_at < (${found.last}::date + 1)::timestamp at time zone 'UTC'`
  return { where, total: found.total, before: found.before }
}
