/**
 * Which surveys a person sees, and what they may do with them (product.md §2): the one place that reads it from the
 * database. Lists, details, searches, counts and bulk calls of everything that belongs to surveys ask here, at every call.
 */
import { type RawBuilder, sql } from 'kysely'
import { readWord } from '#contract/filters.ts'
import { ofSurveys as surveyFilter, type SurveyRef } from '#contract/survey-ref.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { actRefusal, type HeldTie, type SurveyAct, type SurveyTie, tiesCovering } from '#domain/people/survey-access.ts'
import { isOneOf, runNamed } from './db/named.ts'
import { type Db, rowsOf } from './db/pool.ts'
import { AppError, refuse } from './errors.ts'

/** The caller. */
export interface Onlooker {
  id: number
  permissions: ReadonlySet<string>
  /** Set for a program of the staff whose token names its surveys: it sees no other one. */
  surveyIds?: readonly number[]
  /** Set for a program with a token: the one survey that it works on. */
  program?: { surveyId: number }
}

/** The surveys that a person sees, by number. */
export type SurveyScope = 'ALL' | readonly number[]

function seesAll({ permissions }: Pick<Onlooker, 'permissions'>): boolean {
  return permissions.has('surveys.all')
}

/** The ties of the caller: to the surveys of their token, as its permissions allow there, else those of the person. */
function tiesHeld({ id, surveyIds }: Onlooker): RawBuilder<unknown> {
  if (!surveyIds) return tiesOf(id)
  return sql`select id as survey_id, 'ALL' as tie, null::timestamptz as until from survey where id = any(${surveyIds}::bigint[])`
}

/** Of a person, `survey_id, tie, until`: each part from an index of its own. A grant that has expired is none. */
function tiesOf(id: RawBuilder<unknown> | number): RawBuilder<unknown> {
  const live = sql`(g.expires_at is null or g.expires_at > now())`
  return sql`
    select id as survey_id, 'PUBLIC' as tie, null::timestamptz as until from survey where accessibility = 'PUBLIC'
    union all select id, 'OWNER', null from survey where owner_id = ${id}
    union all select g.survey_id, g.access_right, g.expires_at from access_grant g where g.person_id = ${id} and ${live}
    union all select g.survey_id, g.access_right, g.expires_at from access_grant g
      where g.role_id = (select role_id from person where id = ${id}) and ${live}`
}

/** Costs nothing for holders of `surveys.all`. `act`: only those surveys with which they may do it. */
export async function scopeOf(db: Db, onlooker: Onlooker, act: SurveyAct = 'see'): Promise<SurveyScope> {
  if (seesAll(onlooker)) return 'ALL'
  const rows = await rowsOf<{ ids: number[] }>(db)`
    select array(select distinct survey_id from (${tiesHeld(onlooker)}) ties where tie = any(${tiesCovering(act)})) as ids`
  return (rows[0]?.ids ?? []).map(Number)
}

/** The surveys that the list's query names, within the caller's sight; NOT_FOUND for a survey out of it. */
export async function scopeAsked<Words extends { surveyId?: string | undefined }>(
  db: Db,
  onlooker: Onlooker,
  words: Words,
  act: SurveyAct = 'see',
): Promise<{ scope: SurveyScope; words: Words }> {
  const { surveyId } = words
  const asked = surveyId === undefined ? undefined : readWord(surveyFilter, surveyId)
  const [ref, ...further] = asked?.for === 'among' ? asked.values : []
  if (ref === undefined || further.length > 0) return { scope: await scopeOf(db, onlooker, act), words }
  const survey = /^\d/.test(ref) ? Number(ref) : ref
  return { scope: [await openSurvey(db, onlooker, act, survey)], words: { ...words, surveyId: undefined } }
}

/**
 * Whether a person still sees every survey that they saw then. A file made of those surveys is theirs as long as none
 * of them was taken away. A deleted survey is not missed.
 */
export async function stillSees(db: Db, onlooker: Onlooker, then: SurveyScope): Promise<boolean> {
  if (seesAll(onlooker)) return true
  const now = await scopeOf(db, onlooker)
  if (then === 'ALL' || now === 'ALL') return now === 'ALL'
  const seen = new Set(now)
  const lost = then.filter((id) => !seen.has(id))
  if (lost.length === 0) return true
  const { rows } = await sql`select from survey where id = any(${lost}) limit 1`.execute(db)
  return rows.length === 0
}

/** The condition that a row's survey is in scope; undefined when all are. One survey is compared alone, for the index. */
export function inScope(scope: SurveyScope, surveyId: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  if (scope === 'ALL') return undefined
  return isOneOf(surveyId, scope)
}

/** The condition that keeps a list of sections, questions or answers to the person's surveys; undefined when all are. */
export async function partsSeen(db: Db, onlooker: Onlooker): Promise<RawBuilder<unknown> | undefined> {
  return inScope(await scopeOf(db, onlooker), sql`survey_id`)
}

/** The ties of a person to each of the surveys; surveys without a tie, or that do not exist, are left out. */
async function tiesTo(db: Db, onlooker: Onlooker, ids: readonly number[]): Promise<Map<number, HeldTie[]>> {
  const ties = seesAll(onlooker)
    ? sql`select id as survey_id, 'ALL' as tie, null::timestamptz as until from survey`
    : tiesHeld(onlooker)
  const rows = await rowsOf<{ surveyId: number; tie: SurveyTie; until: string | null }>(db)`
    select survey_id as "surveyId", tie, until from (${ties}) ties where survey_id = any(${ids})`
  const held = Map.groupBy(rows, ({ surveyId }) => surveyId)
  return new Map(
    [...held].map(([id, list]) => [
      id,
      list.map(({ tie, until }) => ({ tie, until: until === null ? undefined : new Date(until) })),
    ]),
  )
}

/** The ties of a person to one survey. */
export async function heldTies(db: Db, onlooker: Onlooker, surveyId: number): Promise<HeldTie[]> {
  return (await tiesTo(db, onlooker, [surveyId])).get(surveyId) ?? []
}

/** Why a person may not do this, for each of the surveys where they may not: NOT_FOUND where they do not see it. */
export async function actRefusals(
  db: Db,
  onlooker: Onlooker,
  act: SurveyAct,
  ids: Iterable<number>,
): Promise<Map<number, ErrorCode>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const ties = await tiesTo(db, onlooker, asked)
  const refusals = asked.map(
    (id) =>
      [
        id,
        actRefusal(
          (ties.get(id) ?? []).map(({ tie }) => tie),
          act,
        ),
      ] as const,
  )
  return new Map(refusals.flatMap(([id, code]) => (code ? [[id, code]] : [])))
}

/** Throws NOT_FOUND when the person does not see the survey, GRANT_TOO_NARROW when they see it but may not do this. */
export async function requireAct(db: Db, onlooker: Onlooker, act: SurveyAct, surveyId: number): Promise<void> {
  refuse((await actRefusals(db, onlooker, act, [surveyId])).get(surveyId))
}

/** The number of a survey that a person sees, by its number or its encodedId; undefined when it is missing to them. */
export async function findSurvey(db: Db, onlooker: Onlooker, ref: SurveyRef): Promise<number | undefined> {
  const named = await findTied(db, onlooker, ref)
  return named && !actRefusal(named.ties, 'see') ? named.id : undefined
}

/** The number of the survey with which a person may do this. Throws NOT_FOUND or GRANT_TOO_NARROW. */
export async function openSurvey(db: Db, onlooker: Onlooker, act: SurveyAct, ref: SurveyRef): Promise<number> {
  const named = await findTied(db, onlooker, ref)
  const { program } = onlooker
  if (!named || (program && program.surveyId !== named.id)) throw new AppError('NOT_FOUND')
  if (!program) refuse(actRefusal(named.ties, act))
  return named.id
}

/** The same for many people who name the survey alike. Throws when one of them may not. */
export async function openSurveyForAll(
  db: Db,
  onlookers: readonly Onlooker[],
  act: SurveyAct,
  ref: SurveyRef,
): Promise<number> {
  const alike = new Map(onlookers.map((onlooker) => [kindOf(onlooker), onlooker]))
  const people = [...alike.values()]
    .filter((onlooker) => kindOf(onlooker) === `person ${onlooker.id}`)
    .map(({ id }) => id)
  let opened: number | undefined
  if (people.length > 1) {
    const ties = sql`array(select tie from (${tiesOf(sql`person.id`)}) ties where ties.survey_id = survey.id)`
    const held = sql<Tied>`
      select survey.id, ${ties} as ties from survey, unnest(${people}::bigint[]) person(id) where ${isNamed(ref)}`
    for (const tied of await runNamed(db, held)) {
      refuse(actRefusal(tied.ties, act))
      opened = tied.id
    }
    for (const id of people) alike.delete(`person ${id}`)
  }
  for (const onlooker of alike.values()) opened = await openSurvey(db, onlooker, act, ref)
  if (opened === undefined) throw new AppError('NOT_FOUND')
  return opened
}

/** Those of one kind may do the same with each survey. */
function kindOf(onlooker: Onlooker): string {
  if (onlooker.program) return `program ${onlooker.program.surveyId}`
  if (onlooker.surveyIds) return `program of ${onlooker.surveyIds.join()}`
  return seesAll(onlooker) ? 'all' : `person ${onlooker.id}`
}

function isNamed(ref: SurveyRef): RawBuilder<unknown> {
  return typeof ref === 'number' ? sql`survey.id = ${ref}` : sql`survey.encoded_id = ${ref}`
}

interface Tied {
  id: number
  ties: SurveyTie[]
}

/** The survey of this name, with the person's ties to it; undefined when there is none. */
async function findTied(db: Db, onlooker: Onlooker, ref: SurveyRef): Promise<Tied | undefined> {
  const ties = seesAll(onlooker)
    ? sql`array['ALL']`
    : sql`array(select tie from (${tiesHeld(onlooker)}) ties where ties.survey_id = survey.id)`
  const [tied] = await runNamed(db, sql<Tied>`select survey.id, ${ties} as ties from survey where ${isNamed(ref)}`)
  return tied
}

/** Tables whose rows belong to single surveys. */
const ofSurveys: ReadonlySet<string> = new Set([
  'survey',
  'access_grant',
  'geolocation',
  'form',
  'task',
  'payable',
  'step',
  'batch',
])

/** The uses of a record that the caller may know: counts of surveys are for callers who see all surveys. */
export function usesSeen(
  uses: Record<string, number> | undefined,
  onlooker: Pick<Onlooker, 'permissions'>,
): Record<string, number> | undefined {
  if (!uses || seesAll(onlooker)) return uses
  return Object.fromEntries(Object.entries(uses).filter(([table]) => !ofSurveys.has(table)))
}
