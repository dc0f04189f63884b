/** The rows of the OData feed, and who reads them. */
import { type RawBuilder, sql } from 'kysely'
import { comparisons, type FeedField, type FeedFilter } from '#domain/answers/feed-filter.ts'
import { FeedProblem } from '#domain/answers/feed-problem.ts'
import type { FeedOrder } from '#domain/answers/odata.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { hashToken } from '../../http/session.ts'
import { findHolder } from '../../http/survey-token.ts'
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
  const rows = await rowsOf<Pick<FeedReader, 'makerId' | 'isFirstToday'>>(db)`
    select created_by as "makerId", coalesce(last_used_at < date_trunc('day', now(), 'UTC'), true) as "isFirstToday"
    from survey_token where token_hash = ${hash}`
  const holder = await findHolder(db, ['READ'], hash)
  const [use] = rows
  return holder && use && { ...use, tokenId: holder.id, surveyId: holder.surveyId, personal: holder.personal }
}

/** Where the values of a field are: in a column of `form`, or under keys of the answers of `doc`. */
export type FieldPlace = { kind: FeedField['kind']; keys: readonly string[] }

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  _id: sql`form.id`,
  _version: sql`form.survey_version`,
  _status: sql`form.status`,
  _source: sql`form.source`,
  submittedAt: sql`form.submitted_at`,
  _receivedAt: sql`form.received_at`,
}

const types = { number: sql`float8`, moment: sql`timestamptz`, text: sql`text` }

/** Drafts and responses of pilots are not in it. */
export function feedCondition(
  surveyId: number,
  filter: FeedFilter | undefined,
  placeOf: (field: string) => FieldPlace,
): RawBuilder<unknown> {
  const base = sql`form.survey_id = ${surveyId} and form.status <> 'DRAFT' and not form.is_pilot`
  return filter ? sql`${base} and ${conditionOf(filter, placeOf)}` : base
}

/** True or false, never unknown, so that `not` turns it round. */
function conditionOf(filter: FeedFilter, placeOf: (field: string) => FieldPlace): RawBuilder<unknown> {
  switch (filter.is) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, placeOf))
      return sql`(${sql.join(parts, filter.is === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`not ${conditionOf(filter.part, placeOf)}`
    case 'among': {
      const { field, values } = filter
      const equals = values.map((value) => ({ is: 'compared', field, operator: 'eq', value }) as const)
      return conditionOf({ is: 'or', parts: equals }, placeOf)
    }
    case 'compared': {
      const place = placeOf(filter.field)
      const value = valueIn(filter.field, place)
      if (filter.value === null) return filter.operator === 'eq' ? sql`(${value} is null)` : sql`(${value} is not null)`
      const compared = sql`${value} ${sql.raw(comparisons[filter.operator])} ${filter.value}::${typeIn(filter.field, place)}`
      // Columns are never blank, and an index is found only where nothing is around the comparison.
      return place.keys.length === 0 ? sql`(${compared})` : sql`coalesce(${compared}, ${filter.operator === 'ne'})`
    }
    case 'tested': {
      const value = valueIn(filter.field, placeOf(filter.field))
      const tests = {
        contains: sql`strpos(${value}, ${filter.text}) > 0`,
        startswith: sql`starts_with(${value}, ${filter.text})`,
        endswith: sql`right(${value}, length(${filter.text})) = ${filter.text}`,
      }
      return sql`coalesce(${tests[filter.test]}, false)`
    }
  }
}

/** As the feed shows it: several options are one text. Texts are ordered by their signs, in any database. */
function valueIn(field: string, { kind, keys }: FieldPlace): RawBuilder<unknown> {
  const column = columns[field]
  if (column && keys.length === 0) return column
  const json = sql`coalesce(${sql.join(keys.map((key) => sql`doc.answers -> ${key}::text`))})`
  if (kind === 'number') return sql`case jsonb_typeof(${json}) when 'number' then (${json} #>> '{}')::float8 end`
  return sql`(case jsonb_typeof(${json}) when 'array' then (
      select string_agg(each.word, ';' order by each.place) from jsonb_array_elements_text(${json}) with ordinality each(word, place))
    else ${json} #>> '{}' end collate "C")`
}

function typeIn(field: string, { kind }: FieldPlace): RawBuilder<unknown> {
  return field === '_id' || field === '_version' ? sql`numeric` : types[kind]
}

export interface FeedPage {
  surveyId: number
  order: readonly FeedOrder[]
  placeOf: (field: string) => FieldPlace
  /** The id of the last row of the page before; 0 at the beginning. */
  after: number
  skip: number
  limit: number
}

export async function feedRows(
  db: Db,
  where: RawBuilder<unknown>,
  { surveyId, order, placeOf, after, skip, limit }: FeedPage,
): Promise<AnsweredRow[]> {
  const terms = order.map(({ field, descends }) => {
    const place = placeOf(field)
    return { value: valueIn(field, place), type: typeIn(field, place), descends }
  })
  const beyond =
    terms.length === 0 || after === 0 ? sql`form.id > ${after}` : await afterRow(db, terms, { surveyId, id: after })
  const by = terms.map(({ value, descends }) => sql`${value} ${sql.raw(descends ? 'desc nulls last' : 'nulls first')}`)
  const rows = await rowsOf<AnsweredRow>(db)`
    select ${answered.columns} from form ${answered.joins} where ${where} and ${beyond}
    order by ${sql.join([...by, sql`form.id`])} limit ${limit} offset ${skip}`
  return rows
}

interface OrderTerm {
  value: RawBuilder<unknown>
  type: RawBuilder<unknown>
  descends: boolean
}

/** What comes after a row in an order, which rows that came in between do not move. */
async function afterRow(
  db: Db,
  terms: readonly OrderTerm[],
  { surveyId, id }: { surveyId: number; id: number },
): Promise<RawBuilder<unknown>> {
  const rows = await rowsOf<{ values: (string | null)[] }>(db)`
    select array[${sql.join(terms.map(({ value }) => sql`${value}::text`))}] as values
    from form ${answered.joins} where form.id = ${id} and form.survey_id = ${surveyId}`
  const last = rows[0]?.values
  if (!last) throw new FeedProblem('The last row of the page before is gone: begin again without $skiptoken')
  let beyond: RawBuilder<unknown> = sql`form.id > ${id}`
  for (const [at, { value, type, descends }] of [...terms.entries()].toReversed()) {
    const bound = sql`${last[at] ?? null}::${type}`
    const past = descends
      ? sql`coalesce(${value} < ${bound}, ${value} is null and ${bound} is not null)`
      : sql`coalesce(${value} > ${bound}, ${value} is not null)`
    beyond = sql`(${past} or (${value} is not distinct from ${bound} and ${beyond}))`
  }
  return beyond
}

export async function countFeed(db: Db, where: RawBuilder<unknown>, readsAnswers: boolean): Promise<number> {
  const doc = readsAnswers ? sql`join form_doc doc using (survey_id, id)` : sql``
  return (await rowOf<{ n: number }>(db)`select count(*) as n from form ${doc} where ${where}`).n
}
