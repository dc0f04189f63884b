/**
 * The door of collecting apps (OpenRosa: FormList, Metadata and FormSubmission 1.0). An app comes with a token of one survey
 * or of a person, in HTTP Basic or in its path, finds published forms, and leaves responses, which go the way of all others.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectPath } from '#domain/surveys/survey-token.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { refusalOf } from '../http/failure.ts'
import { originOf } from '../http/origin.ts'
import type { Services } from '../services.ts'
import { openSurveyFile } from '../surveys/file-store.ts'
import { identify, keyIn } from './caller.ts'
import { filesOf, getOpenForm, hashOf, listOpenForms, type OpenForm, xmlOf } from './open-forms.ts'
import { mostPostBytes, withReceived } from './receive.ts'
import { openSubmissions } from './submit.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { element, xmlText } from '../xlsform/xml.ts'

/** The documents of the OpenRosa protocol: the list of forms, a manifest and the answer to a submission. */
const head = '<?xml version="1.0" encoding="utf-8"?>\n'

interface ListedForm {
  id: string
  name: string
  version: number
  /** MD5 of its XML. */
  hash: string
  downloadUrl: string
  manifestUrl: string
}

const field = (name: string, text: string) => element(name, {}, [xmlText(text)])

/** `isVerbose`: with a description of each form, which is its name. */
function formList(forms: readonly ListedForm[], { isVerbose }: { isVerbose: boolean }): string {
  const listed = forms.map(({ id, name, version, hash, downloadUrl, manifestUrl }) =>
    element('xform', {}, [
      field('formID', id),
      field('name', name),
      field('version', String(version)),
      field('hash', `md5:${hash}`),
      ...(isVerbose ? [field('descriptionText', name)] : []),
      field('downloadUrl', downloadUrl),
      field('manifestUrl', manifestUrl),
    ]),
  )
  return head + element('xforms', { xmlns: 'http://openrosa.org/xforms/xformsList' }, listed)
}

/** What the form names beside itself. `url`: the address of a file by its id. */
function manifest(files: readonly SurveyFile[], url: (id: number) => string): string {
  const listed = files.map(({ id, name, md5, source }) =>
    element('mediaFile', source?.startsWith('ENTITIES') ? { type: 'entityList' } : {}, [
      field('filename', name),
      field('hash', `md5:${md5}`),
      field('downloadUrl', url(id)),
    ]),
  )
  return head + element('manifest', { xmlns: 'http://openrosa.org/xforms/xformsManifest' }, listed)
}

function said(message: string, nature: 'submit_success' | 'error'): string {
  return (
    head +
    element('OpenRosaResponse', { xmlns: 'http://openrosa.org/http/response' }, [
      element('message', { nature }, [xmlText(message)]),
    ])
  )
}

const noToken = 'The token of this app is missing, has expired or was revoked. Ask for a new one.'

/** Some apps cannot send a header: their token is in the path. The log has paths without what fills them. */
const keyPath = `${collectPath}/key/:key`

export async function serveCollect(server: FastifyInstance, services: Services): Promise<void> {
  for (const prefix of [collectPath, keyPath])
    await server.register(
      (door, _, done) => {
        openDoor(door, services)
        done()
      },
      { prefix },
    )
}

function openDoor(door: FastifyInstance, services: Services): void {
  const { db } = services.database
  const submit = openSubmissions(services)
  door.setErrorHandler((error, _request, reply) => refuse(reply, error))
  door.setNotFoundHandler((_request, reply) => refuse(reply, new AppError('ROUTE_NOT_FOUND')))
  door.addHook('onRequest', (request, reply, next) => {
    void reply.headers({ 'x-openrosa-version': '1.0', date: new Date().toUTCString() })
    void reply.headers(crossOrigin(services, request))
    next()
  })
  // A browser asks before it sends a token to another origin.
  door.options('/*', (_request, reply) => reply.status(204).send())
  for (const path of ['/formList', '/formList/', '/formlist', '/formlist/'])
    door.get(path, async (request, reply) => {
      const { formID, verbose } = request.query as Record<string, string | string[] | undefined>
      const caller = await identify(db, request)
      const forms = await listOpenForms(db, caller, [formID].flat()[0])
      const listed: ListedForm[] = []
      for (const form of forms) listed.push(await listedForm(services, request, form))
      return xml(
        reply,
        formList(listed, { isVerbose: verbose !== undefined && verbose !== 'false' && verbose !== '0' }),
      )
    })
  door.get('/forms/:id', async (request, reply) => xml(reply, await xmlOf(db, await requireForm(db, request))))
  door.get('/forms/:id/manifest', async (request, reply) => {
    const form = await requireForm(db, request)
    const { downloadUrl } = addressOf(services, request, form)
    return xml(
      reply,
      manifest(await filesOf(db, form), (id) => `${downloadUrl}/files/${id}`),
    )
  })
  door.get('/forms/:id/files/:file', async (request, reply) => {
    const form = await requireForm(db, request)
    const { file } = request.params as { file: string }
    const wanted = (await filesOf(db, form)).find(({ id }) => String(id) === file)
    if (!wanted) throw new AppError('NOT_FOUND')
    const asked = { surveyId: form.survey.id, id: wanted.id, published: true }
    const { mime, bytes } = await openSurveyFile(db, services, asked)
    return reply.type(mime).send(Readable.from(bytes))
  })
  door.head('/submission', async (request, reply) => {
    await identify(db, request)
    return reply.status(204).header('x-openrosa-accept-content-length', mostPostBytes(services)).send()
  })
  door.post('/submission', { bodyLimit: mostPostBytes(services) }, async (request, reply) => {
    const caller = await identify(db, request)
    await withReceived(services, request, (form) => submit(request, { caller, form }))
    return xml(reply.status(201), said('The form has arrived.', 'submit_success'))
  })
}

/** For the pages of Enketo, where the operator names their origins. */
function crossOrigin({ settings }: Services, { headers }: FastifyRequest): Record<string, string> {
  const { origin } = headers
  if (origin === undefined || !settings.collectOrigins.includes(origin)) return {}
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'Authorization, Content-Type, X-OpenRosa-Version, X-OpenRosa-Instance-Id, Date',
    'access-control-expose-headers':
      'X-OpenRosa-Version, X-OpenRosa-Accept-Content-Length, Date, Location, WWW-Authenticate',
    'access-control-max-age': '600',
  }
}

function addressOf({ settings }: Services, request: FastifyRequest, { survey }: OpenForm) {
  const key = keyIn(request)
  const door = `${originOf(request, settings)}${settings.basePath}${collectPath}${key === undefined ? '' : `/key/${key}`}`
  const downloadUrl = `${door}/forms/${survey.encodedId}`
  return { downloadUrl, manifestUrl: `${downloadUrl}/manifest` }
}

async function listedForm(services: Services, request: FastifyRequest, form: OpenForm): Promise<ListedForm> {
  const { encodedId: id, title: name } = form.survey
  const hash = await hashOf(services.database.db, form)
  return { id, name, version: form.version, hash, ...addressOf(services, request, form) }
}

async function requireForm(db: Db, request: FastifyRequest): Promise<OpenForm> {
  const { id } = request.params as { id: string }
  return getOpenForm(db, await identify(db, request), id)
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
