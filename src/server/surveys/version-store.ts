/** Published versions: what respondents saw, never changed. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { SurveyVersion, VersionRow } from '#contract/versions.ts'
import type { NumberedContent } from '#domain/answers/merged-versions.ts'
import { questionsOf, type QuestionType, type SurveyContent } from '#domain/surveys/survey.ts'
import { canonicalJson } from '#domain/surveys/survey-content.ts'
import { runNamed } from '../db/named.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { found } from '../db/table-store.ts'
import { indexQuestions } from './index-questions.ts'

export interface StoredVersion extends SurveyVersion {
  content: SurveyContent
}

/** SHA-256 of the content's canonical JSON. */
export function checksumOf(content: SurveyContent): Buffer {
  return createHash('sha256').update(canonicalJson(content)).digest()
}

/** A published version, in its newest revision unless one is named; NOT_FOUND when there is no such version. */
export async function loadVersion(db: Db, surveyId: number, number: number, revision?: number): Promise<StoredVersion> {
  const row = found({
    rows: await runNamed(
      db,
      sql<Omit<StoredVersion, 'questionCount' | 'content'>>`
      select number, revision, encode(checksum, 'hex') as checksum, published_at as "publishedAt"
      from survey_version where survey_id = ${surveyId} and number = ${number}
        and revision = coalesce(${revision ?? null}::int, revision)
      order by revision desc limit 1`,
    ),
  })
  const content = knownContent(row.checksum) ?? (await readContent(db, surveyId, row))
  return { ...row, content, questionCount: questionsOf(content).length }
}

async function readContent(
  db: Db,
  surveyId: number,
  { number, revision, checksum }: Pick<StoredVersion, 'number' | 'revision' | 'checksum'>,
): Promise<SurveyContent> {
  const { json } = await rowOf<{ json: string }>(db)`
      select content::text as json from survey_version
      where survey_id = ${surveyId} and number = ${number} and revision = ${revision}`
  return keepContent(checksum, json)
}

/** The content of a version in its newest revision, whose checksum may be known already. */
export async function loadContent(
  db: Db,
  {
    id,
    currentVersion,
    currentChecksum,
  }: { id: number; currentVersion: number | null; currentChecksum: string | null },
  number: number,
): Promise<SurveyContent> {
  const known = number === currentVersion && currentChecksum !== null ? knownContent(currentChecksum) : undefined
  return known ?? (await loadVersion(db, id, number)).content
}

/** Every published version in its newest revision. */
export async function allVersions(db: Db, surveyId: number): Promise<NumberedContent[]> {
  const rows = await rowsOf<NumberedContent>(db)`
    select distinct on (number) number, content from survey_version where survey_id = ${surveyId}
    order by number, revision desc`
  return rows
}

/** The checksum of the newest revision; undefined when there is no such version. */
export async function checksumOfVersion(db: Db, surveyId: number, number: number): Promise<Buffer | undefined> {
  const rows = await rowsOf<{ checksum: Buffer }>(db)`
    select checksum from survey_version where survey_id = ${surveyId} and number = ${number}
    order by revision desc limit 1`
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
  const row = await rowOf<Pick<SurveyVersion, 'number' | 'revision' | 'publishedAt'>>(db)`
      insert into survey_version (survey_id, number, content, checksum, published_by)
      select ${surveyId}, coalesce(max(number), 0) + 1, ${canonicalJson(content)}::jsonb, ${checksum},
        ${publishedBy ?? null}
      from survey_version where survey_id = ${surveyId}
      returning number, revision, published_at as "publishedAt"`
  await markPublished(db, surveyId, row.number)
  await indexQuestions(db, surveyId, content)
  return { ...row, checksum: checksum.toString('hex'), questionCount: questionsOf(content).length }
}

/** Writes the next revision of a version and marks the options that it adds. The survey is locked. */
export async function insertRevision(
  db: Db,
  { surveyId, number, content, publishedBy }: NewVersion & { number: number },
): Promise<SurveyVersion> {
  const checksum = checksumOf(content)
  const row = await rowOf<Pick<SurveyVersion, 'revision' | 'publishedAt'>>(db)`
      insert into survey_version (survey_id, number, revision, content, checksum, published_by)
      select ${surveyId}, ${number}, max(revision) + 1, ${canonicalJson(content)}::jsonb, ${checksum}, ${publishedBy ?? null}
      from survey_version where survey_id = ${surveyId} and number = ${number}
      returning revision, published_at as "publishedAt"`
  await markPublished(db, surveyId, number)
  return { number, ...row, checksum: checksum.toString('hex'), questionCount: questionsOf(content).length }
}

/** From now on these are fixed: responses may refer to them. */
async function markPublished(db: Db, surveyId: number, number: number): Promise<void> {
  for (const table of ['question', 'answer', 'survey_file']) {
    const isThere = table === 'survey_file' ? sql`in_draft` : sql`true`
    await sql`
      update ${sql.table(table)} set first_version = ${number}
      where survey_id = ${surveyId} and first_version is null and ${isThere}`.execute(db)
  }
}

/** A page of the versions and revisions, the newest first. Surveys have tens of them. */
export async function listVersions(
  db: Db,
  surveyId: number,
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await rowsOf<VersionRow>(db)`
    select v.number, v.revision, encode(v.checksum, 'hex') as checksum, v.published_at as "publishedAt",
      jsonb_array_length(jsonb_path_query_array(v.content, '$.sections[*].questions[*]')) as "questionCount",
      case when person.id is not null then jsonb_build_object('id', person.id, 'name', person.name) end as "publishedBy",
      ${responsesTo(sql`v.survey_id`, sql`v.number`)} as "responseCount"
    from survey_version v left join person on person.id = v.published_by
    where v.survey_id = ${surveyId} order by v.number desc, v.revision desc
    limit ${pageSize} offset ${offset}`
  const { n } = await rowOf<{ n: number }>(db)`select count(*) as n from survey_version where survey_id = ${surveyId}`
  return { rows, total: n }
}

/** How many responses the version has, as the kept counts say. */
export async function responsesOf(db: Db, surveyId: number, number: number): Promise<number> {
  return (await rowOf<{ n: number }>(db)`select ${responsesTo(sql`${surveyId}`, sql`${number}`)} as n`).n
}

function responsesTo(surveyId: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(counter.n), 0)::bigint from survey_counter counter
    where counter.survey_id = ${surveyId} and counter.survey_version = ${number} and not counter.is_pilot)`
}

/** The types that questions of this code have in published versions, without regard to case. */
export async function typesInVersions(db: Db, surveyId: number, code: string): Promise<QuestionType[]> {
  const rows = await rowsOf<{ type: QuestionType }>(db)`
    select distinct question ->> 'type' as type
    from survey_version version, jsonb_path_query(version.content, '$.sections[*].questions[*]') question
    where version.survey_id = ${surveyId} and lower(question ->> 'code') = lower(${code})`
  return rows.map(({ type }) => type)
}

// The contents that were read lately go by their checksums: a content in memory is the stored one, whatever survey, version or
// database it is of. What is made ready of a content (domain/answers/filling-plan.ts) stays with it.

/** Characters of JSON; with its plans a content takes some ten bytes for each. */
const most = 4_000_000

interface KeptContent {
  content: SurveyContent
  length: number
}

const kept = new Map<string, KeptContent>()
let length = 0

/** The content of this checksum, when it was read before. */
export function knownContent(checksum: string): SurveyContent | undefined {
  const known = kept.get(checksum)
  if (!known) return undefined
  // Written again, it becomes the newest.
  kept.delete(checksum)
  kept.set(checksum, known)
  return known.content
}

/** Keeps the content of this JSON. The least recently used ones make room. */
export function keepContent(checksum: string, json: string): SurveyContent {
  const known = knownContent(checksum)
  if (known) return known
  const content = frozen(JSON.parse(json) as SurveyContent)
  kept.set(checksum, { content, length: json.length })
  length += json.length
  for (const [oldest, each] of kept) {
    if (length <= most || oldest === checksum) break
    kept.delete(oldest)
    length -= each.length
  }
  return content
}

/** Many callers share it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
