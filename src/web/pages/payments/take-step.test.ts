/** A step against a real server, on a stand-in of the few things that it takes from the browser (seed §5, §8). */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenPayment } from './test/given-payment.ts'

let answer: RequestListener
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push([request.method, request.url, request.headers['idempotency-key']].join(' '))
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
  expect(await takeStep('reject', { ids: [], versions: {}, expectedTotal: [] }, 'k')).toBe(false)
  expect(console.error).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

test('a step goes by the bulk call with its key and what was seen of the payment', async () => {
  let body = ''
  answer = (request, response) => {
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => response.end(JSON.stringify({ data: { succeeded: 1, results: [{ id: 7, code: 'OK' }] } })))
  }
  const { sentOf, takeStep } = await import('./take-step.ts')
  const seen = givenPayment({ paymentId: 7, version: 3 })
  const reason = { reason: 'OTHER', reasonText: 'Twice.' }
  expect(await takeStep('reject', sentOf(seen, reason), 'k')).toMatchObject({ results: [{ id: 7, code: 'OK' }] })
  expect(asked).toEqual(['POST /api/v1/payments/bulk-reject k'])
  const money = { expectedTotal: [{ amount: '5.00', currency: 'MZN' }] }
  expect(JSON.parse(body)).toEqual({ ids: [7], versions: { 7: 3 }, ...money, ...reason })
})

test('a failed step is logged and thrown with the code of the server', async () => {
  answer = (_, response) => response.writeHead(403).end(JSON.stringify({ code: 'SELF_ACTION', message: 'No.' }))
  const { sentOf, takeStep } = await import('./take-step.ts')
  const failed = takeStep('approve', sentOf(givenPayment()), 'k')
  await expect(failed).rejects.toMatchObject({ status: 403, code: 'SELF_ACTION' })
  expect(console.error).toHaveBeenCalledOnce()
})
