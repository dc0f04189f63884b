/** The files of a form that an app sends, in one post or in several: by the names that the form has for them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { longestFileName } from '#domain/answers/answer-check.ts'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { judgeAttachment, type JudgedAttachment, keepAttachment } from '../attachments/keep.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import type { SpooledFile } from '../http/context.ts'
import type { Services } from '../services.ts'

export interface FormFiles {
  surveyId: number
  /** The form's own name. */
  instanceId: string
  /** The response that it corrects: files of earlier forms answer again. */
  responseId: number | undefined
}

/** Apps have names of any length: of a longer one its beginning is kept, and its ending. No two become the same. */
function keptName(name: string): string {
  if (name.length <= longestFileName) return name
  const [ending = ''] = /\.\w{1,10}$/.exec(name) ?? []
  const print = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, 200).toWellFormed()}~${print}${ending}`
}

/** Those that answer a question, judged; others are let through. `named`: the names of files by the names of their answers. */
export async function judgeFiles(
  services: Services,
  files: readonly SpooledFile[],
  { named, content }: { named: ReadonlyMap<string, string>; content: SurveyContent },
): Promise<JudgedAttachment[]> {
  const judged: JudgedAttachment[] = []
  const questions = new Map(questionsOf(content).map((question) => [question.code, question]))
  for (const [ref, wanted] of named) {
    // In a section that repeats `roof.2`.
    const question = questions.get(ref.replace(/\..*$/, ''))
    const file = files.find(({ name }) => name === wanted)
    if (!file || !question) continue
    const path = `answers.${ref}`
    judged.push(await judgeAttachment(services, { file: { ...file, name: keptName(wanted) }, question, path }))
  }
  return judged
}

/** Keeps those that are not there yet. A form that is sent again has its files again; FORM_EXISTS when they are others. */
export async function keepFiles(
  db: Db,
  services: Services,
  { judged, ...form }: FormFiles & { judged: readonly JudgedAttachment[] },
): Promise<void> {
  const { surveyId, instanceId } = form
  const known = await keptFiles(db, form)
  for (const each of judged) {
    const { name, sha256 } = each.file
    const before = known.get(name)
    if (before?.sha256.equals(sha256)) continue
    if (before?.isBound && before.isOwn) throw new AppError('FORM_EXISTS')
    const { file } = await keepAttachment(db, services, { surveyId, by: { form: instanceId }, judged: each })
    await sql`
      insert into collect_file (survey_id, instance_id, name, file_id) values (${surveyId}, ${instanceId}, ${name}, ${file})
      on conflict (survey_id, instance_id, name) do update set file_id = excluded.file_id`.execute(db)
  }
}

interface KeptFile {
  name: string
  file: number
  sha256: Buffer
  isBound: boolean
  /** It came with this form, not with one that the form corrects. */
  isOwn: boolean
}

/** By name, those whose time is not over; the form's own before those of earlier forms. */
async function keptFiles(
  db: Db,
  { surveyId, instanceId, responseId = 0 }: FormFiles,
): Promise<ReadonlyMap<string, KeptFile>> {
  const rows = await rowsOf<KeptFile>(db)`
    select sent.name, sent.file_id as file, file.sha256, bound.file_id is not null as "isBound",
      sent.instance_id = ${instanceId} as "isOwn"
    from collect_file sent join attachment a on a.file_id = sent.file_id join file on file.id = sent.file_id
      left join form_file bound on bound.file_id = sent.file_id
    where sent.survey_id = ${surveyId} and (a.expires_at is null or a.expires_at > now())
      and (sent.instance_id = ${instanceId} or bound.survey_id = ${surveyId} and bound.response_id = ${responseId})
    order by "isOwn", sent.file_id`
  return new Map(rows.map((row) => [row.name, row]))
}

/** By the names of answers. A file that never came is no answer: its name stays, and the validator says so. */
export async function fileAnswers(
  db: Db,
  form: FormFiles,
  named: ReadonlyMap<string, string>,
): Promise<Record<string, FileAnswer | string>> {
  if (named.size === 0) return {}
  const kept = await keptFiles(db, form)
  return Object.fromEntries(
    [...named].map(([code, name]) => {
      const file = kept.get(keptName(name))?.file
      return [code, file === undefined ? name : { file, name: keptName(name) }]
    }),
  )
}
