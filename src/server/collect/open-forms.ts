/** The forms that an app may fill in now: those of the surveys of its caller that take responses. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { allOf } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { getIntakeSurvey, type IntakeSurvey } from '../responses/intake/intake-store.ts'
import { inScope, scopeOf } from '../scope.ts'
import { freshFiles } from '../surveys/made-lists.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { xformOf } from '../xlsform/xform.ts'
import { collectExtras } from './collect-fields.ts'

/** An app gets so many forms, the newest first. */
const mostForms = 500

export interface OpenForm {
  survey: IntakeSurvey
  version: number
}

/** `formId`: that form alone, or none. */
export async function listOpenForms(db: Db, caller: Actor, formId?: string): Promise<OpenForm[]> {
  const scope = caller.program ? [caller.program.surveyId] : await scopeOf(db, caller, 'enter')
  const statuses = surveyStatuses.filter((status) => !intakeRefusal({ status, ...noPeriod }, new Date()))
  const where = allOf([
    sql`survey.current_version is not null and survey.status = any(${statuses})`,
    inScope(scope, sql`survey.id`),
    formId === undefined ? undefined : sql`survey.encoded_id = ${formId}`,
  ])
  const rows = await rowsOf<{ id: number }>(db)`
    select survey.id from survey where ${where} order by survey.id desc limit ${mostForms}`
  const found: OpenForm[] = []
  for (const { id } of rows) {
    const survey = await getIntakeSurvey(db, id)
    const { currentVersion: version } = survey
    if (version !== null && !intakeRefusal(survey, new Date())) found.push({ survey, version })
  }
  return found
}

const noPeriod = { startsAt: null, endsAt: null, graceHours: 0 }

/** NOT_FOUND when the caller may not fill it in, or it takes nothing now. */
export async function getOpenForm(db: Db, caller: Actor, formId: string): Promise<OpenForm> {
  const [form] = await listOpenForms(db, caller, formId)
  if (!form) throw new AppError('NOT_FOUND')
  return form
}

export async function xmlOf(db: Db, { survey, version }: OpenForm): Promise<string> {
  const { id, encodedId, title, fence } = survey
  const { content } = await loadVersion(db, id, version)
  const participantRequired = survey.participantRequired || survey.isListed
  return xformOf({ title, id: encodedId, version, content }, collectExtras({ content, participantRequired, fence }))
}

/** What the form names beside itself. */
export async function filesOf(db: Db, { survey, version }: OpenForm): Promise<readonly SurveyFile[]> {
  return freshFiles(db, (await loadVersion(db, survey.id, version)).content.files)
}

/** All that the form depends on, in an app and on a page. */
export function markOf({ survey, version }: OpenForm): string {
  const { encodedId, currentChecksum, title, participantRequired, isListed, fence, questionPerPage } = survey
  return JSON.stringify([
    encodedId,
    version,
    currentChecksum,
    title,
    participantRequired,
    isListed,
    fence,
    questionPerPage,
  ])
}

/** Each form costs milliseconds, and the apps of a house ask for all of them again and again. */
const hashes = new Map<string, string>()
const mostHashes = 5000

/** The MD5 that the protocol names: it tells a form from another, nothing more. */
export async function hashOf(db: Db, form: OpenForm): Promise<string> {
  const key = markOf(form)
  const known = hashes.get(key)
  if (known !== undefined) return known
  const hash = createHash('md5')
    .update(await xmlOf(db, form))
    .digest('hex')
  if (hashes.size >= mostHashes) hashes.clear()
  hashes.set(key, hash)
  return hash
}
