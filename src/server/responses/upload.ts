/** Responses by Excel (product.md §5): read and checked in a thread, then compared with what is stored, then all or none. */
import { isDeepStrictEqual } from 'node:util'
import { forms, type UploadResult } from '#contract/response-files.ts'
import { phoneCountryOf } from '#domain/phone-country.ts'
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
import type { ReadJob, ReadOutcome, WorkbookRows } from './read-job.ts'
import { claimUpload, findUpload, finishUpload } from './upload-store.ts'

const jobUrl = new URL('./read-job.ts', import.meta.url)

export const uploadRoute = on(forms.upload, async ({ db, params, file, actor: asking, services, write, audit }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const survey = await getIntakeSurvey(db, await openSurvey(db, asking, 'enter', params.surveyId))
  const { sha256, name } = file
  const answered = (result: UploadResult) => {
    audit({ action: 'forms.upload', subjectType: 'survey', subjectId: survey.id, after: { file: name, ...result } })
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
    if (uploadId !== undefined) return answered(await takeRows(tx, current, read, uploadId))
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

/** All rows or none; WORKBOOK_ROWS_INVALID with everything that is wrong, in the file and against the database. */
async function takeRows(db: Db, survey: IntakeSurvey, read: WorkbookRows, uploadId: number): Promise<UploadResult> {
  const alreadyThere = await compareWithStored(db, survey, read)
  const intake = { survey, version: survey.currentVersion ?? 0, source: 'EXCEL' as const, uploadId }
  const { created, newParticipants } = await takeForms(db, intake, read.chunks)
  if (created + alreadyThere !== read.count) throw new Error('Rows were lost between the comparison and the writing')
  const result = { uploadId, rows: read.count, created, alreadyThere, newParticipants, repeated: false }
  await finishUpload(db, result)
  return result
}

/** How many rows are stored already, just as they are. */
async function compareWithStored(db: Db, survey: IntakeSurvey, read: WorkbookRows): Promise<number> {
  const stored = new ProblemList()
  let same = 0
  for (const chunk of read.chunks) {
    for (const { row, outcome } of await findClashes(db, survey, chunk)) {
      const code = outcome === 'FORM_EXISTS' ? 'formKey' : 'participantPhone'
      if (outcome === 'SAME') same += 1
      else stored.add({ row, column: read.columns[code] ?? 0, code }, { code: outcome })
    }
  }
  const place = { column: read.columns['participantPhone'] ?? 0, code: 'participantPhone' }
  for (const { row, limit } of await findBeyondLimit(db, survey, read.chunks))
    stored.add({ row, ...place }, { code: 'PARTICIPANT_LIMIT', limit })
  if (stored.count + read.problemCount > 0)
    throw new AppError('WORKBOOK_ROWS_INVALID', { data: reportOf(read, stored) })
  return same
}
