/**
 * Responses by Excel (product.md §5): read and checked apart, then compared with what is stored. All rows are taken or
 * none, or the good ones; rows that differ from stored responses change these once the caller confirms it.
 */
import { isDeepStrictEqual } from 'node:util'
import { forms, type UploadResult } from '#contract/response-files.ts'
import { phoneCountryOf } from '#domain/phone-country.ts'
import type { Problem } from '#domain/problems.ts'
import { intakeRefusal, type IntakeRules } from '#domain/intake.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { on } from '../http/context.ts'
import { openSurvey, requireAct } from '../scope.ts'
import { fenceOf } from '../surveys/geolocation-store.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import {
  findBeyondLimit,
  findClashes,
  getIntakeSurvey,
  type IntakeSurvey,
  lockIntakeSurvey,
  takeForms,
} from './intake-store.ts'
import type { FormRow } from './check-form.ts'
import type { ReadJob, ReadOutcome, WorkbookRows } from './read-job.ts'
import { claimUpload, findUpload, finishUpload } from './upload-store.ts'
import {
  applyUpdates,
  type DifferingRow,
  type Editing,
  mayUpdate,
  readUpdate,
  refuseTooMany,
  requireConfirmed,
  type Update,
} from './workbook-updates.ts'

const jobUrl = new URL('./read-job.ts', import.meta.url)

export const uploadRoute = on(forms.upload, async (context) => {
  const { db, params, query, file, actor: asking, services, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const survey = await getIntakeSurvey(db, await openSurvey(db, asking, 'enter', params.surveyId))
  const { sha256, name } = file
  const answered = (result: UploadResult) => {
    const { problems: _, ...after } = result
    audit({ action: 'forms.upload', subjectType: 'survey', subjectId: survey.id, after: { file: name, ...after } })
    return result
  }
  const earlier = await findUpload(db, survey.id, sha256)
  if (earlier)
    return write(async (tx, actor) => {
      await requireAct(tx, actor, 'enter', survey.id)
      return answered({ ...earlier, repeated: true })
    })

  const phoneCountry = phoneCountryOf(survey, services.settings.phoneCountry)
  const fence = await fenceOf(db, survey.id)
  const read = await readFile(db, survey, { path: file.path, phoneCountry, fence })
  return write(async (tx, actor) => {
    const current = await lockIntakeSurvey(tx, survey.id)
    // Reading the file takes time, in which rights may end.
    await requireAct(tx, actor, 'enter', survey.id)
    refuse(intakeRefusal(current, new Date()))
    if (current.currentVersion !== survey.currentVersion) throw new AppError('WORKBOOK_WRONG_VERSION')
    // The phones were read as those of another country, the rows by other rules, or the places judged by another fence.
    if (
      phoneCountryOf(current, services.settings.phoneCountry) !== phoneCountry ||
      !isDeepStrictEqual(readingRules(current), readingRules(survey)) ||
      !isDeepStrictEqual(await fenceOf(tx, survey.id), fence)
    )
      throw new AppError('STALE')
    const uploadId = await claimUpload(tx, { surveyId: survey.id, sha256, name, createdBy: actor.id })
    const editing = { ...context, db: tx, actor }
    if (uploadId !== undefined) return answered(await takeRows(editing, current, read, { ...query, uploadId }))
    const result = await findUpload(tx, survey.id, sha256)
    if (!result) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 })
    return answered({ ...result, repeated: true })
  })
})

/** What rows are read by. */
function readingRules(survey: IntakeSurvey) {
  return { ...rulesOf(survey), takesMany: survey.takesMany }
}

function rulesOf({ status, startsAt, endsAt, graceHours, participantRequired, isListed }: IntakeRules): IntakeRules {
  return { status, startsAt, endsAt, graceHours, participantRequired, isListed }
}

async function readFile(
  db: Db,
  survey: IntakeSurvey,
  given: Pick<ReadJob, 'path' | 'phoneCountry' | 'fence'>,
): Promise<WorkbookRows> {
  refuse(intakeRefusal(survey, new Date()))
  const { encodedId, takesMany } = survey
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion ?? 0)
  const job: ReadJob = {
    ...given,
    encodedId,
    version: number,
    content,
    takesMany,
    now: new Date(),
    intake: rulesOf(survey),
  }
  const outcome = await runApart<ReadOutcome>(jobUrl, job)
  if ('refusal' in outcome) throw new AppError(outcome.refusal)
  return outcome
}

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
  if (created + updated + alreadyThere + skipped !== read.count)
    throw new Error('Rows were lost between the comparison and the writing')
  const { problems, problemCount } = report
  const counts = { rows: read.count, created, updated, alreadyThere, newParticipants, skipped, problemCount }
  const result = { uploadId, ...counts, problems, repeated: false }
  await finishUpload(editing.db, result)
  return result
}

function withoutRows(chunks: readonly string[], left: ReadonlySet<number>): string[] {
  return chunks.map((chunk) => JSON.stringify((JSON.parse(chunk) as FormRow[]).filter(({ row }) => !left.has(row))))
}

interface Compared {
  /** How many rows are stored already, just as they are. */
  alreadyThere: number
  updates: Update[]
  stored: { problems: ProblemList; bad: Set<number> }
}

async function compareWithStored(
  editing: Editing,
  survey: IntakeSurvey,
  read: Pick<WorkbookRows, 'chunks' | 'columns' | 'bad'>,
): Promise<Compared> {
  const { db } = editing
  const stored = { problems: new ProblemList(), bad: new Set<number>() }
  const report = (row: number, code: string, found: Problem) => {
    stored.problems.add({ row, column: read.columns[code] ?? 0, code }, found)
    stored.bad.add(row)
  }
  const differing: DifferingRow[] = []
  const takesUpdates = await mayUpdate(editing, survey.id)
  const wrong = new Set(read.bad === 'ALL' ? [] : read.bad)
  let alreadyThere = 0
  for (const chunk of read.chunks) {
    for (const { row, id, formKey, answers, outcome } of await findClashes(db, survey, chunk)) {
      if (outcome === 'SAME') alreadyThere += 1
      else if (outcome === 'DIFFERS' && takesUpdates && id !== null && answers) {
        // A row with a problem of its own lacks the answers that are wrong: it is asked when they are right.
        if (!wrong.has(row)) differing.push({ row, id, formKey, answers })
      } else if (outcome === 'FORM_EXISTS' || outcome === 'DIFFERS') report(row, 'formKey', { code: 'FORM_EXISTS' })
      else report(row, 'participantPhone', { code: outcome })
    }
  }
  for (const { row, limit } of await findBeyondLimit(db, survey, read.chunks))
    report(row, 'participantPhone', { code: 'PARTICIPANT_LIMIT', limit })
  refuseTooMany(differing.length)
  const updates: Update[] = []
  // In the order of ids, in which all others lock responses.
  for (const each of differing.toSorted((one, other) => one.id - other.id)) {
    const found = await readUpdate(editing, each)
    if (found === 'SAME') alreadyThere += 1
    else if ('code' in found) report(each.row, 'formKey', found)
    else updates.push(found)
  }
  return { alreadyThere, updates: updates.sort((one, other) => one.row - other.row), stored }
}
