/** Options by the ten thousand: each step is one statement. */
import { type RawBuilder, sql } from 'kysely'
import { parentCodes } from '#domain/answers/choice-filter.ts'
import { placesOf } from '#domain/answers/skip-rules.ts'
import type { Localized } from '#domain/surveys/survey.ts'
import type { AuditEntry } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { loadContent } from './content-store.ts'

/** A row of the file. Undefined: the file does not say. */
export interface GivenOption {
  row: number
  code: string
  /** All texts that the option has from now on. */
  text: Localized
  parentCode?: string | null | undefined
  /** Whether the file has parents at all. */
  hasParent: boolean
  position?: number | undefined
  isOther?: boolean | undefined
  exclusive?: boolean | undefined
}

export interface KnownOption {
  code: string
  text: Localized
}

export async function knownOptions(db: Db, questionId: number): Promise<Map<string, KnownOption>> {
  const rows = await rowsOf<KnownOption>(db)`select code, text from answer where question_id = ${questionId}`
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]))
}

/** The codes of the parent options that the question's options may name. */
export async function codesForParents(db: Db, { surveyId, id }: QuestionRef): Promise<ReadonlySet<string>> {
  const places = placesOf(await loadContent(db, surveyId))
  return parentCodes(places, places.ofQuestion.get(id) ?? 0)
}

export interface QuestionRef {
  id: number
  surveyId: number
}

/** Changes the known options and adds the others in their order; each change is an entry of the trail. */
export async function takeOptions(
  db: Db,
  question: QuestionRef,
  options: readonly GivenOption[],
): Promise<{ created: OptionEntry[]; updated: OptionEntry[] }> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as g (row int, code text, text jsonb,
    "parentCode" text, "hasParent" boolean, position int, "isOther" boolean, exclusive boolean)`
  const updated = await sql<OptionEntry>`
    with other as (
      select a.id, ${shown('a')} as before, g.text, g.position, coalesce(g."isOther", a.is_other) as is_other,
        coalesce(g.exclusive, a.exclusive) as exclusive,
        case when g."hasParent" then g."parentCode" else a.parent_code end as parent_code
      from ${given} join answer a on a.question_id = ${question.id} and lower(a.code) = lower(g.code)
    )
    update answer a
    set text = other.text, position = coalesce(other.position, a.position), is_other = other.is_other,
      exclusive = other.exclusive, parent_code = other.parent_code, version = a.version + 1, updated_at = now()
    from other where a.id = other.id
      and (a.text::jsonb, a.position, a.is_other, a.exclusive, a.parent_code) is distinct from
        (other.text, coalesce(other.position, a.position), other.is_other, other.exclusive, other.parent_code)
    returning 'answers.update' as action, 'answer' as "subjectType", a.id as "subjectId", other.before,
      ${shown('a')} as after`.execute(db)
  const created = await sql<OptionEntry>`
    with last as (select coalesce(max(position), 0) as position from answer where question_id = ${question.id}
    ), fresh as (
      select g.*, row_number() over (order by g.row) as at from ${given}
      where not exists (select from answer a where a.question_id = ${question.id} and lower(a.code) = lower(g.code))
    )
    insert into answer as a (survey_id, question_id, code, text, is_other, exclusive, parent_code, position)
    select ${question.surveyId}::bigint, ${question.id}::bigint, code, text, coalesce("isOther", false),
      coalesce(exclusive, false), "parentCode", coalesce(fresh.position, last.position + at) from fresh, last order by at
    returning 'answers.create' as action, 'answer' as "subjectType", a.id as "subjectId", ${shown('a')} as after`.execute(
    db,
  )
  return { created: created.rows, updated: updated.rows }
}

interface OptionEntry extends AuditEntry {
  subjectId: number
}

/** An option as the trail keeps it. */
function shown(row: string): RawBuilder<unknown> {
  const at = (column: string) => sql.ref(`${row}.${column}`)
  return sql`jsonb_build_object('code', ${at('code')}, 'text', ${at('text')}, 'position', ${at('position')},
    'isOther', ${at('is_other')}, 'exclusive', ${at('exclusive')}, 'parentCode', ${at('parent_code')})`
}
