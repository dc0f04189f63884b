/** The one meaning of the list's filter, for the list, its counts and the bulk review. */
import { type RawBuilder, sql } from 'kysely'
import type { SurveyRef } from '#contract/survey-ref.ts'
import type { ResponseStatus } from '#domain/response.ts'
import type { Db } from '../db/pool.ts'
import { allOf } from '../records/table-store.ts'
import { inScope, type Onlooker, openSurvey, scopeOf, type SurveyScope } from '../scope.ts'
import type { PhoneSight } from './row.ts'

export interface ResponseFilter {
  /** Those of the surveys that the asker sees which are meant. */
  scope: SurveyScope
  participantId?: number | undefined
  status?: readonly ResponseStatus[] | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The filter of a call, within what the asker sees; NOT_FOUND when to them there is no such survey. */
export async function resolveFilter(
  db: Db,
  onlooker: Onlooker,
  { surveyId, ...filter }: Omit<ResponseFilter, 'scope'> & { surveyId?: SurveyRef | undefined },
): Promise<ResponseFilter> {
  const { participantId, status, q, from, to } = filter
  const scope = surveyId === undefined ? await scopeOf(db, onlooker) : [await openSurvey(db, onlooker, 'see', surveyId)]
  return { scope, participantId, status, q, from, to }
}

/** On `form`: these, as far as they are in scope. */
export function formsOf(ids: readonly number[], scope: SurveyScope): RawBuilder<unknown> {
  return sql`form.id = any(${ids}) and ${formFilter({ scope }, 'MASKED')}`
}

/** On `form`. Drafts are no responses yet. */
export function formFilter(filter: ResponseFilter, sight: PhoneSight): RawBuilder<unknown> {
  const { scope, participantId, status, q, from, to } = filter
  const conditions = [
    sql`form.status <> 'DRAFT'`,
    inScope(scope, sql`form.survey_id`),
    participantId === undefined ? undefined : sql`form.participant_id = ${participantId}`,
    status && statusFilter(status),
    from === undefined ? undefined : sql`form.submitted_at >= ${from}::date at time zone 'UTC'`,
    to === undefined ? undefined : sql`form.submitted_at < (${to}::date + 1) at time zone 'UTC'`,
    searchFilter(q, sight),
  ]
  return allOf(conditions) ?? sql`true`
}

/** One status is compared alone, so that the index on status and time serves the order too. */
function statusFilter(statuses: readonly ResponseStatus[]): RawBuilder<unknown> {
  const [first, ...rest] = statuses
  return first !== undefined && rest.length === 0 ? sql`form.status = ${first}` : sql`form.status = any(${statuses})`
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
  const digits = /^\+?[\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  if (digits.length < 3) return sql`false`
  return sight === 'FULL' ? sql`phone like ${`%${digits}%`}` : sql`phone = ${`+${digits}`}`
}
