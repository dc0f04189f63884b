import Fastify from 'fastify'
import { expect } from 'vitest'
import { locales } from '#domain/text/locale.ts'
import { wordIn } from '#words/texts.ts'
import { routes } from './app.ts'
import { envelopeSchema } from './http/envelope.ts'
import { serializerSchema } from './http/json-schema.ts'
import { openApiDocument } from './openapi/document.ts'
import { declaredEndpoints } from './test/contract-files.ts'
import { test } from './test/with-app.ts'

/** Parameter names do not matter: `/x/{id}` and `/x/{surveyId}` are the same call. */
function callOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`
}

test('each endpoint of the contract has exactly one route', async () => {
  const declared = (await declaredEndpoints()).map(callOf).sort()
  expect(routes.map((route) => callOf(route.endpoint)).sort()).toEqual(declared)
  expect(new Set(declared).size).toBe(declared.length)
})

test('the answer of every call can be written', async () => {
  const server = Fastify()
  for (const [index, { endpoint }] of routes.entries()) {
    const schema = envelopeSchema(endpoint)
    if (schema) server.get(`/${index}`, { schema: { response: { 200: serializerSchema(schema) } } }, async () => ({}))
  }
  await server.ready()
})

test('each group of calls has a name in each language', () => {
  const groups = new Set(routes.map(({ endpoint }) => endpoint.path.split('/')[1]))
  const nameless = locales.flatMap((language) =>
    [...groups]
      .filter((group) => !wordIn(language, `request.group.${group}`) && !wordIn(language, `${group}.title`))
      .map((group) => `${group} ${language}`),
  )
  expect(nameless).toEqual([])
})

test('each PUT takes its whole record, and OpenAPI names what it ignores', async () => {
  const { paths } = (await openApiDocument(routes.map((route) => route.endpoint))) as {
    paths: Record<string, { put: { requestBody: { content: { 'application/json': { schema: object } } } } }>
  }
  for (const { endpoint } of routes) {
    const { method, path, reply, body, ignores } = endpoint
    const { shape: answered } = (reply.kind === 'one' ? reply.data : {}) as { shape?: object }
    if (method !== 'PUT' || !answered) continue
    const set = Object.keys((body as { shape?: object }).shape ?? {})
    const others = Object.keys(answered).filter((name) => !set.includes(name))
    expect([path, Object.keys(ignores.shape)]).toEqual([path, expect.arrayContaining(others)])
    const { schema } = paths[`/api/v1${path}`]?.put.requestBody.content['application/json'] ?? {}
    if (others.length > 0) expect(schema).toMatchObject({ 'x-ignored': expect.arrayContaining(others) })
  }
})

test('the description names the permission of every call', async () => {
  const { paths } = (await openApiDocument(routes.map((route) => route.endpoint))) as {
    paths: Record<string, Record<string, { 'x-permission': string }>>
  }
  for (const { endpoint } of routes) {
    const operation = paths[`/api/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect([endpoint.path, operation?.['x-permission']]).toEqual([endpoint.path, endpoint.access])
  }
})

test('a duplicated prefix collapses to one', async ({ given, server }) => {
  const { token } = await given.admin()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.inject({ url: '/api/v1/api/v1/companies?page=1', headers })
  expect(answer.statusCode).toBe(200)
  expect((await server.inject({ url: '/api/v1/api/v2/companies', headers })).statusCode).toBe(404)
})
