/**
 * The entities that responses make and change, as they are now. Nothing of them is stored: a response that is rejected later
 * has made nothing. The rows are of the survey that registers them and of those that have their list.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Answers } from '#domain/answers/answer-values.ts'
import { formName } from '#domain/answers/form-name.ts'
import { type MergedQuestion, mergeVersions } from '#domain/answers/merged-versions.ts'
import { entityCodes, type EntityPart, entityUse, entityYes } from '#domain/surveys/entities.ts'
import { mostListRows } from '#domain/surveys/list-table.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { keepNewest, type MadeRows, readRows, type Row, wordOf } from './list-rows.ts'
import { allVersions } from './version-store.ts'

/** Of the row, as apps look it up. */
const version = '__version'

const sharing = (survey: number) =>
  sql`select ${survey}::bigint union select survey_id from survey_file where source = ${`ENTITIES ${survey}`}`

/** Of drafts, too: what a form is about to save it may look up. */
const properties = (survey: number) => sql`
  select array_agg(save_to order by question.id) from question join section on section.id = section_id and repeat is null
  where question.survey_id in (${sharing(survey)}) and save_to is not null and not personal and code <> ${entityCodes.id}`

/** What differs when the rows do. */
export function entitiesMark(survey: number): RawBuilder<unknown> {
  return sql`
    (select concat(count(*), ' ', max(updated_at)) from form where survey_id in (${sharing(survey)})),
    (select string_agg(concat(id, '.', current_version), ' ' order by id) from survey where id in (${sharing(survey)})),
    (${properties(survey)})::text`
}

interface Said {
  id: string
  isMade: boolean
  isChanged: boolean
  /** Without blanks, which change nothing. */
  values: Record<string, string>
}

/** What one response said. */
interface Response extends Said {
  at: string
  isOffered: boolean
}

/** Of two responses that change one row the later interview counts, whenever it arrives. */
export async function entitiesOf(db: Db, survey: number): Promise<MadeRows> {
  const own = await readerOf(db, survey)
  const surveys = await rowsOf<{
    id: number
  }>(db)`select survey_id as id from (${sharing(survey)}) as shared (survey_id)`
  let said: Response[] = []
  for (const { id } of surveys) {
    const reader = id === survey ? own : await readerOf(db, id)
    if (reader && reader.list === own?.list) said = said.concat(await responsesTo(db, id, reader))
  }
  said.sort((one, other) => (one.at < other.at ? -1 : 1))
  const rows = new Map<string, Row & { [version]: number }>()
  for (const { id, isMade, isOffered, values } of said)
    if (isMade && !rows.get(id)?.isOffered)
      rows.set(id, { label: formName(id), ...values, name: id, isOffered, [version]: 1 })
  for (const { id, isMade, isChanged, isOffered, values } of said) {
    const row = rows.get(id)
    if (row && isChanged && !isMade && isOffered) Object.assign(row, values, { [version]: row[version] + 1 })
  }
  const [saved] = await readRows<{ names: string[] | null }>(db, sql`select (${properties(survey)}) as names`)
  return {
    columns: ['name', 'label', ...new Set(saved?.names), version],
    rows: [...rows.values()]
      .sort((one, other) => Number(other.isOffered) - Number(one.isOffered))
      .slice(0, mostListRows),
  }
}

/** By survey and number of versions. A response that comes or changes is read, not all others again. */
const kept = new Map<string, { said: ReadonlyMap<number, Response>; until: string }>()
const mostKept = 40

async function responsesTo(db: Db, survey: number, { versions, read }: Reader): Promise<Response[]> {
  const key = `${survey} ${versions}`
  const counted = sql`from form where survey_id = ${survey} and status <> 'DRAFT' and not is_pilot`
  const rows = await rowsOf<{ count: number; until: string | null; isClean: boolean }>(db)`
    select count(*)::int as count, max(updated_at)::text as until, pg_current_xact_id_if_assigned() is null as "isClean" ${counted}`
  const { count = 0, until = null, isClean = false } = rows[0] ?? {}
  const before = kept.get(key)
  const said = new Map(before?.said)
  const readFrom = async (since: string | null) => {
    // A transaction that began before may have ended since.
    const found = await rowsOf<{ id: number; at: string; isOffered: boolean; answers: Answers }>(db)`
      select form.id, to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || form.id as at,
        status not in ('REJECTED', 'HAS_ISSUES') as "isOffered", doc.answers
      from (select * ${counted} and (${since}::timestamptz is null or updated_at > ${since}::timestamptz - interval '10 minutes')) form
        join form_doc doc using (survey_id, id)`
    for (const { id, answers, ...response } of found) said.set(id, { ...response, ...read(answers) })
  }
  await readFrom(before?.until ?? null)
  // Some are gone.
  if (before && said.size !== count) {
    said.clear()
    await readFrom(null)
  }
  // What this transaction wrote may yet be undone.
  if (isClean && until !== null && said.size === count)
    keepNewest(kept, { key, value: { said, until }, most: mostKept })
  return [...said.values()].filter(({ id }) => id !== '')
}

interface Reader {
  list: string
  /** How many. */
  versions: number
  read: (answers: Answers) => Said
}

/** Undefined of a survey that makes no entities. */
async function readerOf(db: Db, survey: number): Promise<Reader | undefined> {
  const versions = await allVersions(db, survey)
  const use = entityUse(versions.at(-1)?.content ?? { sections: [] })
  const merged = mergeVersions(versions)
  const part = (name: EntityPart) => merged.find(({ question }) => question.code === entityCodes[name])
  const [id, label, create, update] = (['id', 'label', 'create', 'update'] as const).map(part)
  if (!use || !id) return undefined
  const kept = merged.flatMap((each): [name: string, of: MergedQuestion][] => {
    const name = each === label ? 'label' : each === id ? undefined : each.question.saveTo
    return name && !each.personal ? [[name, each]] : []
  })
  return {
    list: use.list,
    versions: versions.length,
    read(answers: Answers): Said {
      const words = kept.map(([name, each]) => [name, wordOf(each, answers)]).filter(([, word]) => word !== '')
      const values = Object.fromEntries(words) as Said['values']
      return { id: wordOf(id, answers), isMade: says(create, answers), isChanged: says(update, answers), values }
    },
  }
}

function says(question: MergedQuestion | undefined, answers: Answers): boolean {
  return question !== undefined && entityYes.includes(wordOf(question, answers))
}
