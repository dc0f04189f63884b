/** Has an uploaded file read by a process of its own. */
import { isDeepStrictEqual } from 'node:util'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { intakeRefusal, type IntakeRules } from '#domain/surveys/intake.ts'
import type { Geofence } from '#domain/answers/geofence.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { runApart, usualBounds } from '../../excel/apart.ts'
import type { Services } from '../../services.ts'
import { fenceOf } from '../../surveys/geolocation-store.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import type { IntakeSurvey } from '../intake/intake-store.ts'
import type { Refusal } from './open-file.ts'
import type { ReadJob, ReadOutcome, WorkbookRows } from './read-job.ts'

const jobUrl = new URL('./read-job.ts', import.meta.url)
/** Answers to 100,000 forms take some 10 seconds of a processor, which a busy server shares among many. */
const bounds = { ...usualBounds, milliseconds: 3 * usualBounds.milliseconds }

export interface ReadUpload {
  read: WorkbookRows
  /** What it was read by. */
  survey: IntakeSurvey
  phoneCountry: string | undefined
  fence: Geofence | undefined
}

type Reading = Pick<ReadJob, 'path' | 'listed' | 'conventions'>

export async function readUpload(
  { db, services }: { db: Db; services: Services },
  survey: IntakeSurvey,
  reading: Reading,
): Promise<ReadUpload> {
  refuse(intakeRefusal(survey, new Date()))
  const phoneCountry = phoneCountryOf(survey, services.settings.phoneCountry)
  const fence = await fenceOf(db, survey.id)
  const { encodedId, takesMany } = survey
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion ?? 0)
  const job: ReadJob = {
    ...reading,
    phoneCountry,
    fence,
    encodedId,
    version: number,
    content: await withLists(db, content),
    takesMany,
    now: new Date(),
    intake: rulesOf(survey),
  }
  const outcome = await runApart<ReadOutcome>(jobUrl, job, bounds)
  requireRead(outcome)
  const chunks = outcome.chunks.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  return { read: { ...outcome, chunks }, survey, phoneCountry, fence }
}

/** With the row to blame, or with what the user has to say of the file. */
export function requireRead<Outcome extends object>(
  outcome: Outcome | Refusal,
): asserts outcome is Exclude<Outcome, Refusal> {
  if ('asks' in outcome) throw new AppError('WORKBOOK_ASKS', { data: outcome.asks })
  if ('refusal' in outcome)
    throw new AppError(outcome.refusal, outcome.row === undefined ? {} : { data: { row: outcome.row } })
}

/** STALE when the upload was read for another country of phones, other rules of rows, or another fence. */
export async function refuseStale(
  { db, services }: { db: Db; services: Services },
  current: IntakeSurvey,
  { survey, phoneCountry, fence }: ReadUpload,
): Promise<void> {
  if (current.currentVersion !== survey.currentVersion) throw new AppError('WORKBOOK_WRONG_VERSION')
  if (
    phoneCountryOf(current, services.settings.phoneCountry) !== phoneCountry ||
    !isDeepStrictEqual(readingRules(current), readingRules(survey)) ||
    !isDeepStrictEqual(await fenceOf(db, survey.id), fence)
  )
    throw new AppError('STALE')
}

/** What rows are read by. */
function readingRules(survey: IntakeSurvey) {
  return { ...rulesOf(survey), takesMany: survey.takesMany }
}

function rulesOf({ status, startsAt, endsAt, graceHours, participantRequired, isListed }: IntakeRules): IntakeRules {
  return { status, startsAt, endsAt, graceHours, participantRequired, isListed }
}
