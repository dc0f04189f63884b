/** The files of surveys: those of the draft, and those that published versions name. */
import { type RawBuilder, sql } from 'kysely'
import type { JudgedSurveyFile } from '#domain/answers/judge-survey-file.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import type { FileReply } from '#contract/endpoint.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { keepFile, removeFile } from '../files/store.ts'
import type { SpooledFile } from '../http/context.ts'
import type { Services } from '../services.ts'
import { freshFiles, madeList } from './made-lists.ts'
import type { ReadList } from './read-list.ts'

const columns = sql`kept.id, kept.name, kept.kind, file.mime, file.bytes, kept.md5, kept.list, kept.source`
const tables = sql`survey_file kept join file on file.id = kept.file_id`

/** Of the draft, by name. */
export async function loadFiles(db: Db, surveyId: number): Promise<SurveyFile[]> {
  const rows = await rowsOf<SurveyFile>(db)`
    select ${columns} from ${tables} where kept.survey_id = ${surveyId} and kept.in_draft order by kept.name`
  return freshFiles(db, rows)
}

interface NewSurveyFile {
  surveyId: number
  judged: JudgedSurveyFile
  file: Pick<SpooledFile, 'path' | 'sha256' | 'bytes'>
  md5: string
  list: ReadList | null
  source?: string
  by: number
}

/** Adds it to the draft, in the place of one of the same name. The survey is locked. */
export async function keepSurveyFile(
  db: Db,
  files: Services['files'],
  { surveyId, judged: { name, kind, mime }, file: { path, sha256, bytes }, md5, list, source, by }: NewSurveyFile,
): Promise<SurveyFile> {
  const fileId = await keepFile(db, files, { path, sha256, mime, bytes, name, createdBy: by, openTo: 'OWNER' })
  await takeOut(db, sql`survey_id = ${surveyId} and name = ${name}`)
  const row = await rowOf<{ id: number }>(db)`
      insert into survey_file (survey_id, name, kind, file_id, md5, list, list_text, source)
      values (${surveyId}, ${name}, ${kind}, ${fileId}, ${md5}, ${list && JSON.stringify(list.about)}::jsonb, ${list?.text ?? null},
        ${source ?? null})
      returning id`
  return { id: row.id, name, kind, mime, bytes, md5, list: list?.about ?? null, source: source ?? null }
}

/** Takes files out of the draft. Versions that name one keep it; a chore removes the others. */
export async function takeOut(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`update survey_file set in_draft = false where in_draft and ${which}`.execute(db)
}

/** The copies share the bytes. */
export async function copyFiles(db: Db, from: number, to: number): Promise<void> {
  await sql`
    with part as (
      select kept.id, nextval(pg_get_serial_sequence('file', 'id')) as copy
      from survey_file kept where kept.survey_id = ${from} and kept.in_draft
    ), copied as (
      insert into file (id, sha256, mime, bytes, name, private, created_by) overriding system value
      select part.copy, file.sha256, file.mime, file.bytes, file.name, file.private, file.created_by
      from ${tables} join part on part.id = kept.id
    )
    insert into survey_file (survey_id, name, kind, file_id, md5, list, list_text, source)
    select ${to}::bigint, kept.name, kept.kind, part.copy, kept.md5, kept.list, kept.list_text, kept.source from survey_file kept join part on part.id = kept.id`.execute(
    db,
  )
}

interface FileAsked {
  surveyId: number
  id: number
  published: boolean
  as?: 'rows' | undefined
  /** By a public link. */
  isVisitor?: boolean
}

/** One file of a survey, of its draft or of any version; `published`: of versions alone. NOT_FOUND when there is none. */
export async function openSurveyFile(
  db: Db,
  { files }: Pick<Services, 'files'>,
  { surveyId, id, published, as, isVisitor }: FileAsked,
): Promise<FileReply> {
  const { sha256, text, ...file } = await rowOf<SurveyFile & { sha256: Buffer; text: string | null }>(db)`
      select ${columns}, file.sha256, case when ${as === 'rows'}::boolean then list_text end as text from ${tables} where kept.survey_id = ${surveyId} and kept.id = ${id}
        and (kept.first_version is not null or (kept.in_draft and not ${published}))`
  const { name, mime, bytes } = file
  const made = file.source ? await madeList(db, file) : undefined
  // Who opens a public link sees no names and no cases of others.
  if (made)
    return {
      name,
      mime,
      disposition: 'attachment',
      bytes: isVisitor && /^(PARTICIPANTS|ENTITIES)/.test(file.source ?? '') ? Buffer.from('name,label\n') : made.bytes,
    }
  if (text !== null) return { name, mime: 'text/csv', disposition: 'attachment', bytes: Buffer.from(text) }
  return { name, mime, disposition: 'attachment', length: bytes, bytes: await files.read(sha256) }
}

/** Removes the files that neither a draft nor a version has. Any number of processes may do it at once. */
export async function clearSurveyFiles({ database: { db } }: Services): Promise<void> {
  const unused = sql`survey_id is null or (not in_draft and first_version is null)`
  const rows = await rowsOf<{ id: number }>(db)`select id from survey_file where ${unused}`
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      const gone = await sql<{ fileId: number }>`
        delete from survey_file where id = ${id} and (${unused}) returning file_id as "fileId"`.execute(tx)
      for (const { fileId } of gone.rows) await removeFile(tx, fileId)
    })
}
