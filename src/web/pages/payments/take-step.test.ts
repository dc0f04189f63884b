/** A single step against a real server, on a stand-in of the few things that it takes from the browser (seed §5, §8). */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const data = { version: 3, factsHash: 'a'.repeat(64) }
let answer: RequestListener
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, response)
})

beforeEach(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  asked.length = 0
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => base }) })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.resetModules()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

test('a step without an id returns false, logs it, and sends nothing', async () => {
  const { takeStep } = await import('./take-step.ts')
  expect(await takeStep(undefined, 'reject', data)).toBe(false)
  expect(await takeStep('', 'reject', data)).toBe(false)
  expect(console.error).toHaveBeenCalledTimes(2)
  expect(asked).toEqual([])
})

test('a step asks for the status that it leads to', async () => {
  answer = (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => response.end(JSON.stringify({ data: { outcome: 'PAYMENT', id: 7, body } })))
  }
  const { takeStep } = await import('./take-step.ts')
  const payment = await takeStep(7, 'authorize', data)
  expect(asked).toEqual(['PUT /api/v1/payments/locations/7'])
  expect(payment).toMatchObject({ body: JSON.stringify({ status: 'PROCESSING', surveyData: data }) })
})

test('a failed step is logged and thrown with the code of the server', async () => {
  answer = (_, response) => response.writeHead(403).end(JSON.stringify({ code: 'SELF_ACTION', message: 'No.' }))
  const { takeStep } = await import('./take-step.ts')
  await expect(takeStep(7, 'approve', data)).rejects.toMatchObject({ status: 403, code: 'SELF_ACTION' })
  expect(console.error).toHaveBeenCalledOnce()
})
