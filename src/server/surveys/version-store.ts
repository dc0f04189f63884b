/** Published versions: what respondents saw, never changed. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SurveyVersion } from '#contract/surveys.ts'
import { questionsOf, type SurveyContent } from '#domain/survey.ts'
import { canonicalJson } from '#domain/survey-content.ts'
import type { Db } from '../db/pool.ts'
import { found } from '../records/table-store.ts'

export interface StoredVersion extends SurveyVersion {
  content: SurveyContent
}

/** SHA-256 of the content's canonical JSON. */
export function checksumOf(content: SurveyContent): Buffer {
  return createHash('sha256').update(canonicalJson(content)).digest()
}

/** The newest revision of a published version; NOT_FOUND when there is no such version. */
export async function loadVersion(db: Db, surveyId: number, number: number): Promise<StoredVersion> {
  const row = found(
    await sql<Omit<StoredVersion, 'questionCount'>>`
      select number, revision, content, encode(checksum, 'hex') as checksum, published_at as "publishedAt"
      from survey_version where survey_id = ${surveyId} and number = ${number} order by revision desc limit 1`.execute(
      db,
    ),
  )
  return { ...row, questionCount: questionsOf(row.content).length }
}

/** The checksum of the newest revision; undefined when there is no such version. */
export async function checksumOfVersion(db: Db, surveyId: number, number: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ checksum: Buffer }>`
    select checksum from survey_version where survey_id = ${surveyId} and number = ${number}
    order by revision desc limit 1`.execute(db)
  return rows[0]?.checksum
}

interface NewVersion {
  surveyId: number
  content: SurveyContent
  publishedBy: number | undefined
}

/** Writes the next version and marks what it holds for the first time. The survey is locked. */
export async function insertVersion(db: Db, { surveyId, content, publishedBy }: NewVersion): Promise<SurveyVersion> {
  const checksum = checksumOf(content)
  const row = found(
    await sql<Pick<SurveyVersion, 'number' | 'revision' | 'publishedAt'>>`
      insert into survey_version (survey_id, number, content, checksum, published_by)
      select ${surveyId}, coalesce(max(number), 0) + 1, ${canonicalJson(content)}::jsonb, ${checksum},
        ${publishedBy ?? null}
      from survey_version where survey_id = ${surveyId}
      returning number, revision, published_at as "publishedAt"`.execute(db),
  )
  for (const table of ['question', 'answer']) {
    await sql`
      update ${sql.table(table)} set first_version = ${row.number}
      where survey_id = ${surveyId} and first_version is null`.execute(db)
  }
  return { ...row, checksum: checksum.toString('hex'), questionCount: questionsOf(content).length }
}
