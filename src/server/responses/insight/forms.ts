/** All responses that a filter finds, as columns: those that changed since their file was written come from PostgreSQL. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import type { AnswerAsked } from '#domain/answers/answer-words.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import type { Db } from '../../db/pool.ts'
import { allOf } from '../../db/table-store.ts'
import { ownConditions, type ResponseFilter } from '../list/filter.ts'
import { formsFound, withFewForms } from '../list/forms-found.ts'
import type { PhoneSight } from '../list/row.ts'
import { type AnswerColumn, columnsFrom, columnsOf, type Kept, storedFacts } from './layout.ts'
import { type Engine, withEngine } from './engine.ts'

/** The questions of a survey whose answers the caller may see, and the responses that are meant. */
export interface FormsAsked {
  surveyId: number
  filter: ResponseFilter
  sight: PhoneSight
  questions: readonly MergedQuestion[]
}

/** An item of FROM, named `form`, with a column for each kept answer (`columnsOf`). */
export type Forms = RawBuilder<unknown>

/** Gives what the filter finds to `use`, all of it as it was at one moment. */
export function withForms<T>(
  { db, dataDir }: { db: Db; dataDir: string },
  asked: FormsAsked,
  use: (engine: Engine, forms: Forms) => Promise<T>,
): Promise<T> {
  return withEngine(dataDir, async (engine) => {
    const where = await (db as Kysely<unknown>)
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await loadForms(tx, engine, { surveyId: asked.surveyId, columns: columnsOf(asked.questions), where: sql`true` })
        return conditionOf(tx, engine, asked)
      })
    return use(engine, sql`(select * from fresh form where ${where}) form`)
  })
}

const atOnce = 5000

interface Loading {
  surveyId: number
  columns: readonly AnswerColumn[]
  /** On `form`. */
  where: RawBuilder<unknown>
}

/** Into the table `fresh`. */
async function loadForms(db: Db, engine: Engine, { surveyId, columns, where }: Loading): Promise<void> {
  await engine.run(sql`create temp table fresh as ${columnsFrom(sql`'[]'`, columns)}`)
  for (let last = 0, n = atOnce; n === atOnce;) {
    const { rows } = await sql<{ json: string; last: number; n: number }>`
      select coalesce(json_agg(r), '[]')::text as json, coalesce(max(id), 0) as last, count(*) as n from (
        select ${storedFacts}, doc.answers
        from form join form_doc doc using (survey_id, id)
          left join task on task.survey_id = form.survey_id and task.form_id = form.id
        where form.survey_id = ${surveyId} and form.id > ${last} and form.status <> 'DRAFT' and ${where}
        order by form.id limit ${atOnce}
      ) r`.execute(db)
    const [batch] = rows
    if (!batch) return
    if (batch.n > 0) await engine.run(sql`insert into fresh ${columnsFrom(sql`${batch.json}`, columns)}`)
    ;({ last, n } = batch)
  }
}

/** On `form` of the engine. What columns do not know is asked of PostgreSQL, which says which responses are meant. */
async function conditionOf(db: Db, engine: Engine, asked: FormsAsked): Promise<RawBuilder<unknown>> {
  const { filter, sight, questions } = asked
  if (filter.scope !== 'ALL' && filter.scope.length === 0) return sql`false`
  const { q, collector, flags, siteId, administrativeUnitId, answers, ...own } = filter.words
  const here = Object.entries(readAnswersAsked(answers)).map(([code, how]) => answeredSo(questions, code, how))
  const isKnown = [q?.trim() || undefined, collector, flags, siteId, administrativeUnitId].every(
    (word) => word === undefined,
  )
  if (isKnown && here.every((condition) => condition !== undefined))
    return allOf([...ownConditions(own), ...here]) ?? sql`true`
  const { rows } = await sql<{ ids: string }>`
    select coalesce(json_agg(form.id), '[]')::text as ids from ${formsFound(await withFewForms(db, filter), sight)}`.execute(
    db,
  )
  await engine.run(sql`
    create temp table meant as select unnest(from_json(${rows[0]?.ids ?? '[]'}::json, '["BIGINT"]')) as id`)
  return sql`form.id in (select id from meant)`
}

/** Undefined where the columns do not tell. */
function answeredSo(
  questions: readonly MergedQuestion[],
  code: string,
  how: AnswerAsked,
): RawBuilder<unknown> | undefined {
  const asked = questions.find(({ question }) => question.code === code)
  if (!asked) return undefined
  const columns = columnsOf([asked])
  const answered = sql`(${sql.join(
    columns.map(({ name }) => sql`${sql.ref(name)} is not null`),
    sql` or `,
  )})`
  if (how === 'answered') return answered
  if (how === 'blank') return sql`not ${answered}`
  const such = columns.map(({ name, kept }) => valueSo(sql.ref(name), kept, how))
  return such.every((condition) => condition !== undefined) ? sql`(${sql.join(such, sql` or `)})` : undefined
}

function valueSo(
  value: RawBuilder<unknown>,
  kept: Kept,
  how: Exclude<AnswerAsked, string>,
): RawBuilder<unknown> | undefined {
  if ('in' in how && kept === 'WORD') return sql`${value} = any(${how.in}::text[])`
  if ('in' in how && kept === 'WORDS') return sql`list_has_any(${value}, ${how.in}::text[])`
  if (!('from' in how || 'to' in how) || (kept !== 'NUMBER' && kept !== 'DAY')) return undefined
  const type = kept === 'NUMBER' ? sql`double` : sql`date`
  const { from, to } = how
  if ([from, to].some((end) => end !== undefined && (typeof end === 'number') !== (kept === 'NUMBER'))) return undefined
  return allOf([
    ...(from === undefined ? [] : [sql`${value} >= ${from}::${type}`]),
    ...(to === undefined ? [] : [sql`${value} <= ${to}::${type}`]),
  ])
}
