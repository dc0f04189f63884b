/** One submission of a collecting app: it goes the way of all other responses, or of all other corrections. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { type EntryBody, EntryFields, longestFormKey } from '#contract/entry.ts'
import { problemsOf } from '#contract/problems.ts'
import { type AuditEntry, writeAudit } from '../audit.ts'
import type { JudgedAttachment } from '../attachments/keep.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, withPatience } from '../db/transaction.ts'
import { AppError, refuse as refuseIntake } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { intakeTurns, takeEntry } from '../responses/intake/entry.ts'
import { collectorOf } from '../responses/list/collectors.ts'
import { getIntakeSurvey, type IntakeSurvey, lockSurvey } from '../responses/intake/intake-store.ts'
import { openSurvey } from '../scope.ts'
import type { Services } from '../services.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { blankInstance } from '../xlsform/xform.ts'
import { admit } from './caller.ts'
import { collectExtras } from './collect-fields.ts'
import { correctResponse } from './correct.ts'
import { addName, findKnown, type KnownForm, type SubmittedNames } from './form-names.ts'
import { headOf, readSubmission } from './read-submission.ts'
import { readXml, type XmlNode } from '../http/read-xml.ts'
import { documentIn, type ReceivedForm } from './receive.ts'
import { fileAnswers, judgeFiles, keepFiles } from './submission-files.ts'

/** One post: a form with some of its files, or all that it has. */
interface Post {
  survey: IntakeSurvey
  names: SubmittedNames
  /** An app with the token of one survey, or a person with theirs. */
  caller: Actor
  /** The version that was filled in. */
  version: number
  sha256: Buffer
  body: EntryBody
  /** The names of files by the names of their answers. */
  named: ReadonlyMap<string, string>
  judged: readonly JudgedAttachment[]
  isIncomplete: boolean
  /** On the trail no person does it when the app has no account. */
  source: { actorId: number; requestId: string; address: string }
}

/** Takes one post of a form in: a response, a correction of one, or files of either. */
export async function submit(
  services: Services,
  request: FastifyRequest,
  { caller, form }: { caller: Actor; form: ReceivedForm },
): Promise<void> {
  const root = documentIn(form.xml)
  const surveyId = await surveyOf(services.database.db, caller, headOf(root).formId)
  await intakeTurns.pass(String(surveyId), () => submitTo(services, request, { caller, form, root, surveyId }))
}

/** COLLECT_FORM_WRONG for a form that is not among the caller's. */
async function surveyOf(db: Db, caller: Actor, formId: string | undefined): Promise<number> {
  try {
    return await openSurvey(db, caller, 'enter', formId ?? '')
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? new AppError('COLLECT_FORM_WRONG') : error
  }
}

interface Sent {
  caller: Actor
  form: ReceivedForm
  root: XmlNode
  surveyId: number
}

async function submitTo(services: Services, request: FastifyRequest, { caller, form, root, surveyId }: Sent) {
  const { version: filledIn, instanceId = '', deprecatedId } = headOf(root)
  const isNamed = [instanceId, deprecatedId ?? 'none'].every((name) => name !== '' && name.length <= longestFormKey)
  if (!isNamed || deprecatedId === instanceId) throw new AppError('COLLECT_FORM_WRONG')
  const { db } = services.database
  const survey = await getIntakeSurvey(db, surveyId)
  const version = filledIn ?? survey.currentVersion ?? 0
  if (version < 1 || version > (survey.currentVersion ?? 0)) throw new AppError('COLLECT_FORM_WRONG')
  const { content } = await loadVersion(db, survey.id, version)
  const { body, files: named } = readSubmission(root, blankForm(survey, version, content), content)
  const post: Post = {
    survey,
    names: { surveyId: survey.id, instanceId, deprecatedId },
    caller,
    version,
    sha256: createHash('sha256').update(form.xml).digest(),
    body: inBounds(body),
    named,
    judged: await judgeFiles(services, form.files, { named, content }),
    isIncomplete: form.isIncomplete,
    source: { actorId: caller.id, requestId: request.id, address: request.ip },
  }
  await withPatience(() =>
    inTransaction(db, async (tx) => store(tx, services, { ...post, caller: await admit(tx, caller, surveyId) })),
  )
}

async function store(db: Db, services: Services, post: Post): Promise<void> {
  const { names, named, judged, isIncomplete } = post
  const { surveyId, instanceId, deprecatedId } = names
  // A form that comes twice at once meets its files, and a correction what it corrects.
  await lockSurvey(db, surveyId)
  const { itself, corrected } = await findKnown(db, names)
  if (itself && itself.kind !== 'OWN') {
    if (itself.sha256 && !itself.sha256.equals(post.sha256)) throw new AppError('FORM_EXISTS')
    if (deprecatedId !== undefined && !corrected) await addName(db, itself, { name: deprecatedId, sha256: null })
    return
  }
  const before = itself ? undefined : corrected
  const ofForm = { surveyId, instanceId, responseId: before?.responseId }
  if (judged.length > 0) await keepFiles(db, services, { ...ofForm, judged })
  if (isIncomplete) {
    // What a closed survey would not take needs no files.
    if (!itself && !before) refuseIntake(intakeRefusal(await getIntakeSurvey(db, surveyId), new Date()))
    const entry = { action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after: aboutOf(post) }
    await writeAudit(db, [entry], post.source)
    return
  }
  const body = { ...post.body, answers: { ...post.body.answers, ...(await fileAnswers(db, ofForm, named)) } }
  await (before ? correct(db, services, { ...post, body }, before) : take(db, services, { ...post, body }))
}

function aboutOf({ names: { surveyId, instanceId }, caller }: Post) {
  const collector = caller.program && { collector: caller.username }
  return { surveyId, clientUuid: instanceId, source: 'API', ...collector }
}

async function correct(db: Db, { settings }: Services, post: Post, corrected: KnownForm): Promise<void> {
  const { names, caller: actor, body, sha256, source } = post
  const entries: AuditEntry[] = []
  const editing = { db, actor, audit: (entry: AuditEntry) => void entries.push(entry), ...source }
  const { instanceId } = names
  await correctResponse(editing, { ...corrected, instanceId, body, settings })
  await addName(db, corrected, { name: instanceId, sha256 })
  await writeAudit(db, entries, source)
}

async function take(db: Db, { settings }: Services, post: Post): Promise<void> {
  const { names, caller, version, body, source } = post
  const { surveyId, instanceId, deprecatedId } = names
  const { id, isRepeated } = await takeEntry(db, surveyId, body, {
    formKey: instanceId,
    source: 'API',
    collector: collectorOf(caller),
    files: { form: instanceId },
    settings,
    versionOf: () => version,
  })
  if (!isRepeated && deprecatedId !== undefined)
    await addName(db, { surveyId, responseId: id }, { name: deprecatedId, sha256: null })
  const after = { ...aboutOf(post), repeated: isRepeated }
  await writeAudit(db, [{ action: 'responses.create', subjectType: 'form', subjectId: id, after }], source)
}

/** Its names do not depend on what is asked or required by now. */
function blankForm({ encodedId: id, title }: IntakeSurvey, version: number, content: SurveyContent): XmlNode {
  const extras = collectExtras({ content, participantRequired: false, fence: 'OFF' })
  return readXml(blankInstance({ title, id, version, content }, extras))
}

/** An app knows no bounds of ours: it sends names of any length and moments of any year. */
function inBounds(body: EntryBody): EntryBody {
  const read = EntryFields.safeParse(body, { reportInput: true })
  if (!read.success) throw new AppError('VALIDATION_FAILED', { errors: problemsOf(read.error) })
  return read.data
}
