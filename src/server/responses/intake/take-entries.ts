/** Responses through the same rules and statements as a workbook of them (product.md §5): one, or all that wait. */
import { isDeepStrictEqual } from 'node:util'
import type { EntryBody } from '#contract/entry.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Geofence } from '#domain/answers/geofence.ts'
import { intakeRefusal, openIntake } from '#domain/surveys/intake.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { type FieldProblem, problem, type ProblemCode } from '#domain/problems.ts'
import type { ResponseSource } from '#domain/answers/response.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { attachmentProblems, bindAttachments, type StoredBy } from '../../attachments/store.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { decided, type Outcome } from '../../handfuls.ts'
import { phoneParser } from '../../phones.ts'
import type { Settings } from '../../settings.ts'
import { fenceOf } from '../../surveys/geolocation-store.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadContent } from '../../surveys/version-store.ts'
import { type Collector, noteCollector } from '../list/collectors.ts'
import { type FormRow, problemsByCode } from './check-form.ts'
import { findBeyondLimit, findClashes, lockAndCompare, type StoredClash } from './clashes.ts'
import { endDraft } from './drafts.ts'
import {
  type Chunk,
  type IntakeSurvey,
  keyOf,
  type Known,
  readSurvey,
  type StoredForm,
  takeForms,
} from './intake-store.ts'
import { readEntry } from './read-entry.ts'

/** One response at a door. */
export interface Entry {
  body: EntryBody
  formKey: string
  source: ResponseSource
  /** Of a link of their own: the response is theirs and names no other. */
  participant?: { phone: string } | null | undefined
  /** Undefined: a visitor of a public link. */
  collector?: Collector | undefined
  files: StoredBy
  /** The version that a form which is not stored yet was filled in, given the current one. Throws when it is not taken. */
  versionOf: (current: number) => number
  /** What this door asks for beyond the rules of the survey. */
  asking?: ((survey: IntakeSurvey) => IntakeSurvey) | undefined
}

export interface Taken {
  id: number
  isRepeated: boolean
}

export function isTaken(outcome: Outcome<Taken>): outcome is Taken {
  return outcome !== undefined && !(outcome instanceof AppError)
}

interface Ground {
  surveyId: number
  settings: Pick<Settings, 'phoneCountry'>
}

/** A response as the database takes it, and what is wrong with it by itself. */
interface Reading {
  entry: Entry
  /** Where it is stored already. */
  stored: StoredForm | undefined
  form: FormRow
  problems: readonly FieldProblem[]
  content: SurveyContent
}

/** On its way, or decided. */
type Step = Reading | Outcome<Taken>

function isReading(step: Step): step is Reading {
  return step !== undefined && 'form' in step
}

/** Takes one response. Throws all that is wrong with it at once, or why it is not taken. */
export async function takeEntry(db: Db, ground: Ground, entry: Entry): Promise<Taken> {
  return decided(() => takeEntries(db, ground, [entry]))
}

/**
 * Takes responses of one survey. They are read before its lock, so that others are taken meanwhile, and again when the survey
 * has other rules by then; the lock alone decides. One on which another of them decides is undefined: it comes again.
 */
export async function takeEntries(db: Db, ground: Ground, entries: readonly Entry[]): Promise<Outcome<Taken>[]> {
  const known = await readSurvey(db, ground.surveyId, entries)
  const compared = await readAndCompare(db, ground, { known, entries })
  const admitted = await admitAmong(db, compared, await judgeEach(db, compared))
  const ids = await store(db, { ...known, survey: compared.survey }, admitted.filter(isReading))
  return admitted.map((step) => (isReading(step) ? { id: idIn(ids, step), isRepeated: false } : step))
}

interface Compared {
  survey: IntakeSurvey
  steps: Step[]
  /** By the row of the form. */
  clashes: ReadonlyMap<number, StoredClash[]>
}

async function readAndCompare(
  db: Db,
  ground: Ground,
  { known, entries }: { known: Known; entries: readonly Entry[] },
): Promise<Compared> {
  const read = async (survey: IntakeSurvey) => {
    const fence = survey.fence === 'OFF' ? undefined : await fenceOf(db, survey.id)
    const contents = new Map<number, SurveyContent>()
    const steps: Step[] = []
    for (const [row, entry] of entries.entries()) {
      const stored = known.stored.find(({ formKey }) => formKey === entry.formKey)
      steps.push(await unlessRefused(() => readOne(db, { ...ground, survey, fence, contents }, { entry, row, stored })))
    }
    return steps
  }
  const steps = await read(known.survey)
  if (!steps.some(isReading)) return { survey: known.survey, steps, clashes: new Map() }
  const { survey, clashes } = await lockAndCompare(db, known.survey, chunkOf(steps.filter(isReading), toCompare))
  if (isDeepStrictEqual(rulesOf(survey), rulesOf(known.survey))) return { survey, steps, clashes: byRow(clashes) }
  const again = await read(survey)
  const readings = again.filter(isReading)
  const met = readings.length > 0 ? await findClashes(db, survey, chunkOf(readings, toCompare)) : []
  return { survey, steps: again, clashes: byRow(met) }
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Only the comparison with a stored response needs the answers. */
function toCompare({ stored, form }: Reading): Partial<FormRow> {
  return stored ? form : headOf(form)
}

function headOf({ answers: _, prints: _prints, ...head }: FormRow): Partial<FormRow> {
  return head
}

function chunkOf(readings: readonly Reading[], part: (reading: Reading) => Partial<FormRow>): Chunk {
  const [first, ...others] = readings.map(part)
  return first && others.length === 0 ? first : JSON.stringify([first, ...others])
}

function byRow(clashes: readonly StoredClash[]): Map<number, StoredClash[]> {
  return Map.groupBy(clashes, ({ row }) => row)
}

/** What a response is read by, and what does not change while it is. */
function rulesOf({ participantCount: _, title: _title, ...rules }: IntakeSurvey) {
  return rules
}

/** What all responses of a survey are read by. */
interface Rules extends Ground {
  survey: IntakeSurvey
  fence: Geofence | undefined
  /** By version, as far as they were loaded. */
  contents: Map<number, SurveyContent>
}

/** A stored response needs no second check of its time and place. */
async function readOne(
  db: Db,
  { settings, survey: plain, fence, contents }: Rules,
  { entry, row, stored }: Pick<Reading, 'entry' | 'stored'> & { row: number },
): Promise<Reading> {
  const { asking, formKey, source, versionOf } = entry
  const survey = asking ? asking(plain) : plain
  if (!stored) refuse(intakeRefusal(survey, new Date()))
  const version = stored?.surveyVersion ?? versionOf(survey.currentVersion ?? 0)
  const content = contents.get(version) ?? (await wholeContent(db, survey, version))
  contents.set(version, content)
  const { form, problems } = readEntry(ownBody(entry), formKey, {
    content,
    now: new Date(),
    intake: stored ? openIntake : survey,
    fence: stored ? undefined : fence,
    parsePhone: phoneParser(phoneCountryOf(survey, settings.phoneCountry)),
    consent: stored ? 'TAKEN' : 'ASKED',
  })
  return { entry, stored, form: { ...form, row, version, source }, problems, content }
}

/** With the lists that its questions choose from. */
async function wholeContent(db: Db, survey: IntakeSurvey, version: number): Promise<SurveyContent> {
  const published = await loadContent(db, survey, version)
  return published.files?.length ? withLists(db, published) : published
}

function ownBody({ body, participant }: Entry): EntryBody {
  if (!participant) return body
  const named = (['participantPhone', 'participantName'] as const).filter((key) => body[key])
  if (named.length > 0)
    throw new AppError('VALIDATION_FAILED', { errors: named.map((key) => problem(key, 'NOT_ALLOWED')) })
  return { ...body, participantPhone: participant.phone }
}

/** By itself and by its own earlier coming. Of two that could be taken once only, the second comes again. */
async function judgeEach(db: Db, { survey, steps, clashes }: Compared): Promise<Step[]> {
  const names = new Set<string>()
  const judged: Step[] = []
  for (const step of steps) {
    const verdict = isReading(step) ? await judge(db, survey.id, step, clashes.get(step.form.row) ?? []) : step
    const own = isReading(verdict) ? namesOf(survey, verdict) : []
    judged.push(own.some((name) => names.has(name)) ? undefined : verdict)
    for (const name of own) names.add(name)
  }
  return judged
}

function namesOf({ takesMany }: IntakeSurvey, { form: { formKey, phone } }: Reading): string[] {
  return [`form ${formKey}`, ...(phone !== null && !takesMany ? [`phone ${phone}`] : [])]
}

async function judge(db: Db, surveyId: number, reading: Reading, clashes: readonly StoredClash[]): Promise<Step> {
  const { entry, stored, form, problems, content } = reading
  const { files, formKey } = entry
  if (stored) {
    if (problems.length > 0 || clashes[0]?.outcome !== 'SAME') return new AppError('FORM_EXISTS')
    // People alone have drafts.
    if ('person' in files) await endDraft(db, { surveyId, ownerId: files.person }, formKey)
    return { id: stored.id, isRepeated: true }
  }
  // Its twin was faster by a moment.
  if (clashes.some(({ id }) => id !== null)) return undefined
  const ofFiles = await attachmentProblems(db, { surveyId, responseId: null, files }, form.answers)
  return refusalBy([...problems, ...problemsByCode(content, ofFiles)]) ?? reading
}

/**
 * What the list, the limit and other responses of the survey have against each. Only a response that could be taken reveals
 * who is listed or has answered: strangers probe with others.
 */
async function admitAmong(db: Db, { survey, clashes }: Compared, steps: readonly Step[]): Promise<readonly Step[]> {
  const readings = steps.filter(isReading)
  if (readings.length === 0) return steps
  const beyond = await findBeyondLimit(db, survey, [chunkOf(readings, ({ form }) => headOf(form))])
  const limits = new Map(beyond.map(({ row, limit }) => [row, limit]))
  const path = 'participantPhone'
  return steps.map((step) => {
    if (!isReading(step)) return step
    const limit = limits.get(step.form.row)
    // Those before it may leave it a place.
    if (limit !== undefined && readings.length > 1) return undefined
    const met = (clashes.get(step.form.row) ?? []).flatMap(({ outcome }): FieldProblem[] =>
      outcome === 'SAME' ? [] : [{ path, code: outcome === 'DIFFERS' ? 'FORM_EXISTS' : outcome }],
    )
    return refusalBy(limit === undefined ? met : [...met, { path, code: 'PARTICIPANT_LIMIT', limit }]) ?? step
  })
}

/** Answers the ids by the keys of the forms. */
async function store(
  db: Db,
  { survey, collectorIds }: Known,
  readings: readonly Reading[],
): Promise<ReadonlyMap<string, number>> {
  if (readings.length === 0) return new Map()
  for (const { entry, form } of readings) {
    const key = keyOf(entry.collector)
    if (!collectorIds.get(key)) collectorIds.set(key, await noteCollector(db, entry.collector))
    form.collectorId = collectorIds.get(key) ?? null
  }
  const { created } = await takeForms(db, { survey }, [chunkOf(readings, ({ form }) => form)])
  const ids = new Map(created.map(({ id, formKey }) => [formKey, id]))
  for (const reading of readings) {
    const { form, content } = reading
    await bindAttachments(db, { surveyId: survey.id, responseId: idIn(ids, reading), content }, form.answers)
  }
  return ids
}

function idIn(ids: ReadonlyMap<string, number>, { form }: Reading): number {
  const id = ids.get(form.formKey)
  if (id === undefined) throw new Error('A response was lost between the checks and the writing')
  return id
}

/** A conflict that no other entry resolves has its own code. */
const conflicts: Partial<Record<ProblemCode, ErrorCode>> = {
  RESPONSE_REPEATED: 'RESPONSE_REPEATED',
  PARTICIPANT_LIMIT: 'SURVEY_FULL',
}

function refusalBy(errors: readonly FieldProblem[]): AppError | undefined {
  const [first, ...more] = errors
  if (!first) return undefined
  const conflict = more.length === 0 ? conflicts[first.code] : undefined
  return new AppError(conflict ?? 'VALIDATION_FAILED', { errors })
}
