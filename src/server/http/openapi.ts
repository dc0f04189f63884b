/** OpenAPI 3.1, generated from the endpoints that are served; `x-permission` says who may call each. */
import type * as z from 'zod/mini'
import { type Endpoint, endpoint, file, noBody, type ObjectSchema } from '#contract/endpoint.ts'
import { apiPrefix } from './dispatch.ts'
import { type Route, on } from './context.ts'
import { envelopeSchema } from './envelope.ts'
import { openApiSchema } from './json-schema.ts'

const openApi = endpoint({
  route: 'GET /openapi.json',
  access: 'session',
  summary: 'This description',
  reply: file('application/json'),
})

/** The route that serves the description of `routes` and of itself; made once, when it is first asked for. */
export function openApiRoute(routes: readonly Route[]): Route {
  let made: Buffer | undefined
  return on(openApi, () => {
    made ??= Buffer.from(JSON.stringify(openApiDocument([...routes.map((route) => route.endpoint), openApi])))
    return Promise.resolve({ name: 'openapi.json', mime: 'application/json', disposition: 'inline', bytes: made })
  })
}

export function openApiDocument(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const entry of endpoints) {
    const item = (paths[apiPrefix + entry.path] ??= {})
    item[entry.method.toLowerCase()] = operation(entry)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Canvass', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusal },
    },
  }
}

function operation(entry: Endpoint): object {
  return {
    summary: entry.summary,
    tags: [entry.path.split('/')[1]],
    'x-permission': entry.access,
    security: entry.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parametersIn('path', entry.params), ...parametersIn('query', entry.query)],
    ...requestBody(entry),
    responses: {
      [entry.status]: { description: 'Done', content: replyContent(entry) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function parametersIn(place: 'path' | 'query', shape: ObjectSchema): object[] {
  return Object.entries(shape.shape as Record<string, z.ZodMiniType>).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !schema.safeParse(undefined).success,
    schema: openApiSchema(schema, 'input'),
  }))
}

function requestBody({ body, ignores, upload }: Endpoint): object {
  const content: Record<string, object> = {}
  const json = (body as unknown) === noBody ? undefined : withReadOnly(openApiSchema(body, 'input'), ignores)
  const { ids } = (json?.['properties'] ?? {}) as { ids?: object }
  if (json && !(upload?.required && upload.json === undefined))
    content['application/json'] = { schema: ids ? { anyOf: [json, ids] } : json }
  if (upload) {
    const properties = {
      ...(upload.json && json ? { [upload.json]: json } : {}),
      [upload.file]: { type: 'string', format: 'binary', maxLength: upload.maxBytes },
    }
    content['multipart/form-data'] = { schema: { type: 'object', properties } }
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
}

/** Adds the fields that the call takes but does not read, and marks them so. */
function withReadOnly(json: Record<string, unknown>, ignores: ObjectSchema): Record<string, unknown> {
  const { properties = {} } = openApiSchema(ignores, 'output') as { properties?: Record<string, object> }
  const names = Object.keys(properties)
  if (names.length === 0) return json
  const readOnly = Object.fromEntries(names.map((name) => [name, { ...properties[name], readOnly: true }]))
  return { ...json, properties: { ...(json['properties'] as object), ...readOnly } }
}

function replyContent(entry: Endpoint): object {
  const schema = envelopeSchema(entry)
  if (schema) return { 'application/json': { schema: openApiSchema(schema, 'output') } }
  const mime = entry.reply.kind === 'file' ? entry.reply.mime : 'application/json'
  return { [mime]: {} }
}

const refusal = {
  type: 'object',
  required: ['success', 'message', 'error', 'statusCode', 'code'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    error: { type: 'string', description: 'The same text as `message`' },
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    data: {},
    list: { type: 'null' },
    total: { type: 'null' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    moreErrors: { type: 'integer', description: 'How many problems `errors` leaves out' },
  },
}
