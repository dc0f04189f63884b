/** Who gave a response, when and where, corrected by the rules of intake. */
import { sql } from 'kysely'
import type { Header, responseEdits } from '#contract/response-edits.ts'
import { isNoFix } from '#domain/answers/answer-check.ts'
import { editAnswers, type GivenAnswer } from '#domain/answers/answer-edit.ts'
import { judgeFix } from '#domain/answers/geofence.ts'
import { formProblems } from '#domain/surveys/intake.ts'
import { maskPhone, phoneCountryOf } from '#domain/people/phone.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { attachmentProblems, bindAttachments, type StoredBy } from '../../attachments/store.ts'
import { type Db, rowOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/context.ts'
import { phoneParser } from '../../phones.ts'
import { scopeOf } from '../../scope.ts'
import type { Settings } from '../../settings.ts'
import { fenceOf } from '../../surveys/geolocation-store.ts'
import { mayAnswer } from '../../surveys/who-answers.ts'
import { responseDetail } from '../review/detail.ts'
import { applyEdit, dayOf, type Editing, type FormToEdit, newFiles, takeInHand } from './edit.ts'
import { problemsByCode } from '../intake/check-form.ts'
import type { FormInHand, HeaderColumns } from './edit-store.ts'
import { formsOf } from '../list/row.ts'
import { type IntakeSurvey, lockIntakeSurvey, participantOf } from '../intake/intake-store.ts'

const dayMs = 86_400_000

/** The survey first, then the response: the order in which intake takes its locks. */
export const editHeader: Handler<typeof responseEdits.header> = async (context) => {
  const { db, params, body, actor, services } = context
  const { surveyId } = await rowOf<{ surveyId: number }>(db)`
      select survey_id as "surveyId" from form where ${formsOf([params.id], await scopeOf(db, actor))}`
  const survey = await lockIntakeSurvey(db, surveyId)
  const inHand = await takeInHand(context, params.id, body.version)
  await correctWhole(context, { survey, inHand, header: body, settings: services.settings })
  return responseDetail(db, actor, params.id)
}

interface WholeCorrection {
  /** Locked. */
  survey: IntakeSurvey
  inHand: FormToEdit
  header: Header
  /** Left out when they stay. */
  given?: ReadonlyMap<string, GivenAnswer>
  /** Who stored the new files among them. */
  files?: StoredBy
  settings: Pick<Settings, 'phoneCountry'>
}

/** Corrects header and answers together, as the day of the interview decides the questions. */
export async function correctWhole(
  context: Editing,
  { survey, inHand, header: body, given = new Map(), files, settings }: WholeCorrection,
): Promise<void> {
  const { db } = context
  const { form, content } = inHand
  const submittedAt = body.submittedAt ?? form.submittedAt
  const country = phoneCountryOf(survey, settings.phoneCountry)
  const { phone, errors } = checkedHeader(survey, form, { ...body, submittedAt }, country)
  const place = await placeOf(db, form, body)
  const edited = editAnswers(content, form.answers, given, { today: dayOf(submittedAt), source: 'EDIT' })
  const answering = { surveyId: survey.id, responseId: form.id, content }
  const added = files ? newFiles(form.answers, edited.answers) : {}
  const ofFiles = files ? await attachmentProblems(db, { ...answering, files }, added) : []
  const ofAnswers = problemsByCode(content, [...edited.problems, ...ofFiles])
  const wrong = [...errors, ...place.errors, ...ofAnswers]
  if (wrong.length > 0) throw new AppError('VALIDATION_FAILED', { errors: wrong })
  const participantId = phone === form.phone ? form.participantId : await admittedOf(db, survey, phone)
  const onceKey = survey.takesMany || participantId === null ? null : form.isPilot ? -participantId : participantId
  const header: HeaderColumns = { participantId, onceKey, submittedAt, ...place.columns }
  await applyEdit(context, inHand, {
    reason: body.reason || null,
    answers: edited.answers,
    changes: edited.changes,
    header: isSame(form, header) ? undefined : header,
  })
  if (participantId !== form.participantId && !form.isPilot) await recount(db, form, participantId)
  await bindAttachments(db, answering, added)
}

function checkedHeader(
  survey: IntakeSurvey,
  form: FormInHand,
  { participantPhone, submittedAt }: Pick<Header, 'participantPhone'> & { submittedAt: string },
  country: string | undefined,
): { phone: string | null; errors: FieldProblem[] } {
  const now = new Date()
  const read = participantPhone ? phoneParser(country)(participantPhone) : undefined
  const phone = participantPhone === undefined ? form.phone : (read?.value ?? null)
  const errors: FieldProblem[] = []
  if (read?.problem) errors.push(problem('participantPhone', read.problem))
  const ms = Date.parse(submittedAt)
  if (ms < 0) errors.push(problem('submittedAt', 'NOT_A_TIME'))
  if (ms > now.getTime() + dayMs) errors.push(problem('submittedAt', 'IN_FUTURE'))
  for (const { key, code } of formProblems(survey, { phone, submittedAt }, now)) {
    const isGiven = key === 'submittedAt' ? ms !== Date.parse(form.submittedAt) : participantPhone !== undefined
    if (isGiven && !errors.some(({ path }) => path === key)) errors.push(problem(key, code))
  }
  return { phone, errors }
}

type Place = Pick<HeaderColumns, 'latitude' | 'longitude' | 'accuracy' | 'fence' | 'fenceDistance' | 'flags'>

/** A place that is corrected gets the verdict of the fence as it is now. */
async function placeOf(db: Db, form: FormInHand, body: Header): Promise<{ columns: Place; errors: FieldProblem[] }> {
  const { latitude = form.latitude, longitude = form.longitude, accuracy = form.accuracy } = body
  const isKept = latitude === form.latitude && longitude === form.longitude && accuracy === form.accuracy
  const { fence: kept, fenceDistance, flags } = form
  if (isKept) return { columns: { latitude, longitude, accuracy, fence: kept, fenceDistance, flags }, errors: [] }
  const others = flags.filter((flag) => flag !== 'OUTSIDE_FENCE' && !flag.startsWith('FENCE_'))
  const nowhere = { latitude, longitude, accuracy, fence: null, fenceDistance: null, flags: others }
  if ((latitude === null) !== (longitude === null))
    return { columns: nowhere, errors: [problem(latitude === null ? 'latitude' : 'longitude', 'POINT_INCOMPLETE')] }
  const fence = await fenceOf(db, form.surveyId)
  if (!fence) return { columns: nowhere, errors: [] }
  if (isNoFix(latitude, longitude)) return { columns: nowhere, errors: [problem('latitude', 'POINT_ZERO')] }
  const fix = latitude === null || longitude === null ? null : { latitude, longitude, accuracy }
  const judged = judgeFix(fence, fix)
  const { verdict, distance } = judged.result
  return {
    columns: { ...nowhere, fence: verdict, fenceDistance: distance, flags: [...others, ...judged.flags] },
    errors: judged.problem ? [problem('latitude', judged.problem.code)] : [],
  }
}

/** The participant of a phone, made when there is none yet; refused when the survey lists others only. */
async function admittedOf(db: Db, { id, isListed }: IntakeSurvey, phone: string | null): Promise<number | null> {
  if (phone === null) return null
  const participantId = await participantOf(db, { phone, name: maskPhone(phone) })
  const person = await rowOf<{ id: number; isOnList: boolean }>(db)`
      select id, ${await mayAnswer(db, id)} as "isOnList" from person where id = ${participantId}`
  if (isListed && !person.isOnList)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('participantPhone', 'PARTICIPANT_NOT_LISTED')] })
  return person.id
}

/** The survey counts each of its participants once; a response without one is of a participant of its own. */
async function recount(db: Db, { id, surveyId, participantId: before }: FormInHand, after: number | null) {
  const others = (participant: number | null) => sql`(select count(*) from (
    select from form where survey_id = ${surveyId} and participant_id = ${participant}::bigint and id <> ${id} and not is_pilot
    limit 1) other)`
  await sql`
    update survey set participant_count = participant_count + ${others(before)} - ${others(after)}
    where id = ${surveyId}`.execute(db)
}

function isSame(form: FormInHand, header: HeaderColumns): boolean {
  return (
    form.participantId === header.participantId &&
    Date.parse(form.submittedAt) === Date.parse(header.submittedAt) &&
    form.latitude === header.latitude &&
    form.longitude === header.longitude &&
    form.accuracy === header.accuracy
  )
}
