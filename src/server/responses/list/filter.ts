/** The one meaning of the list's filter, for the list, its counts and the bulk review. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import { blank, filled, readWord } from '#contract/filters.ts'
import { responseList } from '#contract/responses.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { snake } from '../../db/names.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope, type Onlooker, scopeAsked, type SurveyScope } from '../../scope.ts'
import { searchedDigits } from '#domain/people/phone.ts'
import { problem } from '#domain/problems.ts'
import { AppError } from '../../errors.ts'
import { answerConditions } from './answer-conditions.ts'
import { collectedBy, collectorName } from './collectors.ts'
import { type PersonalSight, personalSight, type PhoneSight, responsesOf } from './row.ts'

type Query = z.output<typeof responseList.query>

/** The words of the list's query that narrow it. */
export type ResponseWords = Omit<Query, 'page' | 'pageSize' | 'size' | 'sort'>

/** The word of the filter for responses of no pilot. */
export const noPilots = 'false'

export interface ResponseFilter {
  /** The surveys that the user means, among those that they see. */
  scope: SurveyScope
  words: ResponseWords
  /** HIDDEN unless said. */
  personal?: PersonalSight
  /** The only responses that may match, where these are few (forms-found.ts). */
  few?: readonly number[]
  /** The kept counts of what its answers ask for, where there are such (answer-counts.ts). */
  counted?: RawBuilder<unknown>
}

/** Responses of a pilot are apart from the others: only a filter that names them finds them. */
export function apartFromPilots(words: ResponseWords): ResponseWords {
  return { ...words, isPilot: words.isPilot ?? noPilots }
}

/** The filter of a caller, within the rights of the caller. */
export async function filterAsked(db: Db, onlooker: Onlooker, words: ResponseWords): Promise<ResponseFilter> {
  const asked = await atPlaces(db, await scopeAsked(db, onlooker, apartFromPilots(words)))
  return { ...asked, personal: personalSight(onlooker) }
}

/** A survey has a site, and the site a unit. The query looks among the few surveys, not among the responses. */
async function atPlaces(db: Db, asked: ResponseFilter): Promise<ResponseFilter> {
  const { siteId: _siteId, administrativeUnitId: _unitId, ...words } = asked.words
  const places = placeConditions(asked.words)
  if (places.length === 0) return asked
  const where = allOf([...places, inScope(asked.scope, sql`survey.id`)])
  const rows = await rowsOf<{ id: number }>(db)`
    select survey.id from survey left join site on site.id = survey.site_id where ${where}`
  return { scope: rows.map(({ id }) => id), words }
}

/** The one survey of the filter; VALIDATION_FAILED, at the word that needs it, where there is none or there are more. */
export function surveyAsked({ scope }: ResponseFilter, path: string): number {
  const [surveyId, ...others] = scope === 'ALL' ? [] : scope
  if (surveyId === undefined || others.length > 0)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'REQUIRED'), problem(path, 'NOT_ALLOWED')] })
  return surveyId
}

const { siteId, administrativeUnitId, flags, collector, ...ofForm } = responseList.filters
const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }
const columns = Object.fromEntries(Object.keys(ofForm).map((key) => [key, sql.ref(`form.${snake(key)}`)]))

/** On `form`. */
export function formFilter(
  { scope, words, personal = 'HIDDEN' }: ResponseFilter,
  sight: PhoneSight,
): RawBuilder<unknown> {
  const conditions = [
    responsesOf(scope),
    ...filterConditions({ filters: ofForm, derived: columns, searched: [], aliases }, words),
    ...atSite(words),
    ...ofCollector(words),
    flagged(words.flags),
    ...filterConditions({ filters: fromTo, derived: fromToColumns, searched: [], aliases }, fromToWords(words)),
    searchFilter(words.q, sight),
    ...answerConditions(readAnswersAsked(words.answers), { scope, personal }),
  ]
  return allOf(conditions) ?? sql`true`
}

/** What is asked of the response itself, on `form`: of its columns, without a look at other tables. */
export function ownConditions(words: ResponseWords): RawBuilder<unknown>[] {
  const { surveyId: _surveyId, ...filters } = ofForm
  return [
    ...filterConditions({ filters, derived: columns, searched: [], aliases }, words),
    ...filterConditions({ filters: fromTo, derived: fromToColumns, searched: [], aliases }, fromToWords(words)),
  ]
}

const fromTo = { days: { kind: 'day' } } as const
const fromToColumns = { days: sql`form.submitted_at` }

function fromToWords({ from, to }: ResponseWords): { days?: string } {
  return from === undefined && to === undefined ? {} : { days: `${from ?? ''}..${to ?? ''}` }
}

function placeConditions(words: ResponseWords): RawBuilder<unknown>[] {
  const filters = { siteId, administrativeUnitId }
  const derived = { siteId: sql`site.id`, administrativeUnitId: sql`site.administrative_unit_id` }
  return filterConditions({ filters, derived, searched: [], aliases }, words)
}

/** For filters that were not asked by `filterAsked`. */
function atSite(words: ResponseWords): RawBuilder<unknown>[] {
  return placeConditions(words).map(
    (condition) => sql`form.survey_id in (
      select survey.id from survey left join site on site.id = survey.site_id where ${condition})`,
  )
}

/** Names are looked up first: collectors are few, and responses are found by their number. */
function ofCollector(words: ResponseWords): RawBuilder<unknown>[] {
  if (words.collector === blank) return [sql`form.collector_id is null`]
  if (words.collector === filled) return [sql`form.collector_id is not null`]
  const derived = { collector: collectorName }
  return filterConditions({ filters: { collector }, derived, searched: [], aliases }, words).map(collectedBy)
}

/** With any of these flags. That the list is not empty is said too, as the index knows no others. */
function flagged(word: string | undefined): RawBuilder<unknown> | undefined {
  if (word === undefined) return undefined
  const asked = readWord(flags, word)
  if (asked.for === 'blank') return sql`form.flags = '{}'`
  if (asked.for !== 'among') return sql`form.flags <> '{}'`
  return sql`(form.flags <> '{}' and form.flags && ${asked.values}::text[])`
}

/** Where the kept counts are that `keptFilter` reads: without a day there are fewer of them to add up. */
export function keptCounts({ words: { submittedAt, from, to }, ...filter }: ResponseFilter): RawBuilder<unknown> {
  if (filter.counted) return dailyCounts(filter)
  return [submittedAt, from, to].every((day) => day === undefined) ? sql`survey_total` : sql`survey_counter`
}

/** The same with a day in each. */
export function dailyCounts({ counted }: Pick<ResponseFilter, 'counted'>): RawBuilder<unknown> {
  return counted ? sql`(${counted}) kept` : sql`survey_counter`
}

/** What the kept counts know, on `keptCounts`; undefined where the words ask for something else. */
export function keptFilter({ scope, words, counted }: ResponseFilter): RawBuilder<unknown>[] | undefined {
  const {
    status: _status,
    surveyId: _surveyId,
    surveyVersion,
    isPilot,
    submittedAt,
    from,
    to,
    q,
    answers,
    ...others
  } = words
  if (counted ? surveyVersion !== undefined : answers !== undefined) return undefined
  if (q?.trim() || Object.values(others).some((word) => word !== undefined)) return undefined
  const { surveyId } = ofForm
  const filters = { surveyId, surveyVersion: ofForm.surveyVersion, isPilot: ofForm.isPilot }
  const asked = { surveyId: words.surveyId, surveyVersion, isPilot }
  const seen = inScope(scope, sql`survey_id`)
  return [
    ...(seen ? [seen] : []),
    ...filterConditions({ filters, derived: {}, searched: [], aliases }, asked),
    ...[submittedAt, fromToWords({ from, to }).days].flatMap((word) => (word === undefined ? [] : daysOf(word))),
  ]
}

function daysOf(word: string): RawBuilder<unknown>[] {
  const asked = readWord(responseList.filters.submittedAt, word)
  if (asked.for === 'blank') return [sql`false`]
  if (asked.for !== 'between') return []
  const { from, to } = asked
  return [...(from ? [sql`day >= ${from}::date`] : []), ...(to ? [sql`day <= ${to}::date`] : [])]
}

function searchFilter(q: string | undefined, sight: PhoneSight): RawBuilder<unknown> | undefined {
  const text = q?.trim()
  if (!text) return undefined
  const keyPattern = `${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(form.client_uuid like ${keyPattern} or form.participant_id = any(array(
    select id from person where admin_type = 'PARTICIPANT' and (${nameFilter(text)} or ${phoneFilter(text, sight)}))))`
}

function nameFilter(text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/)
  return sql`(${sql.join(
    words.map((word) => sql`fold(name) like anywhere(${word})`),
    sql` and `,
  )})`
}

/** A caller who sees phone numbers in full finds them by a part; others must know the whole number. */
function phoneFilter(text: string, sight: PhoneSight): RawBuilder<unknown> {
  const digits = searchedDigits(text)
  if (digits.length < 3) return sql`false`
  return sight === 'FULL' ? sql`phone like ${`%${digits}%`}` : sql`phone = ${`+${digits}`}`
}
