/** All responses that a filter finds, as columns: those that changed since their file was written come from PostgreSQL. */
import { type RawBuilder, sql } from 'kysely'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import type { AnswerAsked } from '#domain/answers/answer-words.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import type { Database, Db } from '../../db/pool.ts'
import { forReading } from '../../db/replica.ts'
import { allOf } from '../../db/table-store.ts'
import { refusalOf } from '../../http/failure.ts'
import { Turnstile } from '../../turnstile.ts'
import { ownConditions, type ResponseFilter } from '../list/filter.ts'
import { formsFound, withFewForms } from '../list/forms-found.ts'
import type { PhoneSight } from '../list/row.ts'
import { catchUp, discardBroken, type Files, loadBeside } from './column-files.ts'
import { type Engine, withEngine } from './engine.ts'
import { type AnswerColumn, columnsOf, namesOf, wordsIn } from './layout.ts'

/** The questions of a survey whose answers the caller may see, and the responses that are meant. */
export interface FormsAsked {
  surveyId: number
  filter: ResponseFilter
  sight: PhoneSight
  questions: readonly MergedQuestion[]
  /** Those of them that are counted; all unless said. */
  codes?: readonly (string | undefined)[] | undefined
}

/** An item of FROM, named `form`, with a column for each kept answer (`columnsOf`). */
type Forms = RawBuilder<unknown>

/** What counts, and over which responses. */
export interface Reading {
  engine: Engine
  forms: Forms
}

/** All of them share the memory of one engine, of which one of 250 questions takes half. */
const readings = new Turnstile(1, { patienceMs: 20_000 })

interface Place {
  database: Pick<Database, 'db' | 'replica'>
  dataDir: string
}

/** Gives what the filter finds to `use`, all of it as it was at one moment. Files that turn out broken are done without. */
export function withForms<T>(place: Place, asked: FormsAsked, use: (reading: Reading) => Promise<T>): Promise<T> {
  return readings.pass(() => readForms(place, asked, use))
}

async function readForms<T>(
  { database, dataDir }: Place,
  asked: FormsAsked,
  use: (reading: Reading) => Promise<T>,
): Promise<T> {
  const { surveyId, questions, codes, filter } = asked
  const used = codes && new Set([...codes, ...Object.keys(readAnswersAsked(filter.words.answers))])
  const columns = columnsOf(questions.filter(({ question }) => used?.has(question.code) ?? true))
  // What another writer does at the same time is done too.
  await catchUp(database.db, dataDir, surveyId).catch(() => undefined)
  const attempt = () =>
    withEngine(dataDir, async (engine) => {
      const { files, where } = await forReading(database, (db) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (tx) => ({
            files: await loadBeside(tx, engine, { dataDir, surveyId, columns }),
            where: await conditionOf(tx, engine, asked),
          })),
      )
      try {
        return await use({
          engine,
          forms: sql`(select * from (${allColumns(columns, files)}) form where ${where}) form`,
        })
      } catch (error) {
        if (!refusalOf(error)) await discardBroken(engine, [...files.untouched, ...files.changed])
        throw error
      }
    })
  return attempt().catch((error: unknown) => (refusalOf(error) ? Promise.reject(error) : attempt()))
}

function filesAt(paths: readonly string[]): RawBuilder<unknown> {
  return sql`read_parquet([${sql.join(paths.map((path) => sql.lit(path)))}], union_by_name = true)`
}

/** No others than the caller may see. */
function allColumns(columns: readonly AnswerColumn[], { untouched, changed }: Files): RawBuilder<unknown> {
  return sql`select ${sql.join(namesOf(columns).map((name) => sql.ref(name)))} from (from fresh
    ${untouched.length > 0 ? sql`union all by name from ${filesAt(untouched)}` : sql``}
    ${changed.length > 0 ? sql`union all by name from (from ${filesAt(changed)} where id not in (from changed))` : sql``})`
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
  const such = columns.map((column) => valueSo(column, how))
  return such.every((condition) => condition !== undefined) ? sql`(${sql.join(such, sql` or `)})` : undefined
}

function valueSo(
  { name, kept, type }: AnswerColumn,
  how: Exclude<AnswerAsked, string>,
): RawBuilder<unknown> | undefined {
  const value = sql.ref(name)
  if ('in' in how && kept === 'WORD') return sql`${value} = any(${how.in}::text[])`
  if ('in' in how && kept === 'WORDS') return sql`list_has_any(${wordsIn(value)}, ${how.in}::text[])`
  // A moment of any zone is compared in UTC, and its column has the day that was written.
  if (!('from' in how || 'to' in how) || !(kept === 'NUMBER' || type === 'DATE')) return undefined
  const { from, to } = how
  if ([from, to].some((end) => end !== undefined && (typeof end === 'number') !== (kept === 'NUMBER'))) return undefined
  const unit = kept === 'NUMBER' ? sql`double` : sql`date`
  return allOf([
    from === undefined ? undefined : sql`${value} >= ${from}::${unit}`,
    to === undefined ? undefined : sql`${value} <= ${to}::${unit}`,
  ])
}
