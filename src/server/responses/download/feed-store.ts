/** The rows of the OData feed, and who reads them. */
import { type RawBuilder, sql } from 'kysely'
import { comparisons, type FeedCondition, type FeedField } from '#domain/answers/odata.ts'
import type { Db } from '../../db/pool.ts'
import { hashToken } from '../../http/session.ts'
import { findHolder } from '../../http/survey-token.ts'
import { allOf, found } from '../../db/table-store.ts'
import { answered, type AnsweredRow } from './answers-store.ts'

export interface FeedReader {
  tokenId: number
  surveyId: number
  personal: boolean
  makerId: number | null
  /** The first use of this day (UTC), which the trail tells. */
  isFirstToday: boolean
}

export async function findReader(db: Db, token: string): Promise<FeedReader | undefined> {
  const hash = hashToken(token)
  const { rows } = await sql<Pick<FeedReader, 'makerId' | 'isFirstToday'>>`
    select created_by as "makerId", coalesce(last_used_at < date_trunc('day', now(), 'UTC'), true) as "isFirstToday"
    from survey_token where token_hash = ${hash}`.execute(db)
  const holder = await findHolder(db, ['READ'], hash)
  const [use] = rows
  return holder && use && { ...use, tokenId: holder.id, surveyId: holder.surveyId, personal: holder.personal }
}

const columns: Record<FeedField, RawBuilder<unknown>> = {
  _id: sql`form.id`,
  _version: sql`form.survey_version`,
  _status: sql`form.status`,
  _source: sql`form.source`,
  submittedAt: sql`form.submitted_at`,
  _receivedAt: sql`form.received_at`,
}

/** Drafts and responses of pilots are not in it. */
export function feedCondition(surveyId: number, conditions: readonly FeedCondition[]): RawBuilder<unknown> {
  const asked = conditions.map(({ field, operator, value }) => {
    const type =
      field === '_id' || field === '_version' ? sql`bigint` : field.endsWith('At') ? sql`timestamptz` : sql`text`
    return sql`${columns[field]} ${sql.raw(comparisons[operator])} ${value}::${type}`
  })
  const base = sql`form.survey_id = ${surveyId} and form.status <> 'DRAFT' and not form.is_pilot`
  return allOf([base, ...asked]) ?? base
}

export async function feedRows(
  db: Db,
  where: RawBuilder<unknown>,
  { after, skip, limit }: { after: number; skip: number; limit: number },
): Promise<AnsweredRow[]> {
  const { rows } = await sql<AnsweredRow>`
    select ${answered.columns} from form ${answered.joins} where ${where} and form.id > ${after} order by form.id limit ${limit} offset ${skip}`.execute(
    db,
  )
  return rows
}

export async function countFeed(db: Db, where: RawBuilder<unknown>): Promise<number> {
  return found(await sql<{ n: number }>`select count(*) as n from form where ${where}`.execute(db)).n
}
