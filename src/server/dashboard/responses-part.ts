/**
 * Responses on the dashboard, those of pilots apart: sums of the kept counts, and the latest rows by their index. No list is
 * scanned.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import type { ResponseStatus } from '#domain/answers/response.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { allOf } from '../db/table-store.ts'
import { inScope, type SurveyScope } from '../scope.ts'
import { cellsOf } from './cells.ts'
import type { Span } from './span.ts'

type ResponsesPart = NonNullable<Dashboard['responses']>

const surveysShown = 6
const latestShown = 6
const looked = 300

export async function responsesPart(db: Db, scope: SurveyScope, span: Span): Promise<ResponsesPart> {
  const recent = await recentForms(db, scope, span)
  return {
    ...(await countsOf(db, scope, span)),
    ...(await daysAndSurveys(db, scope, span)),
    latest: recent.slice(0, latestShown).map(({ participantId, name, ...row }) => ({
      ...row,
      participant: participantId === null ? null : { id: participantId, name: name ?? '' },
    })),
    looked: recent.length,
    places: cellsOf(recent),
    flags: await openFlags(db, scope),
  }
}

/** From the kept counts of open flags. */
async function openFlags(db: Db, scope: SurveyScope): Promise<ResponsesPart['flags']> {
  const rows = await rowsOf<{ flag: string; n: number }>(db)`
    select flag, sum(n)::bigint as n from survey_flag_counter
    where ${allOf([sql`not is_pilot`, inScope(scope, sql`survey_id`)])} group by 1 having sum(n) > 0 order by 2 desc, 1`
  return rows
}

async function countsOf(db: Db, scope: SurveyScope, { from, to, today }: Span) {
  const where = allOf([sql`not is_pilot`, inScope(scope, sql`survey_id`)])
  const rows = await rowsOf<{ status: ResponseStatus; n: number; today: number; before: number }>(db)`
    select status, sum(n)::bigint as n, coalesce(sum(n) filter (where day = ${today}::date), 0)::bigint as today,
      coalesce(sum(n) filter (where day >= ${from}::date - (${to}::date - ${from}::date + 1) and day < ${from}::date), 0)::bigint as before
    from survey_counter where ${where} group by 1`
  const add = (some: typeof rows, key: 'n' | 'today' | 'before') => some.reduce((sum, row) => sum + row[key], 0)
  const of = (wanted: ResponseStatus) => rows.find(({ status }) => status === wanted)?.n ?? 0
  const waiting = { RECEIVED: of('RECEIVED'), EDITED: of('EDITED'), IN_REVIEW: of('IN_REVIEW') }
  return { total: add(rows, 'n'), today: add(rows, 'today'), before: add(rows, 'before'), waiting }
}

async function daysAndSurveys(db: Db, scope: SurveyScope, { from, to }: Span) {
  const where = allOf([sql`not is_pilot and day between ${from}::date and ${to}::date`, inScope(scope, sql`survey_id`)])
  const rows = await rowsOf<{ day: string | null; surveyId: number | null; title: string | null; n: number }>(db)`
    with counted as materialized (
      select survey_id, day, sum(n)::bigint as n from survey_counter where ${where} group by 1, 2 having sum(n) > 0
    ), largest as (
      select survey_id, sum(n)::bigint as n from counted group by 1 order by 2 desc, 1 limit ${surveysShown}
    )
    select to_char(shown.day, 'YYYY-MM-DD') as day, null::bigint as "surveyId", null as title,
      coalesce(sum(counted.n), 0)::bigint as n
    from generate_series(${from}::date, ${to}::date, interval '1 day') shown(day)
      left join counted on counted.day = shown.day::date group by 1
    union all
    select null, survey.id, survey.title, largest.n from largest join survey on survey.id = largest.survey_id
    order by day, n desc`
  return {
    days: rows.flatMap(({ day, n }) => (day === null ? [] : [{ day, n }])),
    bySurvey: rows.flatMap(({ surveyId, title, n }) =>
      surveyId === null ? [] : [{ surveyId, title: title ?? '', n }],
    ),
  }
}

interface RecentForm {
  id: number
  surveyTitle: string
  participantId: number | null
  name: string | null
  status: ResponseStatus
  submittedAt: string
  latitude: number | null
  longitude: number | null
}

/** The keys come from an index: that of all responses, or that of each survey the caller sees. */
async function recentForms(db: Db, scope: SurveyScope, { from, to }: Span): Promise<RecentForm[]> {
  const within = (survey: RawBuilder<unknown>) => sql`
    select survey_id, id, submitted_at from form
    where ${survey} and status <> 'DRAFT' and not is_pilot and submitted_at >= ${from}::date and submitted_at < ${to}::date + 1
    order by submitted_at desc, id desc limit ${looked}`
  const keys =
    scope === 'ALL'
      ? within(sql`true`)
      : sql`select form.* from unnest(${scope}::bigint[]) seen(survey_id)
          cross join lateral (${within(sql`survey_id = seen.survey_id`)}) form
          order by submitted_at desc, id desc limit ${looked}`
  const rows = await rowsOf<RecentForm>(db)`
    select form.id, survey.title as "surveyTitle", person.id as "participantId", person.name, form.status,
      form.submitted_at as "submittedAt", form.latitude, form.longitude
    from (${keys}) key join form on form.survey_id = key.survey_id and form.id = key.id
      join survey on survey.id = form.survey_id left join person on person.id = form.participant_id
    order by form.submitted_at desc, form.id desc`
  return rows
}
