/** Surveys in the database. A change of a survey, or of its content, locks its row first, so that changes come in turn. */
import { randomBytes, randomInt } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { chosenAmong } from '#contract/filters.ts'
import { Survey, SurveyFields, surveys } from '#contract/surveys.ts'
import { toDecimal } from '#domain/money/money.ts'
import { type SurveyStatus, surveyStatuses } from '#domain/surveys/survey.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { mapWhole } from '../db/read-whole.ts'
import { type ListQuery, tableStore, type WholeUse } from '../db/table-store.ts'
import { AppError } from '../errors.ts'

/** The row as the table has it: the decimal amount follows from the minor units and the currency. */
const SurveyRecord = z.omit(Survey, { amount: true })

/** The database derives these from the texts by language. */
const plainTexts = { title: true, description: true, summary: true } as const

/** The written values: the fields, with the amount in minor units, and the columns that only the server sets. */
const SurveyColumns = z.extend(z.partial(z.omit(SurveyFields, { amount: true, ...plainTexts })), {
  texts: z.optional(Survey.shape.texts),
  amountMinor: z.optional(z.nullable(z.int())),
  /** As JSON. */
  targets: z.optional(z.string()),
  encodedId: z.optional(z.string()),
  ownerId: z.optional(z.int()),
  status: z.optional(Survey.shape.status),
  statusReason: z.optional(Survey.shape.statusReason),
  currentVersion: z.optional(z.int()),
  participantLimit: z.optional(Survey.shape.participantLimit),
  participantRequired: z.optional(z.boolean()),
})

const table = tableStore(
  'survey',
  { row: SurveyRecord, fields: SurveyColumns, sort: surveys.sort, filters: surveys.filters },
  {
    search: ['titles'],
    derived: {
      pilot: sql`(status = 'PILOT')`,
      categoryId: sql`(select category_id from subcategory where subcategory.id = survey.subcategory_id)`,
      questionCount: sql`(select count(*) from question where question.survey_id = survey.id)`,
      responseCount: sql`(
        select coalesce(sum(n), 0)::bigint from survey_total where survey_id = survey.id and not is_pilot)`,
    },
  },
)

type SurveyRecord = z.output<typeof SurveyRecord>
type Counted = Record<SurveyStatus, number>
export type SurveyColumns = z.output<typeof SurveyColumns>

function withAmount(record: SurveyRecord): Survey {
  const { amountMinor, currency } = record
  return { ...record, amount: amountMinor === null ? null : toDecimal(amountMinor, currency) }
}

export const surveyStore = {
  table: table.table,
  count: table.count,
  idsOf: table.idsOf,
  async list(db: Db, query: ListQuery, scope?: RawBuilder<unknown>) {
    const { rows, total } = await table.list(db, query, scope)
    return { rows: rows.map(withAmount), total }
  },
  /** The same with how many of each status match, whatever status the query asks for. */
  async listCounted(db: Db, query: ListQuery & { status?: string | undefined }, scope?: RawBuilder<unknown>) {
    const where = table.matching({ ...query, status: undefined } as ListQuery, scope)
    const chosen = chosenAmong(surveyStatuses, surveys.filters.status, query.status)
    const page = await table.listCounted<Counted | null>(db, query, {
      scope,
      counts: sql`select json_object_agg(status, n) as counts from (
        select status, count(*) as n from survey where ${where ?? sql`true`} group by 1) each`,
      totalOf: (counts) => chosen.reduce((sum, status) => sum + (counts?.[status] ?? 0), 0),
    })
    const each = surveyStatuses.map((status) => [status, page.counts?.[status] ?? 0])
    return { ...page, rows: page.rows.map(withAmount), statusCounts: Object.fromEntries(each) as Counted }
  },
  whole<T>(db: Kysely<unknown>, query: ListQuery, { scope, use }: WholeUse<Survey, T>): Promise<T> {
    return table.whole(db, query, { scope, use: (whole) => use(mapWhole(whole, withAmount)) })
  },
  async get(db: Db, id: number): Promise<Survey> {
    return withAmount(await table.get(db, id))
  },
  /** The row, locked until the transaction ends; STALE with the current row when `version` is not its version. */
  async lock(db: Db, id: number, version?: number): Promise<Survey> {
    const current = withAmount(await table.lock(db, id))
    if (version !== undefined && version !== current.version) throw new AppError('STALE', { data: current })
    return current
  },
  async insert(db: Db, columns: SurveyColumns): Promise<Survey> {
    return withAmount(await table.insert(db, columns))
  },
  async update(db: Db, id: number, columns: SurveyColumns): Promise<Survey> {
    return withAmount(await table.update(db, id, columns))
  },
  async remove(db: Db, ids: readonly number[]) {
    const outcome = await table.remove(db, ids)
    return { ...outcome, removed: outcome.removed.map(withAmount) }
  },
}

/** A letter, so that it is never taken for a number, and 126 random bits. */
export function newEncodedId(): string {
  return String.fromCodePoint(97 + randomInt(26)) + randomBytes(16).toString('base64url').slice(0, 21)
}

/** The maker of the survey, while their account exists. */
export async function ownerOf(db: Db, id: number): Promise<{ id: number; name: string } | null> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select person.id, person.name from survey join person on person.id = survey.owner_id where survey.id = ${id}`
  return rows[0] ?? null
}
