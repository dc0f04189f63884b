/**
 * Responses from a file (product.md §5): read and checked apart, then compared with what is stored. All rows are taken or
 * none, or the good ones; rows that differ from stored responses change these once the caller confirms it.
 */
import { forms, type UploadResult } from '#contract/response-files.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { AppError, refuse } from '../../errors.ts'
import { reportOf } from '../../excel/problem-list.ts'
import { on } from '../../http/context.ts'
import { openSurvey, requireAct } from '../../scope.ts'
import type { FormRow } from '../intake/check-form.ts'
import { compareWithStored } from './compare-stored.ts'
import { getIntakeSurvey, type IntakeSurvey, lockIntakeSurvey, takeForms } from '../intake/intake-store.ts'
import type { WorkbookRows } from './read-job.ts'
import { readUpload, refuseStale } from './read-upload.ts'
import { applyUpdates, type Editing, requireConfirmed } from './workbook-updates.ts'
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'

export const uploadRoute = on(forms.upload, async (context) => {
  const { db, params, query, file, actor: asking, services, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const survey = await getIntakeSurvey(db, await openSurvey(db, asking, 'enter', params.surveyId))
  const { sha256, name } = file
  const answered = (result: UploadResult) => {
    const { problems: _, remarks: _remarks, ...after } = result
    audit({ action: 'forms.upload', subjectType: 'survey', subjectId: survey.id, after: { file: name, ...after } })
    return result
  }
  const earlier = await findUpload(db, survey.id, sha256)
  if (earlier)
    return write(async (tx, actor) => {
      await requireAct(tx, actor, 'enter', survey.id)
      return answered({ ...earlier, repeated: true })
    })

  const upload = await readUpload(context, survey, { path: file.path, conventions: query })
  return write(async (tx, actor) => {
    const current = await lockIntakeSurvey(tx, survey.id)
    // Reading the file takes time, in which rights may end.
    await requireAct(tx, actor, 'enter', survey.id)
    refuse(intakeRefusal(current, new Date()))
    await refuseStale({ db: tx, services }, current, upload)
    const uploadId = await claimUpload(tx, { surveyId: survey.id, sha256, name, createdBy: actor.id })
    const editing = { ...context, db: tx, actor }
    if (uploadId !== undefined) return answered(await takeRows(editing, current, upload.read, { ...query, uploadId }))
    const result = await findUpload(tx, survey.id, sha256)
    if (!result) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 })
    return answered({ ...result, repeated: true })
  })
})

interface Taking {
  uploadId: number
  goodOnly?: 'true' | 'false' | undefined
  confirm?: string | undefined
}

/** WORKBOOK_ROWS_INVALID with everything that is wrong, in the file and against the database. */
async function takeRows(
  editing: Editing,
  survey: IntakeSurvey,
  read: WorkbookRows,
  { uploadId, goodOnly, confirm }: Taking,
): Promise<UploadResult> {
  const left = goodOnly === 'true' && read.bad !== 'ALL' ? read.bad : undefined
  const chunks = left ? withoutRows(read.chunks, new Set(left)) : read.chunks
  const { alreadyThere, updates, stored } = await compareWithStored(editing, survey, { ...read, chunks })
  const report = reportOf(read, stored.problems)
  if (report.problemCount > 0 && !left) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  requireConfirmed(updates, confirm)
  const intake = { survey, version: survey.currentVersion ?? 0, source: 'EXCEL' as const, uploadId }
  const good = stored.bad.size === 0 ? chunks : withoutRows(chunks, stored.bad)
  const { created, newParticipants } = await takeForms(editing.db, intake, good)
  await applyUpdates(editing, updates)
  const skipped = (left?.length ?? 0) + stored.bad.size
  const updated = updates.length
  if (created.length + updated + alreadyThere + skipped !== read.count)
    throw new Error('Rows were lost between the comparison and the writing')
  const { problems, problemCount } = report
  const counts = {
    rows: read.count,
    created: created.length,
    updated,
    alreadyThere,
    newParticipants,
    skipped,
    problemCount,
  }
  const { remarks } = read
  const result = { uploadId, ...counts, problems, remarks, repeated: false }
  await finishUpload(editing.db, result)
  return result
}

function withoutRows(chunks: readonly string[], left: ReadonlySet<number>): string[] {
  return chunks.map((chunk) => JSON.stringify((JSON.parse(chunk) as FormRow[]).filter(({ row }) => !left.has(row))))
}

/** Rows that were left out may be good by now, so their file is read again. */
const isWhole = sql`coalesce((form_upload.result ->> 'skipped')::int, 0) = 0`

/** Of uploads from before there were such. */
const noneOf = { updated: 0, skipped: 0, problemCount: 0, problems: [], remarks: [] }

/** The result of the same file when it was taken whole; undefined when it never was. */
async function findUpload(db: Db, surveyId: number, sha256: Buffer): Promise<UploadResult | undefined> {
  const rows = await rowsOf<{ result: UploadResult }>(db)`
    select result from form_upload where survey_id = ${surveyId} and sha256 = ${sha256} and ${isWhole}`
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
async function claimUpload(db: Db, { surveyId, sha256, name, createdBy }: NewUpload): Promise<number | undefined> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into form_upload (survey_id, sha256, name, result, created_by)
    values (${surveyId}, ${sha256}, ${name.slice(0, 200)}, '{}', ${createdBy})
    on conflict on constraint form_upload_once do update set result = '{}' where not ${isWhole} returning id`
  return rows[0]?.id
}

async function finishUpload(db: Db, { problems: _, ...result }: UploadResult): Promise<void> {
  await sql`update form_upload set result = ${JSON.stringify(result)}::jsonb where id = ${result.uploadId}`.execute(db)
}
