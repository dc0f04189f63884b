import { expect } from 'vitest'
import { exceptions, operationId } from '#contract/operation-ids.ts'
import { type ErrorCode, errorStatuses } from '#domain/errors.ts'
import { programCallsPerMinute, tokenUser } from '#domain/surveys/survey-token.ts'
import { routes } from '../app.ts'
import { test } from '../test/with-app.ts'
import { openApiDocument } from './document.ts'
import { doors } from './doors.ts'
import parts from './parts.json' with { type: 'json' }
import examples from './examples.json' with { type: 'json' }

const endpoints = routes.map(({ endpoint }) => endpoint)
const byId = new Map(endpoints.map((endpoint) => [operationId(endpoint), endpoint]))

interface Operation {
  operationId: string
  parameters: { $ref?: string }[]
  security: object[]
  responses: Record<string, object>
}

function operationsIn(paths: object) {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

test('each call has an id of its own, which never changes', async () => {
  const { paths } = await openApiDocument(endpoints)
  const operations = operationsIn(paths as object)
  expect(new Set(operations.map((each) => each.operationId)).size).toBe(operations.length)
  const kept = operations.map((each) => `${each.method.toUpperCase()} ${each.path} ${each.operationId}`).sort()
  await expect(`${kept.join('\n')}\n`).toMatchFileSnapshot('operation-ids.txt')
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  expect(Object.keys(exceptions).filter((route) => !known.has(route))).toEqual([])
})

test('each shape that is referred to is there', async () => {
  const { components, paths } = await openApiDocument(endpoints)
  const text = JSON.stringify({ components, paths })
  const known = components as Record<string, object>
  const missing = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].filter(
    ([, kind = '', name = '']) => !Object.hasOwn(known[kind] ?? {}, name),
  )
  expect(missing.map(([link]) => link)).toEqual([])
})

test('each example is taken by the shape of its call', () => {
  const wrong = Object.entries(examples).flatMap(([id, example]) => {
    const taken = byId.get(id)?.body.safeParse(example)
    return taken?.success ? [] : [{ id, problems: taken?.error.issues ?? 'no such call' }]
  })
  expect(wrong).toEqual([])
})

test('what the description says of tokens and limits is so', () => {
  const { securitySchemes, responses } = parts.components
  expect(securitySchemes.token.description).toContain(`${programCallsPerMinute} calls a minute`)
  expect(securitySchemes.basic.description).toContain(`\`${tokenUser}\``)
  const codes = [...responses.TooMany.description.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)
  expect(codes.map((code) => errorStatuses[code as ErrorCode])).toEqual(codes.map(() => 429))
})

test('only a POST that keeps its answer takes an Idempotency-Key', async () => {
  const { paths } = await openApiDocument(endpoints)
  const takers = operationsIn(paths as object).filter(({ parameters }) =>
    parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
  )
  expect(new Set(takers.map(({ method }) => method))).toEqual(new Set(['post']))
  const ids = takers.map((each) => each.operationId)
  expect(ids).toEqual(expect.arrayContaining(['sendResponse', 'bulkApprovePayments']))
  expect(ids).not.toEqual(expect.arrayContaining(['createAppToken']))
})

test('no token takes a step of a payment', async () => {
  const { paths } = await openApiDocument(endpoints)
  const byTokens = operationsIn(paths as object).filter(({ security }) => security.some((way) => 'token' in way))
  const ids = byTokens.map((each) => each.operationId)
  expect(ids).toEqual(expect.arrayContaining(['listPayments', 'sendResponse', 'listCompanies']))
  expect(ids.filter((id) => /^bulk|^(?:retry|recall|resolve|reverse)Payment/.test(id))).toEqual([])
})

test('each door is where the description says, and asks for a token', async ({ server }) => {
  for (const { method, path } of operationsIn(doors)) {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const answer = await server.inject({ method: method.toUpperCase() as 'GET', url })
    expect([path, answer.statusCode]).toEqual([path, 401])
  }
})

test('the description is open to all, and begins at the address of the house', async ({ server }) => {
  const answer = await server.inject('/api/v1/openapi.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] })
  const ids = operationsIn(answer.json<{ paths: object }>().paths).map((each) => each.operationId)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
})
