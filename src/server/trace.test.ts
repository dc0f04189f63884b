/** A call keeps its trace through other programs and the log. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { buildApp } from './app.ts'
import { exchange } from './payments/providers/exchange.ts'
import { caller } from './test/caller.ts'
import { mp3 } from './test/given-files.ts'
import { test } from './test/with-app.ts'
import { inTrace, traceFields, traceIn, traceOf, traceparent } from './trace.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a trace is taken from its header; a wrong header begins a new one', () => {
  expect(traceIn(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace)
  for (const wrong of [undefined, '', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${trace}-1-01`, trace])
    expect(traceIn(wrong)).toMatch(/^(?!4bf9)[0-9a-f]{32}$/)
})

test('a payment is one trace at its provider, by its reference', async () => {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['traceparent'])
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const reference = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'
  await inTrace(traceOf(reference), () => exchange({ method: 'GET', url, headers: {}, timeoutMs: 5000 }))
  server.close()
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))])
  expect(traceparent()).not.toContain(trace)
})

test('a handler with a body runs in the trace of its call; outside there is none', async ({ services, given }) => {
  const seen: object[] = []
  const stage = async () => void seen.push(traceFields())
  const server = await buildApp({ ...services, files: { ...services.files, stage } })
  const staff = caller(server, (await given.admin()).token)
  const { id } = await given.survey({ sections: [[{ code: 'sound', type: 'AUDIO' }]] })
  const file = { name: 'a.mp3', bytes: mp3 }
  await staff.call(attachments.upload, { params: { surveyId: id }, query: { question: 'sound' }, file })
  await server.close()
  expect(seen).toEqual([{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string }])
  expect(traceFields()).toEqual({})
})
