/**
 * The door of collecting apps (OpenRosa: FormList, Metadata and FormSubmission 1.0). An app comes with a token of one survey
 * in HTTP Basic, finds its published form, and leaves responses, which go the way of all others.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectPath } from '#domain/surveys/survey-token.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { AppError } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import { originOf } from '../http/origin.ts'
import { hashToken } from '../http/session.ts'
import { findHolder, type TokenHolder, tokenOf } from '../http/survey-token.ts'
import { intakeTurns } from '../responses/intake/entry.ts'
import { getIntakeSurvey } from '../responses/intake/intake-store.ts'
import type { Services } from '../services.ts'
import { openSurveyFile } from '../surveys/file-store.ts'
import { getGeolocation } from '../surveys/geolocation-store.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { xformOf } from '../xlsform/xform.ts'
import { collectExtras } from './collect-fields.ts'
import { formList, type ListedForm, manifest, said } from './documents.ts'
import { mostPostBytes, withReceived } from './receive.ts'
import { submit } from './submit.ts'

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
        const { files, downloadUrl } = await requireForm(services, request)
        return xml(
          reply,
          manifest(files, (id) => `${downloadUrl}/files/${id}`),
        )
      })
      door.get('/forms/:id/files/:file', async (request, reply) => {
        const { surveyId } = await identify(services, request)
        const { files } = await requireForm(services, request)
        const wanted = files.find(({ id }) => String(id) === (request.params as { file: string }).file)
        if (!wanted) throw new AppError('NOT_FOUND')
        const { mime, bytes } = await openSurveyFile(services.database.db, services, {
          surveyId,
          id: wanted.id,
          published: true,
        })
        return reply.type(mime).send(Readable.from(bytes))
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
  const holder = token === undefined ? undefined : await findHolder(database.db, ['COLLECT'], hashToken(token))
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
  const downloadUrl = `${originOf(request, services.settings)}${services.settings.basePath}${collectPath}/forms/${id}`
  return {
    id,
    name: title,
    version,
    xml: xformOf({ title, id, version, content }, collectExtras({ content, participantRequired, fence })),
    downloadUrl,
    manifestUrl: `${downloadUrl}/manifest`,
    files: content.files ?? [],
  }
}

async function requireForm(services: Services, request: FastifyRequest): Promise<ListedForm> {
  const form = await openForm(services, request)
  if (form?.id !== (request.params as { id: string }).id) throw new AppError('NOT_FOUND')
  return form
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
