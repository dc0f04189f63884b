/** One response through the same rules and statements as a workbook of them (product.md §5). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { entry, type EntryBody, type EntryForm } from '#contract/entry.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { intakeRefusal, openIntake } from '#domain/surveys/intake.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { type FieldProblem, problem, type ProblemCode } from '#domain/problems.ts'
import type { ResponseSource } from '#domain/answers/response.ts'
import type { Db } from '../../db/pool.ts'
import { attachmentProblems, bindAttachments, storedBy, type StoredBy } from '../../attachments/store.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, inTurn, on, type Turn } from '../../http/context.ts'
import { phoneParser } from '../../phones.ts'
import { openSurvey } from '../../scope.ts'
import type { Settings } from '../../settings.ts'
import { fenceOf, getGeolocation } from '../../surveys/geolocation-store.ts'
import { freshFiles } from '../../surveys/made-lists.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadContent, loadVersion } from '../../surveys/version-store.ts'
import { findBeyondLimit, findClashes, lockAndCompare, type StoredClash } from './clashes.ts'
import {
  type Chunk,
  getIntakeSurvey,
  type IntakeSurvey,
  readSurvey,
  type StoredForm,
  takeForms,
} from './intake-store.ts'
import { type FormRow, problemsByCode } from './check-form.ts'
import { type Collector, collectorOf, noteCollector } from '../list/collectors.ts'
import { endDraft } from './drafts.ts'
import { readEntry } from './read-entry.ts'
import { getResponse, phoneSight } from '../list/row.ts'
import { Turnstiles } from '../../turnstile.ts'

const form = on(entry.form, async ({ db, params, actor, services }) => {
  const survey = await getIntakeSurvey(db, await openSurvey(db, actor, 'enter', params.surveyId))
  return entryFormOf(db, survey, services.settings)
})

const send = on(entry.send, async ({ db, body, actor, services, audit }) => {
  const { surveyId, encodedId, surveyVersion, clientUuid: formKey = randomUUID() } = body
  // Participants with their own link answer for themselves, so the form asks for their consent.
  const source = actor.program?.participant ? 'SCREEN' : (body.source ?? 'API')
  const opened = await openSurvey(db, actor, 'enter', surveyId ?? encodedId ?? '')
  const { id, isRepeated } = await takeEntry(db, opened, ownEntry(body, actor), {
    formKey,
    files: storedBy(actor),
    source,
    collector: collectorOf(actor),
    settings: services.settings,
    versionOf: (current) => {
      if (surveyVersion !== undefined && surveyVersion !== current) throw new AppError('SURVEY_VERSION_CHANGED')
      return current
    },
  })
  const own = actor.program?.participant
  const collector = actor.program && (own ? { participantId: own.id } : { collector: actor.username })
  const after = { surveyId: opened, clientUuid: formKey, source, ...collector, repeated: isRepeated }
  audit({ action: 'responses.create', subjectType: 'form', subjectId: id, after })
  const row = await getResponse(db, id, { scope: [opened], sight: phoneSight(actor) })
  // What raises flags is not for those who are asked.
  return own ? { ...row, flags: [] } : row
})

/** By a participant's own link the response is theirs: it names no other. Throws VALIDATION_FAILED where it does. */
export function ownEntry(body: EntryBody, { program }: Pick<Actor, 'program'>): EntryBody {
  if (!program?.participant) return body
  const named = (['participantPhone', 'participantName'] as const).filter((key) => body[key])
  if (named.length > 0)
    throw new AppError('VALIDATION_FAILED', { errors: named.map((key) => problem(key, 'NOT_ALLOWED')) })
  return { ...body, participantPhone: program.participant.phone }
}

export interface EntryDoor {
  formKey: string
  source: ResponseSource
  /** Undefined: a visitor of a public link. */
  collector?: Collector | undefined
  files: StoredBy
  settings: Pick<Settings, 'phoneCountry'>
  /** The version that a form which is not stored yet was filled in, given the current one. Throws when it is not taken. */
  versionOf: (current: number) => number
  /** What this door asks for beyond the rules of the survey. */
  asking?: (survey: IntakeSurvey) => IntakeSurvey
}

/**
 * Takes one response. It is read before the lock of its survey, so that others are taken meanwhile, and read again when the
 * survey has other rules by then. Throws all that is wrong with it at once, or why it is not taken.
 */
export async function takeEntry(
  db: Db,
  surveyId: number,
  body: EntryBody,
  door: EntryDoor,
): Promise<{ id: number; isRepeated: boolean }> {
  const { formKey, source, collector, files, asking = (survey) => survey } = door
  const known = await readSurvey(db, surveyId, { formKey, collector })
  const { stored } = known
  const before = asking(known.survey)
  let { read, content, version } = await readBy(db, before, stored, body, door)
  // Only the comparison with a stored response needs the answers.
  const compared = await lockAndCompare(db, before, stored ? read.form : headOf(read.form))
  const survey = asking(compared.survey)
  let { clashes } = compared
  if (!isDeepStrictEqual(rulesOf(survey), rulesOf(before))) {
    ;({ read, content, version } = await readBy(db, survey, stored, body, door))
    clashes = await findClashes(db, survey, read.form)
  }
  if (stored) {
    if (read.problems.length > 0 || clashes[0]?.outcome !== 'SAME') throw new AppError('FORM_EXISTS')
    // People alone have drafts.
    if ('person' in files) await endDraft(db, { surveyId, ownerId: files.person }, formKey)
    return { id: stored.id, isRepeated: true }
  }
  // Its twin was faster by a moment.
  if (clashes.some(({ id }) => id !== null)) return takeEntry(db, surveyId, body, door)
  const { answers } = read.form
  const ofFiles = await attachmentProblems(db, { surveyId, responseId: null, files }, answers)
  const ofOthers = await problemsWithStored(db, survey, headOf(read.form), clashes)
  refuseProblems([...read.problems, ...problemsByCode(content, ofFiles)])
  // Only a response that could be taken reveals who is listed or has answered. Strangers probe with others.
  refuseProblems(ofOthers)
  const collectorId = known.collectorId ?? (await noteCollector(db, collector))
  const { created } = await takeForms(db, { survey, version, source, collectorId }, [read.form])
  const [id] = created
  if (id === undefined) throw new Error('The response was lost between the checks and the writing')
  await bindAttachments(db, { surveyId, responseId: id, content }, answers)
  return { id, isRepeated: false }
}

function headOf({ answers: _, prints: _prints, ...head }: FormRow): Partial<FormRow> {
  return head
}

/** What a response is read by, and what does not change while it is. */
function rulesOf({ participantCount: _, title: _title, ...rules }: IntakeSurvey) {
  return rules
}

/** A stored response needs no second check of its time and place. */
async function readBy(
  db: Db,
  survey: IntakeSurvey,
  stored: StoredForm | null,
  body: EntryBody,
  { formKey, settings, versionOf }: EntryDoor,
) {
  if (!stored) refuse(intakeRefusal(survey, new Date()))
  const version = stored?.surveyVersion ?? versionOf(survey.currentVersion ?? 0)
  const plain = await loadContent(db, survey, version)
  const content = plain.files?.length ? await withLists(db, plain) : plain
  const read = readEntry(body, formKey, {
    content,
    now: new Date(),
    intake: stored ? openIntake : survey,
    fence: stored || survey.fence === 'OFF' ? undefined : await fenceOf(db, survey.id),
    parsePhone: phoneParser(phoneCountryOf(survey, settings.phoneCountry)),
    consent: stored ? 'TAKEN' : 'ASKED',
  })
  return { read, content, version }
}

/** The questionnaire of the published version, as respondents and staff fill it in. */
export async function entryFormOf(
  db: Db,
  survey: IntakeSurvey,
  settings: Pick<Settings, 'phoneCountry'>,
): Promise<EntryForm> {
  if (survey.currentVersion === null) throw new AppError('SURVEY_NOT_OPEN')
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion)
  const { mode } = await getGeolocation(db, survey.id)
  return {
    surveyId: survey.id,
    title: survey.title,
    surveyVersion: number,
    refusal: intakeRefusal(survey, new Date()) ?? null,
    status: survey.status,
    startsAt: survey.startsAt,
    participantRequired: survey.participantRequired || survey.isListed,
    isPaid: survey.surveyType === 'PAID',
    phoneCountry: phoneCountryOf(survey, settings.phoneCountry) ?? null,
    questionPerPage: survey.questionPerPage,
    fence: mode,
    content: content.files ? { ...content, files: await freshFiles(db, content.files) } : content,
  }
}

/** What the list, the limit and other responses of the survey have against a form that is not stored yet. */
async function problemsWithStored(
  db: Db,
  survey: IntakeSurvey,
  head: Chunk,
  clashes: readonly StoredClash[],
): Promise<FieldProblem[]> {
  const path = 'participantPhone'
  const beyond = await findBeyondLimit(db, survey, [head])
  return [
    ...clashes.flatMap(({ outcome }) =>
      outcome === 'SAME' ? [] : [{ path, code: outcome === 'DIFFERS' ? ('FORM_EXISTS' as const) : outcome }],
    ),
    ...beyond.map(({ limit }): FieldProblem => ({ path, code: 'PARTICIPANT_LIMIT', limit })),
  ]
}

/** A conflict that no other entry resolves has its own code. */
const conflicts: Partial<Record<ProblemCode, ErrorCode>> = {
  RESPONSE_REPEATED: 'RESPONSE_REPEATED',
  PARTICIPANT_LIMIT: 'SURVEY_FULL',
}

function refuseProblems(errors: readonly FieldProblem[]): void {
  const [first, ...more] = errors
  if (!first) return
  const conflict = more.length === 0 ? conflicts[first.code] : undefined
  throw new AppError(conflict ?? 'VALIDATION_FAILED', { errors })
}

/**
 * By what the caller names the survey with. A workbook may hold the lock of its survey for seconds. Responses that wait for it
 * leave connections to others, and places to other surveys.
 */
export const intakeTurns = new Turnstiles({ each: 3, all: 8 }, { patienceMs: 10_000 })

type Named = { encodedId?: unknown; surveyId?: unknown }

/** Of calls that name their survey in the path or in the body. */
export const intakeTurn: Turn = ({ params, body }, work) => {
  const { surveyId, encodedId } = { ...(body as Named), ...(params as Named) }
  return intakeTurns.pass(String(encodedId ?? surveyId), work)
}

export const entryRoutes = [form, inTurn(intakeTurn, send)]
