import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator, type Simulator } from '../simulator/server.ts'
import type { PaymentProvider, SendRequest, StatusResult } from './provider.ts'
import { gsmaProvider } from './gsma.ts'

const faultMs = 3_000

let simulator: Simulator
let provider: PaymentProvider
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 20, faultMs, floatMinor: 1_000_000 })
  provider = adapter({ timeoutMs: 10_000 })
})
afterAll(() => simulator.close())

function adapter({ timeoutMs }: { timeoutMs: number }): PaymentProvider {
  return gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs })
}

function payment(suffix: string): SendRequest {
  return {
    clientRef: randomUUID(),
    amountMinor: 50_050,
    currency: 'XTS',
    msisdn: `+25884123${suffix}`,
    description: 'Household survey',
    earlierSends: 0,
  }
}

/** By our own reference alone, as after a lost answer. */
function statusOf({ clientRef }: SendRequest) {
  return provider.status({ clientRef, providerRef: undefined })
}

async function eventually(ask: () => Promise<StatusResult>, expected: object): Promise<void> {
  await vi.waitFor(async () => expect(await ask()).toEqual(expected), { timeout: 15_000, interval: 25 })
}

function paidAsOrdered({ msisdn, amountMinor, currency }: SendRequest) {
  return { kind: 'SUCCEEDED', amountMinor, currency, msisdn, providerRef: expect.stringMatching(/^SIM-/) as string }
}

function failed(code: string) {
  return { kind: 'FAILED_DEFINITE', code }
}

function unknown(reason: string) {
  return { kind: 'UNKNOWN', reason }
}

describe.concurrent('against the simulator', { timeout: 30_000 }, () => {
  test('a payment is accepted, then found by the provider’s handle and our reference', async () => {
    const sent = payment('0000')
    const accepted = await provider.send(sent)
    expect(accepted).toEqual({ kind: 'ACCEPTED', providerRef: expect.any(String) as string, pollLimit: 100 })
    const { providerRef } = accepted as { providerRef: string }
    const byHandle = () => provider.status({ clientRef: sent.clientRef, providerRef })
    await eventually(byHandle, paidAsOrdered(sent))
    expect(await statusOf(sent)).toEqual(paidAsOrdered(sent))
    expect(await provider.status({ clientRef: sent.clientRef, providerRef: randomUUID() })).toEqual(paidAsOrdered(sent))
    expect(simulator.ledger.payments()).toContainEqual(
      expect.objectContaining({ clientRef: sent.clientRef, msisdn: sent.msisdn, amountMinor: 50_050, currency: 'XTS' }),
    )
  })

  test('a final answer at once is believed at once', async () => {
    const sent = payment('9900')
    expect(await provider.send(sent)).toEqual(paidAsOrdered(sent))
  })

  test.for([
    ['9901', 'identifierError'],
    ['9912', 'insufficientFunds'],
  ] as const)('a refusal (%s) of the first send proves that nothing was paid', async ([suffix, code]) => {
    const sent = payment(suffix)
    expect(await provider.send(sent)).toEqual(failed(code))
    expect(await statusOf(sent)).toEqual({ kind: 'NOT_FOUND' })
    expect(simulator.ledger.paidCount(sent.clientRef)).toBe(0)
  })

  test('a refusal of a repeat proves nothing: the first send may have been paid', async () => {
    expect(await provider.send({ ...payment('9912'), earlierSends: 1 })).toEqual(unknown('REPEAT_REFUSED'))
  })

  test('an amount above the float is refused', async () => {
    const sent = { ...payment('0001'), amountMinor: 1_000_001 }
    expect(await provider.send(sent)).toEqual(failed('insufficientFunds'))
  })

  test.for([
    ['9902', 'maxBalanceExceeded'],
    ['9903', 'requestDeclined'],
  ] as const)('a failure after acceptance (%s) is found with its reason', async ([suffix, code]) => {
    const sent = payment(suffix)
    const accepted = await provider.send(sent)
    expect(accepted).toMatchObject({ kind: 'ACCEPTED' })
    const { providerRef } = accepted as { providerRef: string }
    await eventually(() => provider.status({ clientRef: sent.clientRef, providerRef }), failed(code))
    expect(simulator.ledger.paidCount(sent.clientRef)).toBe(0)
  })

  test.for([
    ['9904', 'CONNECTION'],
    ['9905', 'HTTP_500'],
    ['9915', 'HTTP_502'],
  ] as const)('a lost answer (%s) is unknown, sent once, and found paid by our reference', async ([suffix, reason]) => {
    const sent = payment(suffix)
    expect(await provider.send(sent)).toEqual(unknown(reason))
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
    expect(simulator.ledger.calls(sent.clientRef).filter((call) => call === 'SEND')).toHaveLength(1)
    expect(simulator.ledger.paidCount(sent.clientRef)).toBe(1)
  })

  test('an answer after our timeout is unknown, then found paid', async () => {
    const sent = payment('9907')
    expect(await adapter({ timeoutMs: 1_000 }).send(sent)).toEqual(unknown('TIMEOUT'))
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
  })

  test('a 503 is unknown; the repeat with the same reference is paid once', async () => {
    const sent = payment('9906')
    expect(await provider.send(sent)).toEqual(unknown('HTTP_503'))
    expect(await statusOf(sent)).toEqual({ kind: 'NOT_FOUND' })
    expect(await provider.send({ ...sent, earlierSends: 1 })).toMatchObject({ kind: 'ACCEPTED' })
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
    expect(simulator.ledger.paidCount(sent.clientRef)).toBe(1)
    expect(simulator.ledger.calls(sent.clientRef).slice(0, 3)).toEqual(['SEND', 'STATUS', 'SEND'])
  })

  test.for([
    ['9910', { kind: 'RATE_LIMITED', retryAfterMs: 1_000, reason: 'HTTP_429' }],
    ['9914', { kind: 'RATE_LIMITED', retryAfterMs: 5_000, reason: 'HTTP_401' }],
  ] as const)('being turned away (%s) asks for the same send later', async ([suffix, expected]) => {
    const sent = payment(suffix)
    expect(await provider.send(sent)).toEqual(expected)
    expect(await statusOf(sent)).toEqual({ kind: 'NOT_FOUND' })
    expect(await provider.send(sent)).toMatchObject({ kind: 'ACCEPTED' })
  })

  test('a payment that stays pending is accepted until it is final', async () => {
    const sent = payment('9908')
    await provider.send(sent)
    expect(await statusOf(sent)).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
  })

  test('a payment the provider does not show yet is not found, later paid', async () => {
    const sent = payment('9909')
    const { providerRef } = (await provider.send(sent)) as { providerRef: string }
    expect(await provider.status({ clientRef: sent.clientRef, providerRef })).toEqual({ kind: 'NOT_FOUND' })
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
  })

  test('a repeat of what was lost and hidden is recognised as a duplicate and paid once', async () => {
    const sent = payment('9913')
    expect(await provider.send(sent)).toEqual(unknown('CONNECTION'))
    expect(await statusOf(sent)).toEqual({ kind: 'NOT_FOUND' })
    expect(await provider.send({ ...sent, earlierSends: 1 })).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
    await eventually(() => statusOf(sent), paidAsOrdered(sent))
    expect(simulator.ledger.paidCount(sent.clientRef)).toBe(1)
  })

  test('the amount in the result is the one the provider states, not ours', async () => {
    const sent = payment('9911')
    await provider.send(sent)
    await eventually(() => statusOf(sent), { ...paidAsOrdered(sent), amountMinor: 500_500 })
  })

  test('the balance falls by what is promised', async () => {
    const currency = 'TND'
    expect(await provider.balance(currency)).toEqual({ kind: 'BALANCE', availableMinor: 1_000_000n })
    await provider.send({ ...payment('0002'), currency, amountMinor: 1_234 })
    expect(await provider.balance(currency)).toEqual({ kind: 'BALANCE', availableMinor: 998_766n })
  })

  test('an address without a server gives an unknown outcome, not a failure', async () => {
    const gone = await startSimulator({ port: 0, host: '127.0.0.1' })
    await gone.close()
    const nobody = gsmaProvider({ baseUrl: gone.url, accountId: simulatorAccountId, timeoutMs: 10_000 })
    expect(await nobody.send(payment('0003'))).toEqual(unknown('CONNECTION'))
    expect(await nobody.balance('XTS')).toEqual(unknown('CONNECTION'))
  })
})
