/** The rows of the OData feed, and who reads them. */
import { type RawBuilder, sql } from 'kysely'
import { comparisons, type FeedCondition, type FeedField } from '#domain/odata.ts'
import type { Db } from '../db/pool.ts'
import { hashToken } from '../http/session.ts'
import { allOf, found } from '../records/table-store.ts'
import { type AnsweredRow, answeredColumns } from './answers-store.ts'

export interface FeedReader {
  tokenId: number
  surveyId: number
  personal: boolean
  makerId: number
  /** The first use of this day (UTC), which the trail tells. */
  isFirstToday: boolean
}

export async function findReader(db: Db, token: string): Promise<FeedReader | undefined> {
  const { rows } = await sql<FeedReader>`
    select id as "tokenId", survey_id as "surveyId", personal, created_by as "makerId",
      coalesce(last_used_at < date_trunc('day', now(), 'UTC'), true) as "isFirstToday"
    from feed_token where token_hash = ${hashToken(token)} and revoked_at is null`.execute(db)
  return rows[0]
}

/** Often enough: not every page of a feed is a write. */
export async function noteUse(db: Db, tokenId: number): Promise<void> {
  await sql`
    update feed_token set last_used_at = now()
    where id = ${tokenId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
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
    ${answeredColumns} where ${where} and form.id > ${after} order by form.id limit ${limit} offset ${skip}`.execute(db)
  return rows
}

export async function countFeed(db: Db, where: RawBuilder<unknown>): Promise<number> {
  return found(await sql<{ n: number }>`select count(*) as n from form where ${where}`.execute(db)).n
}
