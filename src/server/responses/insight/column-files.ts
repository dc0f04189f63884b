/**
 * The files of columns: Parquet below DATA_DIR, one for each part of the numbers of responses. They are made of the database
 * again whenever one is missing, so they are in no backup.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { mergeVersions } from '#domain/answers/merged-versions.ts'
import type { Db } from '../../db/pool.ts'
import type { Services } from '../../services.ts'
import { allVersions } from '../../surveys/version-store.ts'
import { type Engine, folderOf, nameOfSurvey, withEngine } from './engine.ts'
import { type AnswerColumn, columnsFrom, columnsOf, namesOf, storedFacts } from './layout.ts'
import { type Batch, rowsAtOnce, writeParquet } from './write-parquet.ts'

/** So many numbers are in one part. */
const partSize = 100_000

interface Part {
  surveyId: number
  part: number
}

interface ColumnFile extends Part {
  /** Below the folder of columns. */
  name: string
  bytes: number
}

/** The condition that responses are of a part, on `form`. */
function ofPart({ part }: Pick<Part, 'part'>) {
  return sql`form.id >= ${part * partSize}::bigint and form.id < ${(part + 1) * partSize}::bigint`
}

interface Loading {
  surveyId: number
  columns: readonly AnswerColumn[]
  /** On `form`. */
  where: ReturnType<typeof ofPart>
}

/** Responses that are read and handed over in one text. */
const atOnce = 5000
/** More answers of a response are read as a whole. */
const fewKeys = 30

/** The responses as they are in the database. */
async function* formsOf(db: Db, { surveyId, columns, where }: Loading): AsyncGenerator<Batch> {
  const keys = [...new Set(columns.map(({ key }) => key))]
  const each = keys.flatMap((key) => [sql.lit(key), sql`doc.answers -> ${sql.lit(key)}`])
  const answers =
    keys.length > fewKeys ? sql`doc.answers` : sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(each)}))`
  const most = Math.min(atOnce, rowsAtOnce(namesOf(columns).length))
  for (let last = 0, n = most; n === most;) {
    const { rows } = await sql<Batch & { last: number }>`
      select coalesce(json_agg(r), '[]')::text as json, coalesce(max(id), 0) as last, count(*) as n from (
        select ${storedFacts}, ${answers} as answers
        from form join form_doc doc using (survey_id, id)
          left join task on task.survey_id = form.survey_id and task.form_id = form.id
        where form.survey_id = ${surveyId} and form.id > ${last} and form.status <> 'DRAFT' and ${where}
        order by form.id limit ${most}
      ) r`.execute(db)
    const [batch] = rows
    if (!batch) return
    if (batch.n > 0) yield batch
    ;({ last, n } = batch)
  }
}

/** Adds responses to the table `fresh` of the engine. */
async function loadForms(db: Db, engine: Engine, loading: Loading): Promise<void> {
  for await (const { json } of formsOf(db, loading))
    await engine.run(sql`insert into fresh ${columnsFrom(sql`${json}`, loading.columns)}`)
}

/** The paths of files that are as they were written, and of those of whose responses some changed since. */
export interface Files {
  untouched: string[]
  changed: string[]
}

/**
 * Loads what changed since the files of a survey were written, and all parts whose file is missing or cut short. What the
 * files have of them is in the table `changed`.
 */
export async function loadBeside(
  db: Db,
  engine: Engine,
  { dataDir, surveyId, columns }: { dataDir: string; surveyId: number; columns: readonly AnswerColumn[] },
): Promise<Files> {
  const { rows: files } = await sql<ColumnFile>`
    select survey_id as "surveyId", part, name, bytes from column_file where survey_id = ${surveyId}`.execute(db)
  const { rows } = await sql<{ ids: string }>`
    select coalesce(json_agg(distinct form_id), '[]')::text as ids from form_change where survey_id = ${surveyId}`.execute(
    db,
  )
  const ids = rows[0]?.ids ?? '[]'
  const changed = JSON.parse(ids) as number[]
  await engine.run(sql`create temp table fresh as ${columnsFrom(sql`'[]'`, columns)}`)
  await engine.run(sql`
    create temp table changed as select unnest(from_json(${ids}::json, '["BIGINT"]')) as id`)
  await loadForms(db, engine, {
    surveyId,
    columns,
    where: sql`form.id = any(${changed}::bigint[])`,
  })
  const touched = new Set(changed.map((id) => Math.floor(id / partSize)))
  const found: Files = { untouched: [], changed: [] }
  for (const file of files) {
    const path = join(folderOf(dataDir), file.name)
    const isWhole = await stat(path).then(
      ({ size }) => size === file.bytes,
      () => false,
    )
    if (isWhole) found[touched.has(file.part) ? 'changed' : 'untouched'].push(path)
    else
      await loadForms(db, engine, {
        surveyId,
        columns,
        where: sql`${ofPart(file)} and not exists (
          select from form_change c where c.survey_id = form.survey_id and c.form_id = form.id)`,
      })
  }
  return found
}

/** Removes the files that cannot be read to their end, so that they are written again. */
export async function discardBroken(engine: Engine, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await engine
      .rows(sql`select max(hash(row)) as row from read_parquet(${path}) as row`)
      .catch(() => rm(path, { force: true }))
}

/** Responses of a part that changed until its file is written again before a minute is over. */
const manyChanges = 1000
const restMs = 60_000
/** Other chores wait too. */
const workMs = 40_000
/** Longer than a file is written, spilled rows are needed, or a file that was replaced is read. */
const forgottenMs = 180_000

/** Changed responses of a survey that readers take from PostgreSQL at once. */
const mostChanged = 5000

/** Whether more of a survey changed than is read at once: just after a large file came in. */
export async function isBehind(db: Db, surveyId: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from form_change where survey_id = ${surveyId} limit ${mostChanged + 1}) changed`.execute(
    db,
  )
  return (rows[0]?.n ?? 0) > mostChanged
}

/** Writes the files of a survey of which much changed, for a reader who would else read all of it each time. */
export async function catchUp(db: Kysely<unknown>, dataDir: string, surveyId: number): Promise<void> {
  if (!(await isBehind(db, surveyId))) return
  const { rows } = await sql<Part>`
    select ${surveyId}::bigint as "surveyId", form_id / ${partSize}::bigint as part
    from form_change where survey_id = ${surveyId} group by 2 having count(*) >= ${manyChanges} order by 2`.execute(db)
  for (const part of rows) if (!(await writePart(db, dataDir, part))) return
}

/** Writes the files where something changed, those first that cost readers most. */
export async function writeColumns({
  database: { db },
  settings: { dataDir },
}: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const end = Date.now() + workMs
  const { rows } = await sql<Part & { n: number; ageMs: number }>`
    select n.survey_id as "surveyId", n.part, n, extract(epoch from now() - coalesce(written_at, 'epoch')) * 1000 as "ageMs"
    from (select survey_id, form_id / ${partSize}::bigint as part, count(*) as n from form_change group by 1, 2) n
      left join column_file using (survey_id, part)
    order by n * extract(epoch from now() - coalesce(written_at, 'epoch')) desc`.execute(db)
  const due = rows.filter(({ n, ageMs }) => n >= manyChanges || ageMs > restMs)
  for (const part of [...due, ...(await missingParts(db, dataDir))]) {
    if (Date.now() > end) return
    await writePart(db, dataDir, part)
  }
}

/** Parts whose file is missing or cut short. What the folder has beyond them goes, unless it is being written. */
async function missingParts(db: Db, dataDir: string): Promise<Part[]> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { rows } = await sql<ColumnFile>`
    select survey_id as "surveyId", part, name, bytes from column_file`.execute(db)
  const missing = new Map(rows.map((file) => [file.name, file]))
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    const known = missing.get(name)
    if (known?.bytes === found?.size) missing.delete(name)
    if (!known && found?.isFile() && Date.now() - found.mtimeMs > forgottenMs)
      await rm(join(folder, name), { force: true })
  }
  return [...missing.values()]
}

/** False where another process writes it. A process that ends in between leaves a file that no reader looks for. */
async function writePart(db: Kysely<unknown>, dataDir: string, { surveyId, part }: Part): Promise<boolean> {
  const folder = folderOf(dataDir)
  const replaced = await withEngine(dataDir, (engine) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows: free } = await sql<{ free: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended('columns ' || ${`${surveyId} ${part}`}::text, 0)) as free`.execute(
          tx,
        )
        if (!free[0]?.free) return undefined
        const { rows: before } = await sql<{ name: string }>`
          delete from column_file where survey_id = ${surveyId} and part = ${part} returning name`.execute(tx)
        const columns = columnsOf(mergeVersions(await allVersions(tx, surveyId)))
        const name = join(nameOfSurvey(surveyId), `${part}-${randomUUID()}.parquet`)
        const { rows, bytes } = await writeParquet(engine, join(folder, name), {
          columns: namesOf(columns).length,
          batches: formsOf(tx, { surveyId, columns, where: ofPart({ part }) }),
          rowsOf: (json) => columnsFrom(sql`${json}`, columns),
        })
        if (rows > 0)
          await sql`
            insert into column_file (survey_id, part, name, bytes, written_at)
            values (${surveyId}, ${part}, ${name}, ${bytes}, clock_timestamp())`.execute(tx)
        await sql`
          delete from form_change where survey_id = ${surveyId}
            and form_id >= ${part * partSize} and form_id < ${(part + 1) * partSize}`.execute(tx)
        return before
      }),
  )
  // Readers may be at these: their time to be forgotten begins.
  const now = new Date()
  for (const { name } of replaced ?? []) await utimes(join(folder, name), now, now).catch(() => undefined)
  return replaced !== undefined
}
