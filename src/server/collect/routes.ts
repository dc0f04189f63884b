/**
 * The door of collecting apps (OpenRosa: FormList, Metadata and FormSubmission 1.0). An app comes with a token of one survey
 * in HTTP Basic, finds its published form, and leaves responses, which go the way of all others.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectPath } from '#domain/survey-token.ts'
import type { SurveyContent } from '#domain/survey.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'
import { intakeRefusal } from '#domain/intake.ts'
import { type EntryBody, EntryFields, longestFormKey } from '#contract/entry.ts'
import { problemsOf } from '#contract/problems.ts'
import { type AuditEntry, writeAudit } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, refuse as refuseIntake } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import { withPatience } from '../http/patience.ts'
import { isStored, takeEntry } from '../responses/entry.ts'
import { intakeTurns } from '../responses/intake-turns.ts'
import { getIntakeSurvey, type IntakeSurvey, lockIntakeSurvey, lockSurvey } from '../responses/intake-store.ts'
import type { Services } from '../services.ts'
import { getGeolocation } from '../surveys/geolocation-store.ts'
import { findHolder, type TokenHolder, tokenOf } from '../http/survey-token.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { blankInstance, xformOf } from '../xlsform/xform.ts'
import { collectExtras } from './collect-fields.ts'
import { formList, type ListedForm, manifest, said } from './documents.ts'
import { headOf, readSubmission } from './read-submission.ts'
import { readXml, type XmlNode } from './read-xml.ts'
import { documentIn, mostPostBytes, type ReceivedForm, withReceived } from './receive.ts'
import { fileAnswers, judgeFiles, keepFiles } from './submission-files.ts'

const noToken = 'The token of this app is missing, has expired or was revoked. Ask for a new one.'

export async function serveCollect(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(
    (door, _, done) => {
      door.setErrorHandler((error, _request, reply) => refuse(reply, error))
      door.setNotFoundHandler((_request, reply) => refuse(reply, new AppError('ROUTE_NOT_FOUND')))
      door.addHook('onRequest', (_request, reply, next) => {
        void reply.headers({ 'x-openrosa-version': '1.0', date: new Date().toUTCString() })
        next()
      })
      door.get('/formList', async (request, reply) => {
        const form = await openForm(services, request)
        return xml(reply, formList(form ? [form] : []))
      })
      door.get('/forms/:id', async (request, reply) => xml(reply, (await requireForm(services, request)).xml))
      door.get('/forms/:id/manifest', async (request, reply) => {
        await requireForm(services, request)
        return xml(reply, manifest())
      })
      door.head('/submission', async (request, reply) => {
        await identify(services, request)
        return reply.status(204).header('x-openrosa-accept-content-length', mostPostBytes(services)).send()
      })
      door.post('/submission', { bodyLimit: mostPostBytes(services) }, async (request, reply) => {
        const holder = await identify(services, request)
        await withReceived(services, request, (form) =>
          intakeTurns.pass(String(holder.surveyId), () => submit(services, request, { holder, form })),
        )
        return xml(reply.status(201), said('The form has arrived.', 'submit_success'))
      })
      done()
    },
    { prefix: collectPath },
  )
}

/** UNAUTHORIZED without a token that lives. */
async function identify({ database }: Services, request: FastifyRequest): Promise<TokenHolder> {
  const token = tokenOf(request.headers.authorization)
  const holder = token === undefined ? undefined : await findHolder(database.db, 'COLLECT', token)
  if (!holder) throw new AppError('UNAUTHORIZED')
  return holder
}

/** The form of the token's survey; undefined while it takes nothing. */
async function openForm(services: Services, request: FastifyRequest): Promise<ListedForm | undefined> {
  const { surveyId } = await identify(services, request)
  const { db } = services.database
  const survey = await getIntakeSurvey(db, surveyId)
  if (survey.currentVersion === null || intakeRefusal(survey, new Date())) return undefined
  const { number: version, content } = await loadVersion(db, surveyId, survey.currentVersion)
  const { mode: fence } = await getGeolocation(db, surveyId)
  const participantRequired = survey.participantRequired || survey.isListed
  const { encodedId: id, title } = survey
  const downloadUrl = `${originOf(request)}${services.settings.basePath}${collectPath}/forms/${id}`
  return {
    id,
    name: title,
    version,
    xml: xformOf({ title, id, version, content }, collectExtras({ content, participantRequired, fence })),
    downloadUrl,
    manifestUrl: `${downloadUrl}/manifest`,
  }
}

async function requireForm(services: Services, request: FastifyRequest): Promise<ListedForm> {
  const form = await openForm(services, request)
  if (form?.id !== (request.params as { id: string }).id) throw new AppError('NOT_FOUND')
  return form
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

async function submit(
  services: Services,
  request: FastifyRequest,
  { holder, form: { xml: bytes, files, isIncomplete } }: { holder: TokenHolder; form: ReceivedForm },
): Promise<void> {
  const root = documentIn(bytes)
  const { formId, version, instanceId = '' } = headOf(root)
  if (instanceId === '' || instanceId.length > longestFormKey) throw new AppError('COLLECT_FORM_WRONG')
  const { settings, database } = services
  const survey = await getIntakeSurvey(database.db, holder.surveyId)
  const filledIn = version ?? survey.currentVersion ?? 0
  if (survey.encodedId !== formId || filledIn < 1 || filledIn > (survey.currentVersion ?? 0))
    throw new AppError('COLLECT_FORM_WRONG')
  const { content } = await loadVersion(database.db, survey.id, filledIn)
  const { body: sent, files: named } = readSubmission(root, blankForm(survey, filledIn, content), content)
  const body = inBounds(sent)
  const judged = await judgeFiles(services, files, { named, content })
  const ofForm = { surveyId: survey.id, instanceId }
  await withPatience(() =>
    inTransaction(database.db, async (db) => {
      if (judged.length > 0) {
        // The same form sent twice at once: the second meets the files of the first.
        await lockSurvey(db, survey.id)
        await keepFiles(db, services, { ...ofForm, judged })
      }
      const about = { surveyId: survey.id, clientUuid: instanceId, source: 'API', collector: holder.name }
      if (isIncomplete) {
        // What a closed survey would not take needs no files.
        const locked = await lockIntakeSurvey(db, survey.id)
        if (!(await isStored(db, ofForm))) refuseIntake(intakeRefusal(locked, new Date()))
        await note(db, request, {
          action: 'responses.attach',
          subjectType: 'survey',
          subjectId: survey.id,
          after: about,
        })
        return
      }
      const answers = { ...body.answers, ...(await fileAnswers(db, ofForm, named)) }
      const { id, isRepeated } = await takeEntry(
        db,
        survey.id,
        { ...body, answers },
        {
          formKey: instanceId,
          source: 'API',
          collector: { token: holder.id },
          files: { form: instanceId },
          settings,
          versionOf: () => filledIn,
        },
      )
      const after = { ...about, repeated: isRepeated }
      await note(db, request, { action: 'responses.create', subjectType: 'form', subjectId: id, after })
    }),
  )
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

/** On the trail no person does it: the app has no account. */
async function note(db: Db, request: FastifyRequest, entry: AuditEntry): Promise<void> {
  await writeAudit(db, [entry], { actorId: 0, requestId: request.id, address: request.ip })
}

/** In words, which the app shows to its user: each problem with the code of its question. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalOf(error)
  const { code, status, message, details } = refusal ?? new AppError('INTERNAL')
  if (!refusal) reply.request.log.error({ err: error, requestId: reply.request.id }, 'unexpected error')
  if (code === 'UNAUTHORIZED') void reply.header('www-authenticate', 'Basic realm="Canvass", charset="UTF-8"')
  if (details.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds)
  const problems = (details.errors ?? []) as FieldProblem[]
  const words = problems.map((found) => `${found.path.replace(/^answers\./, '')}: ${problemText(found)}`)
  const text = code === 'UNAUTHORIZED' ? noToken : message
  return xml(reply.status(status), said([text, ...words].join(' '), 'error'))
}

function xml(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8').send(text)
}
