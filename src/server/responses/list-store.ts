/** Responses as they are listed: pages with exact totals, for tables of any size. */
import { sql } from 'kysely'
import type { ResponseRow, StatusCounts } from '#contract/responses.ts'
import type { Answers } from '#domain/answers.ts'
import { type ResponseStatus, responseStatuses } from '#domain/response.ts'
import { type Place, readPage } from '../db/page.ts'
import type { Db } from '../db/pool.ts'
import { allOf, found } from '../records/table-store.ts'
import { inScope, type SurveyScope } from '../scope.ts'
import { formFilter, formsOf, type ResponseFilter } from './filter.ts'
import { asSeen, type PhoneSight, rowColumns, rowJoins } from './row.ts'

export interface ListQuery extends Place {
  filter: ResponseFilter
  sight: PhoneSight
  order: 'NEWEST_FIRST' | 'OLDEST_FIRST'
}

interface ResponsePage {
  rows: ResponseRow[]
  total: number
  statusCounts: StatusCounts
}

export async function listResponses(db: Db, query: ListQuery): Promise<ResponsePage> {
  const { filter, sight, order, offset, pageSize } = query
  const statusCounts = await countByStatus(db, filter, sight)
  const chosen = filter.status ?? responseStatuses
  const total = chosen.reduce((sum, status) => sum + statusCounts[status], 0)
  const { rows } = await readPage<ResponseRow>(
    db,
    {
      table: 'form',
      key: ['survey_id', 'id'],
      order: { by: sql`form.submitted_at`, descending: order === 'NEWEST_FIRST' },
      columns: rowColumns,
      joins: rowJoins,
      where: formFilter(filter, sight),
    },
    { offset, pageSize, total },
  )
  return { rows: rows.map((row) => asSeen(row, sight)), total, statusCounts }
}

/** From the kept counts, unless the filter asks for something that they do not know. */
async function countByStatus(db: Db, filter: ResponseFilter, sight: PhoneSight): Promise<StatusCounts> {
  const { status: _, ...others } = filter
  const isKept = !others.q?.trim() && others.participantId === undefined
  const { rows } = await (isKept ? sumCounters(db, others) : countForms(db, others, sight))
  const counts = new Map(rows.map(({ status, n }) => [status, n]))
  return Object.fromEntries(responseStatuses.map((status) => [status, counts.get(status) ?? 0])) as StatusCounts
}

function countForms(db: Db, filter: ResponseFilter, sight: PhoneSight) {
  return sql<{ status: ResponseStatus; n: number }>`
    select form.status, count(*) as n from form where ${formFilter(filter, sight)} group by form.status`.execute(db)
}

function sumCounters(db: Db, { scope, from, to }: ResponseFilter) {
  const where = allOf([
    inScope(scope, sql`survey_id`),
    from === undefined ? undefined : sql`day >= ${from}::date`,
    to === undefined ? undefined : sql`day <= ${to}::date`,
  ])
  return sql<{ status: ResponseStatus; n: number }>`
    select status, sum(n)::bigint as n from survey_counter where ${where ?? sql`true`} group by status`.execute(db)
}

/** One row; NOT_FOUND when there is none in scope. */
export async function getResponse(
  db: Db,
  id: number,
  { scope, sight }: { scope: SurveyScope; sight: PhoneSight },
): Promise<ResponseRow> {
  const row = found(
    await sql<ResponseRow>`select ${rowColumns} from form ${rowJoins} where ${formsOf([id], scope)}`.execute(db),
  )
  return asSeen(row, sight)
}

export interface StoredAnswers {
  accuracy: number | null
  answers: Answers
}

export async function getAnswers(db: Db, { surveyId, id }: ResponseRow): Promise<StoredAnswers> {
  return found(
    await sql<StoredAnswers>`
      select form.accuracy, doc.answers from form join form_doc doc using (survey_id, id)
      where form.survey_id = ${surveyId} and form.id = ${id}`.execute(db),
  )
}
