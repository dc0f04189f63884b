/**
 * The entities that responses make and change, as they are now. Nothing of them is stored: a response that is rejected later
 * has made nothing. The rows are of the survey that registers them and of those that have their list.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Answers } from '#domain/answers/answer-values.ts'
import { formName } from '#domain/answers/form-name.ts'
import { type MergedQuestion, mergeVersions } from '#domain/answers/merged-versions.ts'
import { entityCodes, type EntityPart, entityUse, entityYes } from '#domain/surveys/entities.ts'
import type { Db } from '../db/pool.ts'
import { type MadeRows, readRows, type Row, wordOf } from './list-rows.ts'
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

/** Of two responses that change one row the later interview counts, whenever it arrives. */
export async function entitiesOf(db: Db, survey: number): Promise<MadeRows> {
  const found = await readRows<{ from: number; answers: Answers; isOffered: boolean }>(
    db,
    sql`select survey_id as from, doc.answers, status not in ('REJECTED', 'HAS_ISSUES') as "isOffered"
      from form join form_doc doc using (survey_id, id)
      where survey_id in (${sharing(survey)}) and status <> 'DRAFT' and not is_pilot order by submitted_at, form.id`,
  )
  const own = await readerOf(db, survey)
  const readers = new Map([[survey, own]])
  for (const id of new Set(found.map(({ from }) => from)))
    if (id !== survey) readers.set(id, await readerOf(db, id, own?.list))
  const said = found.flatMap(({ from, answers, isOffered }) => {
    const each = readers.get(from)?.read(answers)
    return each && each.id !== '' ? { ...each, isOffered } : []
  })
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
    rows: [...rows.values()].sort((one, other) => Number(other.isOffered) - Number(one.isOffered)),
  }
}

/** Undefined of a survey that makes no entities of the list, or none at all. */
async function readerOf(db: Db, survey: number, list?: string) {
  const versions = await allVersions(db, survey)
  const use = entityUse(versions.at(-1)?.content ?? { sections: [] })
  const merged = mergeVersions(versions)
  const part = (name: EntityPart) => merged.find(({ question }) => question.code === entityCodes[name])
  const [id, label, create, update] = (['id', 'label', 'create', 'update'] as const).map(part)
  if (!use || !id || (list !== undefined && use.list !== list)) return undefined
  const kept = merged.flatMap((each): [name: string, of: MergedQuestion][] => {
    const name = each === label ? 'label' : each === id ? undefined : each.question.saveTo
    return name && !each.personal ? [[name, each]] : []
  })
  return {
    list: use.list,
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
