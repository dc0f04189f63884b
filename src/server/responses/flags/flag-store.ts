/** The flags of one response as reviewers see and dismiss them, and the kept counts of a survey. */
import { sql } from 'kysely'
import type { RaisedFlag } from '#contract/responses.ts'
import { type FlagFacts, type QualityFlag, qualityFlags } from '#domain/answers/quality-flags.ts'
import { runNamed } from '../../db/named.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

interface OfForm {
  surveyId: number
  id: number
}

/** Open and dismissed ones in the order of the rules. An open flag of the place has no facts beside the response's own. */
export async function listFlags(
  db: Db,
  { surveyId, id, flags }: OfForm & { flags: readonly string[] },
  hiddenQuestions: ReadonlySet<number>,
): Promise<RaisedFlag[]> {
  const raised = sql<RaisedFlag & { facts: FlagFacts }>`
    select flag, facts, dismissed_at as "dismissedAt", person.name as "dismissedBy", note
    from form_flag left join person on person.id = form_flag.dismissed_by
    where survey_id = ${surveyId} and form_flag.id = ${id}`
  const rows = await runNamed(db, raised)
  const known = new Map(rows.map((row) => [row.flag, row]))
  return qualityFlags.flatMap((flag) => {
    const row = known.get(flag)
    if (!row && !flags.includes(flag)) return []
    const { facts = {}, ...rest } = row ?? { flag, dismissedAt: null, dismissedBy: null, note: null }
    const outliers = facts.outliers?.filter(({ question }) => !hiddenQuestions.has(question))
    return [{ ...rest, facts: { ...facts, ...(outliers ? { outliers } : {}) } }]
  })
}

export interface Dismissal {
  note: string
  by: number
}

/** With the form locked. False when it is as wanted already; undefined when the flag was not raised. */
export async function moveFlag(
  db: Db,
  { surveyId, id }: OfForm,
  flag: QualityFlag,
  dismissal: Dismissal | undefined,
): Promise<boolean | undefined> {
  const { rows } = await (dismissal
    ? dismiss(db, { surveyId, id }, flag, dismissal)
    : restore(db, { surveyId, id }, flag))
  if (rows.length > 0) return true
  const { rows: raised } = await sql`
    select from form where survey_id = ${surveyId} and id = ${id} and ${flag} = any(flags)
    union all select from form_flag where survey_id = ${surveyId} and id = ${id} and flag = ${flag}`.execute(db)
  return raised.length > 0 ? false : undefined
}

function dismiss(db: Db, { surveyId, id }: OfForm, flag: QualityFlag, { note, by }: Dismissal) {
  return sql`
    with moved as (
      update form set flags = array_remove(flags, ${flag}), updated_at = now()
      where survey_id = ${surveyId} and id = ${id} and ${flag} = any(flags) returning survey_id, id
    )
    insert into form_flag (survey_id, id, flag, dismissed_at, dismissed_by, note)
    select survey_id, id, ${flag}, now(), ${by}, ${note} from moved
    on conflict (survey_id, id, flag) do update
      set dismissed_at = excluded.dismissed_at, dismissed_by = excluded.dismissed_by, note = excluded.note
    returning id`.execute(db)
}

function restore(db: Db, { surveyId, id }: OfForm, flag: QualityFlag) {
  return sql`
    with opened as (
      update form_flag set dismissed_at = null, dismissed_by = null, note = null
      where survey_id = ${surveyId} and id = ${id} and flag = ${flag} and dismissed_at is not null returning survey_id, id
    )
    update form set flags = form.flags || ${flag}::text, updated_at = now() from opened
    where form.survey_id = opened.survey_id and form.id = opened.id returning form.id`.execute(db)
}

/** Of responses that are of no pilot. */
export async function countFlags(db: Db, surveyId: number): Promise<{ flag: string; count: number }[]> {
  const rows = await rowsOf<{ flag: string; count: number }>(db)`
    select flag, sum(n)::bigint as count from survey_flag_counter where survey_id = ${surveyId} and not is_pilot
    group by flag having sum(n) > 0 order by 2 desc, 1`
  return rows
}
