import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator, type Simulator, type SimulatorOptions } from './server.ts'

let folder: string
let running: Simulator[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  running = []
})
afterEach(async () => {
  for (const simulator of running) await simulator.close()
  rmSync(folder, { recursive: true })
})

async function simulate(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0, ...options })
  running.push(simulator)
  return simulator
}

const body = {
  amount: '500.00',
  currency: 'MZN',
  debitParty: [{ key: 'accountid', value: 'FLOAT-MZN' }],
  creditParty: [{ key: 'msisdn', value: '+258841230000' }],
}

async function post({ url }: Simulator, clientRef: string, changed: object = {}) {
  const response = await fetch(`${url}/transactions/type/disbursement`, {
    method: 'POST',
    headers: { 'X-CorrelationID': clientRef, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, ...changed }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

async function get({ url }: Simulator, path: string) {
  const response = await fetch(url + path)
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

test('a hundred sends of one reference at the same time are one payment', async () => {
  const simulator = await simulate()
  const clientRef = randomUUID()
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(simulator, clientRef)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
  const others = answers.filter(({ status }) => status === 400)
  expect(new Set(others.map(({ json }) => json['errorCode']))).toEqual(new Set(['duplicateRequest']))
  expect(others).toHaveLength(99)
  expect(simulator.ledger.paidCount(clientRef)).toBe(1)
  expect(simulator.ledger.payments()).toHaveLength(1)
})

test('money moves only when the delay is over', async () => {
  const simulator = await simulate({ delayMs: 60_000 })
  const clientRef = randomUUID()
  const { json } = await post(simulator, clientRef)
  expect(await get(simulator, `/requeststates/${String(json['serverCorrelationId'])}`)).toMatchObject({
    status: 200,
    json: { status: 'pending' },
  })
  expect(simulator.ledger.payments()).toEqual([])
  expect((await get(simulator, '/accounts/accountid/FLOAT-MZN/balance')).json).toMatchObject({
    currentBalance: '100000000.00',
    availableBalance: '99999500.00',
    reservedBalance: '500.00',
  })
})

test('a restart forgets nothing: payments, float and references', async () => {
  const ledgerFile = join(folder, 'books', 'simulator.jsonl')
  const options = { ledgerFile, floatMinor: 60_000 }
  const before = await simulate(options)
  const clientRef = randomUUID()
  const { json } = await post(before, clientRef)
  const payments = before.ledger.payments()
  await before.close()

  const after = await simulate(options)
  expect(after.ledger.payments()).toEqual(payments)
  expect(payments).toHaveLength(1)
  expect((await get(after, `/requeststates/${String(json['serverCorrelationId'])}`)).json).toMatchObject({
    status: 'completed',
  })
  expect((await post(after, clientRef)).json).toMatchObject({ errorCode: 'duplicateRequest' })
  expect((await post(after, randomUUID())).json).toMatchObject({ errorCode: 'insufficientFunds' })
  expect(after.ledger.paidCount(clientRef)).toBe(1)
})

test('a line torn by a crash is dropped, and the books go on cleanly', async () => {
  const ledgerFile = join(folder, 'simulator.jsonl')
  const before = await simulate({ ledgerFile })
  await post(before, randomUUID())
  await before.close()
  appendFileSync(ledgerFile, '{"clientRef":"torn')

  const torn = await simulate({ ledgerFile })
  await post(torn, randomUUID())
  expect(torn.ledger.payments()).toHaveLength(2)
  await torn.close()
  expect((await simulate({ ledgerFile })).ledger.payments()).toEqual(torn.ledger.payments())
  expect(readFileSync(ledgerFile, 'utf8').split('\n')).toHaveLength(3)
})

test.each([
  ['a correlation id that is no UUID', 'abc', {}],
  ['a leading zero', randomUUID(), { amount: '0500' }],
  ['a negative amount', randomUUID(), { amount: '-5' }],
  ['an amount of nothing', randomUUID(), { amount: '0.00' }],
  ['more decimals than the currency has', randomUUID(), { amount: '1.5', currency: 'UGX' }],
  ['a payee that is no phone number', randomUUID(), { creditParty: [{ key: 'msisdn', value: '84' }] }],
])('%s is refused as not valid', async (_, clientRef, changed) => {
  const simulator = await simulate()
  expect(await post(simulator, clientRef, changed)).toMatchObject({
    status: 400,
    json: { errorCategory: 'validation' },
  })
  expect(simulator.ledger.payments()).toEqual([])
})

test('what does not exist is a 404 in the words of the dialect', async () => {
  const simulator = await simulate()
  const elsewhere = { debitParty: [{ key: 'accountid', value: '2999' }] }
  expect(await post(simulator, randomUUID(), elsewhere)).toMatchObject({ status: 404 })
  const paths = [
    '',
    '/requeststates/x',
    `/responses/${randomUUID()}`,
    '/transactions/x',
    '/accounts/accountid/x/balance',
  ]
  for (const path of paths) {
    expect(await get(simulator, path)).toMatchObject({ status: 404, json: { errorCategory: 'identification' } })
  }
  expect(await get(simulator, '/heartbeat')).toMatchObject({ status: 200, json: { serviceStatus: 'available' } })
})
