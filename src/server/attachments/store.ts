/** Files that answer questions: who may answer with which, and to which response one belongs. */
import { type RawBuilder, sql } from 'kysely'
import type { Answers, FileAnswer } from '#domain/answers/answer-values.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import type { Actor } from '../http/context.ts'
import { hashToken } from '../http/session.ts'

interface NewAttachment {
  fileId: number
  surveyId: number
  questionId: number
  thumbnailId: number | null
  program: Buffer | null
  /** Of a file that came by a public link; null of others. */
  linkBytes: number | null
  /** So long it waits for its response. */
  days: number
}

export async function insertAttachment(
  db: Db,
  { fileId, surveyId, questionId, thumbnailId, program, linkBytes, days }: NewAttachment,
): Promise<void> {
  await sql`
    insert into attachment (file_id, survey_id, question_id, thumbnail_id, program, link_bytes, expires_at)
    values (${fileId}, ${surveyId}, ${questionId}, ${thumbnailId}, ${program}, ${linkBytes}, now() + make_interval(days => ${days}))`.execute(
    db,
  )
}

interface NamedFile {
  /** In the answers. */
  key: string
  file: number
  question: number
}

function filesIn(answers: Answers): NamedFile[] {
  return Object.entries(answers).flatMap(([key, value]) =>
    isFile(value) ? [{ key, file: value.file, question: Number.parseInt(key, 10) }] : [],
  )
}

function isFile(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'file' in value && Number.isSafeInteger(value.file)
}

/** Who stored a file: a person, a program with the token of this hash, a visitor in the same way, or an app with a form. */
export type StoredBy = { person: number } | { program: Buffer; isVisitor?: true } | { form: string }

export function storedBy({ id, program, session }: Pick<Actor, 'id' | 'program' | 'session'>): StoredBy {
  return program ? { program: session } : { person: id }
}

/** A visitor has no name: the files are of the form whose own name they came with, which no other visitor can guess. */
export function storedForLink(clientUuid: string): { program: Buffer; isVisitor: true } {
  return { program: hashToken(`link:${clientUuid}`), isVisitor: true }
}

/** On `attachment a` and its `file`. */
function isOf(surveyId: number, sender: StoredBy): RawBuilder<boolean> {
  if ('program' in sender) return sql`coalesce(a.program = ${sender.program}, false)`
  return 'person' in sender
    ? sql`coalesce(file.created_by = ${sender.person}, false)`
    : sql`exists (select from collect_file sent where sent.file_id = a.file_id and sent.survey_id = ${surveyId}
        and sent.instance_id = ${sender.form})`
}

interface Answering {
  surveyId: number
  /** Null while it is not stored. */
  responseId: number | null
  files: StoredBy
}

/**
 * The problems of the files that answers name. The sender stored each for this question, or the response had it before.
 * Locks keep it so until the transaction ends.
 */
export async function attachmentProblems(
  db: Db,
  { surveyId, responseId, files }: Answering,
  answers: Answers,
): Promise<{ key: string; code: ProblemCode }[]> {
  const named = filesIn(answers)
  if (named.length === 0) return []
  const own = isOf(surveyId, files)
  const ids = named.map(({ file }) => file)
  await sql`select from attachment where file_id = any(${ids}) order by file_id for no key update`.execute(db)
  const rows = await rowsOf<{ key: string; isTaken: boolean }>(db)`
    select i.key, bound.file_id is not null and ${own} as "isTaken"
    from ${givenRows(named)}
    left join attachment a on a.file_id = i.file and a.survey_id = ${surveyId} and a.question_id = i.question
    left join file on file.id = a.file_id
    left join form_file bound on bound.file_id = a.file_id
    where (bound.response_id is distinct from ${responseId} or bound.response_id is null) and (
      a.file_id is null or bound.file_id is not null or not ${own}
      or (a.expires_at < now() and a.draft_id is null))`
  const wrong = rows.map(({ key, isTaken }) => ({ key, code: isTaken ? 'FILE_TAKEN' : 'NOT_A_FILE' }) as const)
  const twice = named.filter(({ file }, index) => ids.indexOf(file) < index)
  return [...wrong, ...twice.map(({ key }) => ({ key, code: 'FILE_TAKEN' as const }))]
}

function givenRows(named: readonly NamedFile[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as i(key text, file bigint, question bigint)`
}

/** Gives the response the files that its answers name, for good. */
export async function bindAttachments(
  db: Db,
  { surveyId, responseId, content }: { surveyId: number; responseId: number; content: SurveyContent },
  answers: Answers,
): Promise<void> {
  const named = filesIn(answers)
  if (named.length === 0) return
  const personal = questionsOf(content).flatMap((question) => (question.personal ? [question.id] : []))
  await sql`
    with bound as (
      insert into form_file (survey_id, response_id, file_id, question_id, personal)
      select ${surveyId}, ${responseId}, i.file, i.question, i.question = any(${personal}::bigint[]) from ${givenRows(named)}
      where not exists (select from form_file had where had.file_id = i.file and had.response_id = ${responseId})
      returning file_id
    )
    update attachment set expires_at = null from bound where attachment.file_id = bound.file_id`.execute(db)
}

/** Keeps the files that a draft names for as long as it is there; those that it names no more wait for their end again. */
export async function holdForDraft(
  db: Db,
  { surveyId, ownerId, draftId }: { surveyId: number; ownerId: number; draftId: number },
  answers: Answers,
): Promise<void> {
  const ids = filesIn(answers).map(({ file }) => file)
  await sql`
    update attachment set draft_id = case when attachment.file_id = any(${ids}) then ${draftId}::bigint end
    from file where file.id = attachment.file_id and file.created_by = ${ownerId} and attachment.survey_id = ${surveyId}
      and attachment.expires_at is not null
      and (attachment.draft_id = ${draftId} or attachment.file_id = any(${ids}))
      and (attachment.file_id = any(${ids})) is distinct from (attachment.draft_id is not distinct from ${draftId})`.execute(
    db,
  )
}

/** Just before responses are deleted: their files open no more, and a chore removes them. */
export async function expireFilesOf(db: Db, responseIds: readonly number[]): Promise<void> {
  await sql`
    update attachment set expires_at = now() from form_file
    where form_file.file_id = attachment.file_id and form_file.response_id = any(${responseIds})
      and form_file.survey_id = any(array(select survey_id from form where id = any(${responseIds})))`.execute(db)
}
