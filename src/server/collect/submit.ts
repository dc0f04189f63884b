/** One submission of a collecting app: it goes the way of all other responses, or of all other corrections. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { type EntryBody, EntryFields, longestFormKey } from '#contract/entry.ts'
import { problemsOf } from '#contract/problems.ts'
import { type AuditEntry, fromSource, writeAudit, writeAudits } from '../audit.ts'
import type { JudgedAttachment } from '../attachments/keep.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, withPatience } from '../db/transaction.ts'
import { AppError, refuse as refuseIntake } from '../errors.ts'
import { Handfuls, type Outcome } from '../handfuls.ts'
import type { Actor } from '../http/context.ts'
import { intakeTurns } from '../responses/intake/entry.ts'
import { type Entry, isTaken, type Taken, takeEntries, takeEntry } from '../responses/intake/take-entries.ts'
import { collectorOf } from '../responses/list/collectors.ts'
import { getIntakeSurvey, type IntakeSurvey, lockSurvey } from '../responses/intake/intake-store.ts'
import { openSurvey } from '../scope.ts'
import type { Services } from '../services.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { blankInstance } from '../xlsform/xform.ts'
import { admit } from './caller.ts'
import { collectExtras } from './collect-fields.ts'
import { correctResponse } from './correct.ts'
import { addName, findKnown, type KnownForm, knownNames, type SubmittedNames } from './form-names.ts'
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

/** Takes posts of forms in: responses, corrections of them, and files of either. Plain responses that wait are taken together. */
export function openSubmissions(services: Services) {
  const { db } = services.database
  async function alone(post: Post): Promise<true> {
    const { surveyId } = post.names
    await withPatience(() =>
      inTransaction(db, async (tx) => store(tx, services, { ...post, caller: await admit(tx, post.caller, surveyId) })),
    )
    return true
  }
  const together = (posts: readonly Post[]) => inTransaction(db, (tx) => storePlain(tx, services, posts))
  const handfuls = new Handfuls(intakeTurns, { alone, together })

  return async (request: FastifyRequest, sent: Pick<Sent, 'caller' | 'form'>): Promise<void> => {
    const root = documentIn(sent.form.xml)
    const surveyId = await surveyOf(db, sent.caller, headOf(root).formId)
    const post = await readPost(services, request, { ...sent, root, surveyId })
    const isPlain = post.names.deprecatedId === undefined && post.named.size === 0 && !post.isIncomplete
    await (isPlain ? handfuls.pass(String(surveyId), post) : intakeTurns.pass(String(surveyId), () => alone(post)))
  }
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

async function readPost(
  services: Services,
  request: FastifyRequest,
  { caller, form, root, surveyId }: Sent,
): Promise<Post> {
  const { version: filledIn, instanceId = '', deprecatedId } = headOf(root)
  const isNamed = [instanceId, deprecatedId ?? 'none'].every((name) => name !== '' && name.length <= longestFormKey)
  if (!isNamed || deprecatedId === instanceId) throw new AppError('COLLECT_FORM_WRONG')
  const { db } = services.database
  const survey = await getIntakeSurvey(db, surveyId)
  const version = filledIn ?? survey.currentVersion ?? 0
  if (version < 1 || version > (survey.currentVersion ?? 0)) throw new AppError('COLLECT_FORM_WRONG')
  const { content } = await loadVersion(db, survey.id, version)
  const { body, files: named } = readSubmission(root, blankForm(survey, version, content), content)
  return {
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
}

/** New responses without files, of one survey. One whose name is known from a correction has to be done alone. */
async function storePlain(db: Db, services: Services, posts: readonly Post[]): Promise<readonly Outcome<true>[]> {
  const [first] = posts
  if (!first) return []
  const { surveyId } = first.names
  const callers = new Map(posts.map(({ caller }) => [caller.session.toString('hex'), caller]))
  for (const caller of callers.values()) await admit(db, caller, surveyId)
  await lockSurvey(db, surveyId)
  const known = await knownNames(db, { surveyId, names: posts.map(({ names }) => names.instanceId) })
  const plain = posts.filter(({ names }) => !known.has(names.instanceId))
  if (plain.length === 0) return []
  const taken = await takeEntries(db, { surveyId, settings: services.settings }, plain.map(entryOf))
  const outcomes = new Map(plain.map((post, at) => [post, taken[at]]))
  await writeAudits(
    db,
    [...outcomes].flatMap(([post, outcome]) =>
      isTaken(outcome) ? fromSource([createdBy(post, outcome)], post.source) : [],
    ),
  )
  return posts.map((post) => {
    const outcome = outcomes.get(post)
    return isTaken(outcome) ? true : outcome
  })
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
  const { surveyId, deprecatedId } = post.names
  const taken = await takeEntry(db, { surveyId, settings }, entryOf(post))
  if (!taken.isRepeated && deprecatedId !== undefined)
    await addName(db, { surveyId, responseId: taken.id }, { name: deprecatedId, sha256: null })
  await writeAudit(db, [createdBy(post, taken)], post.source)
}

function createdBy(post: Post, { id, isRepeated: repeated }: Taken): AuditEntry {
  return { action: 'responses.create', subjectType: 'form', subjectId: id, after: { ...aboutOf(post), repeated } }
}

function entryOf({ names: { instanceId: formKey }, caller, version, body }: Post): Entry {
  const files = { form: formKey }
  return { body, formKey, source: 'API', collector: collectorOf(caller), files, versionOf: () => version }
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
