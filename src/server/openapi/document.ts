/** OpenAPI 3.1, generated from the endpoints that are served; `x-permission` says who may call each. */
import type * as z from 'zod/mini'
import {
  type Endpoint,
  endpoint,
  file,
  type FileReply,
  noBody,
  type ObjectSchema,
  permissionsOf,
  type Schema,
} from '#contract/endpoint.ts'
import { operationId } from '#contract/operation-ids.ts'
import { errorStatuses } from '#domain/errors.ts'
import { isForPeopleAlone } from '#domain/people/permissions.ts'
import { wordIn } from '#words/texts.ts'
import { takesKey } from '../http/call.ts'
import { apiPrefix } from '../http/dispatch.ts'
import { type Route, on } from '../http/context.ts'
import { doors } from './doors.ts'
import examples from './examples.json' with { type: 'json' }
import parts from './parts.json' with { type: 'json' }
import { namedShapes, ShapeWriter } from './shapes.ts'

type Json = Record<string, unknown>

const openApi = endpoint({
  route: 'GET /openapi.json',
  access: 'public',
  summary: 'This description',
  reply: file('application/json'),
})

/** The route that serves the description of `routes` and of itself; made once, when it is first asked for. */
export function openApiRoute(routes: readonly Route[]): Route {
  let made: Promise<Buffer> | undefined
  const endpoints = [...routes.map((route) => route.endpoint), openApi]
  return on(openApi, async ({ services: { settings } }): Promise<FileReply> => {
    const address = `${settings.publicUrl ?? ''}${settings.basePath}` || '/'
    made ??= openApiDocument(endpoints, address).then((document) => Buffer.from(JSON.stringify(document)))
    return { name: 'openapi.json', mime: 'application/json', disposition: 'inline', bytes: await made }
  })
}

/** `address`: where the paths begin. */
export async function openApiDocument(endpoints: readonly Endpoint[], address = '/'): Promise<Json> {
  const document = new Document(new ShapeWriter(await namedShapes()))
  // What goes out takes the plain names.
  const replies = new Map(endpoints.map((entry) => [entry, document.reply(entry)]))
  const paths: Record<string, Json> = {}
  for (const entry of endpoints) {
    const item = (paths[apiPrefix + entry.path] ??= {})
    item[entry.method.toLowerCase()] = document.operation(entry, replies.get(entry) ?? {})
  }
  return {
    openapi: '3.1.0',
    info: parts.info,
    servers: [{ url: address }],
    tags: [...new Set(endpoints.map(tagOf)), 'collect', 'odata'].map((name) => ({ name, description: titleOf(name) })),
    paths: { ...paths, ...doors },
    components: {
      ...parts.components,
      responses: { ...parts.components.responses, ...document.responses },
      schemas: { ...parts.components.schemas, ErrorCode: errorCode, ...document.shapes.schemas },
    },
  }
}

/** Codes of this version; more may come. */
const errorCode = { type: 'string', 'x-extensible-enum': Object.keys(errorStatuses) }

function tagOf({ path }: Endpoint): string {
  return path.split('/')[1] ?? ''
}

function titleOf(tag: string): string {
  return wordIn('en', `request.group.${tag}`) ?? wordIn('en', `${tag}.title`) ?? tag
}

class Document {
  /** Answers with one record or a list of a named shape, by its name. */
  readonly responses: Record<string, Json> = {}
  readonly shapes: ShapeWriter

  constructor(shapes: ShapeWriter) {
    this.shapes = shapes
  }

  operation(entry: Endpoint, reply: Json): Json {
    const security = callersOf(entry).map((name) => ({ [name]: [] }))
    return {
      operationId: operationId(entry),
      summary: entry.summary,
      tags: [tagOf(entry)],
      'x-permission': entry.access,
      security,
      parameters: [
        ...this.#parameters('path', entry.params),
        ...this.#parameters('query', entry.query),
        ...(takesKey(entry) ? [ref('parameters', 'IdempotencyKey')] : []),
      ],
      ...this.#body(entry),
      responses: {
        [entry.status]: reply,
        ...(entry.later && { [entry.later]: reply }),
        '4XX': ref('responses', 'Refused'),
        ...(isLimited(entry) && { '429': ref('responses', 'TooMany') }),
      },
    }
  }

  reply({ reply }: Endpoint): Json {
    switch (reply.kind) {
      case 'one':
        return this.#answer(this.shapes.nameOf(reply.data), 'Envelope', {
          data: this.shapes.write(reply.data, 'output'),
        })
      case 'list': {
        const rows = { type: 'array', items: this.shapes.write(reply.row, 'output') }
        const name = this.shapes.nameOf(reply.row)
        const extra = reply.extra && this.shapes.write(reply.extra, 'output')
        return this.#answer(
          name && !extra ? `${name}List` : undefined,
          'ListEnvelope',
          { data: rows, list: rows },
          extra,
        )
      }
      case 'fields': {
        const fields = this.shapes.write(reply.fields, 'output')
        return this.#answer(undefined, 'Envelope', { data: fields }, fields)
      }
      case 'file':
        return { description: 'The file', content: { [reply.mime]: {} } }
    }
  }

  /** One of the two envelopes with what it carries; kept under its name where it has one. */
  #answer(name: string | undefined, envelope: 'Envelope' | 'ListEnvelope', properties: Json, extra?: Json): Json {
    const own = { type: 'object', required: Object.keys(properties), properties }
    const allOf = [ref('schemas', envelope), own, ...(extra ? [extra] : [])]
    const response = { description: 'Done', content: { 'application/json': { schema: { allOf } } } }
    if (name === undefined) return response
    this.responses[name] ??= response
    return ref('responses', name)
  }

  #parameters(place: 'path' | 'query', shape: ObjectSchema): Json[] {
    return Object.entries(shape.shape as Record<string, z.ZodMiniType>).map(([name, schema]) => {
      const required = place === 'path' || !schema.safeParse(undefined).success
      const json = this.shapes.write(schema, 'input')
      return { name, in: place, required, schema: json }
    })
  }

  #body(entry: Endpoint): Json {
    const { body, upload } = entry
    const content: Record<string, Json> = {}
    const json = (body as unknown) === noBody ? undefined : this.#own(entry)
    const { ids } = ((body as { shape?: object }).shape ?? {}) as { ids?: Schema }
    const example = (examples as Record<string, object>)[operationId(entry)]
    if (json && !(upload?.required && upload.json === undefined))
      content['application/json'] = {
        schema: ids ? { anyOf: [json, this.shapes.write(ids, 'input')] } : json,
        ...(example !== undefined && { example }),
      }
    if (upload) {
      const properties = {
        ...(upload.json && json ? { [upload.json]: json } : {}),
        [upload.file]: { type: 'string', format: 'binary', maxLength: upload.maxBytes },
      }
      content['multipart/form-data'] = { schema: { type: 'object', properties } }
    }
    return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
  }

  /** `x-ignored`: the fields that the call takes, as they are in the record, but does not read. */
  #own({ body, ignores }: Endpoint): Json {
    const json = this.shapes.write(body, 'input')
    const ignored = Object.keys(ignores.shape)
    return ignored.length === 0 ? json : { ...json, 'x-ignored': ignored }
  }
}

/** The security schemes by which the call may be made; none where it is open. */
function callersOf({ access, tokens, takesApps }: Endpoint): (keyof typeof parts.components.securitySchemes)[] {
  if (access === 'public') return []
  const isForPrograms = takesApps || permissionsOf(access).some((name) => !isForPeopleAlone(name))
  return ['session', ...(isForPrograms ? ['token' as const] : []), ...(tokens ? ['surveyToken' as const] : [])]
}

/** Calls with a limit of their own, beside the one that tokens have on all calls. */
function isLimited({ access, path, later, status, upload, tokens }: Endpoint): boolean {
  return access === 'public' || path.startsWith('/auth/') || later === 202 || status === 202 || !!upload || !!tokens
}

function ref(kind: 'schemas' | 'responses' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}
