/** Uploaded workbooks: the same bytes for the same survey are taken once and answered from here ever after. */
import { sql } from 'kysely'
import type { UploadResult } from '#contract/response-files.ts'
import type { Db } from '../../db/pool.ts'

/** Rows that were left out may be good by now, so their file is read again. */
const isWhole = sql`coalesce((form_upload.result ->> 'skipped')::int, 0) = 0`

/** Of uploads from before there were such. */
const noneOf = { updated: 0, skipped: 0, problemCount: 0, problems: [], remarks: [] }

/** The result of the same file when it was taken whole; undefined when it never was. */
export async function findUpload(db: Db, surveyId: number, sha256: Buffer): Promise<UploadResult | undefined> {
  const { rows } = await sql<{ result: UploadResult }>`
    select result from form_upload where survey_id = ${surveyId} and sha256 = ${sha256} and ${isWhole}`.execute(db)
  return rows[0] && { ...noneOf, ...rows[0].result }
}

interface NewUpload {
  surveyId: number
  sha256: Buffer
  name: string
  createdBy: number
}

/**
 * Claims the file for this transaction. Undefined when another one took it; one that still runs is waited for, so that
 * its result can be read afterwards.
 */
export async function claimUpload(
  db: Db,
  { surveyId, sha256, name, createdBy }: NewUpload,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into form_upload (survey_id, sha256, name, result, created_by)
    values (${surveyId}, ${sha256}, ${name.slice(0, 200)}, '{}', ${createdBy})
    on conflict on constraint form_upload_once do update set result = '{}' where not ${isWhole} returning id`.execute(
    db,
  )
  return rows[0]?.id
}

export async function finishUpload(db: Db, { problems: _, ...result }: UploadResult): Promise<void> {
  await sql`update form_upload set result = ${JSON.stringify(result)}::jsonb where id = ${result.uploadId}`.execute(db)
}
