/**
 * The pawaPay dialect against answers as its published description has them (Merchant API v2, 2026-05), and against what gateways
 * put in their place.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { closeScripted, type Script, type Scripted, scriptedHttp } from '../../test/scripted-http.ts'
import { dialects } from './dialects.ts'
import type { PaymentProvider, SendRequest } from './provider.ts'

afterEach(closeScripted)

const clientRef = randomUUID()
const asking = `GET /v2/payouts/${clientRef}`
const sending = 'POST /v2/payouts'
const predicting = 'POST /v2/predict-provider'
const ok = (body: unknown): Scripted => ({ status: 200, body })
const predicted = ok({ country: 'ZMB', provider: 'MTN_MOMO_ZMB', phoneNumber: '260763456789' })
const initiated = (status: string, more: object = {}) =>
  ok({ payoutId: clientRef, status, created: '2026-05-08T10:09:36Z', ...more })
const failure = (failureCode: string) => ({ failureReason: { failureCode, failureMessage: 'As it is said there' } })
const payout = (status: string, more: object = {}) =>
  ok({
    status: 'FOUND',
    data: {
      payoutId: clientRef,
      status,
      amount: '75.50',
      currency: 'ZMW',
      country: 'ZMB',
      recipient: { type: 'MMO', accountDetails: { phoneNumber: '260763456789', provider: 'MTN_MOMO_ZMB' } },
      customerMessage: 'Household survey 2026',
      created: '2026-05-08T10:09:36Z',
      ...more,
    },
  })
const order: SendRequest = {
  clientRef,
  amountMinor: 7_550,
  currency: 'ZMW',
  msisdn: '+260763456789',
  description: 'Household survey (2026), région d’Ici',
  earlierSends: 0,
}
const gateway: Scripted = { status: 502, body: '<html>Bad Gateway</html>' }

async function scripted(script: Script, timeoutMs = 10_000) {
  const { baseUrl, received } = await scriptedHttp({ [predicting]: predicted, ...script }, gateway)
  const fields = { name: 'pawapay', baseUrl, accountId: 'ours', refusesDuplicates: false, timeoutMs }
  const provider = dialects.PAWAPAY({ ...fields, credentials: { token: 'our-token' } })
  if (!provider) throw new Error('the token is there')
  return { provider, received }
}

const sent = async (answer: Scripted, more: Partial<SendRequest> = {}) =>
  (await scripted({ [sending]: answer })).provider.send({ ...order, ...more })
const status = (provider: PaymentProvider) => provider.status({ clientRef, providerRef: undefined })
const told = async (answer: Scripted) => status((await scripted({ [asking]: answer })).provider)

test('an order goes to the operator of the number, with our reference and few digits', async () => {
  const { provider, received } = await scripted({ [sending]: initiated('ACCEPTED') })
  expect(await provider.send(order)).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
  expect(received.map(({ request }) => request.headers.authorization)).toEqual(['Bearer our-token', 'Bearer our-token'])
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { phoneNumber: '+260763456789' },
    {
      payoutId: clientRef,
      amount: '75.5',
      currency: 'ZMW',
      recipient: { type: 'MMO', accountDetails: { phoneNumber: '260763456789', provider: 'MTN_MOMO_ZMB' } },
      customerMessage: 'Household survey 2026 ',
    },
  ])
  await provider.send({ ...order, amountMinor: 50_000, description: '调查' })
  expect(JSON.parse(received[3]?.body ?? '')).toMatchObject({ amount: '500' })
  expect(received[3]?.body).not.toContain('customerMessage')
})

test('where the token is missing, nothing is opened', () => {
  const fields = { name: 'p', baseUrl: 'http://x', accountId: 'x', refusesDuplicates: true, timeoutMs: 1 }
  expect(dialects.PAWAPAY({ ...fields, credentials: {} })).toBeUndefined()
})

describe('send', () => {
  test.each([
    ['a repeated reference', initiated('DUPLICATE_IGNORED')],
    ['one that waits for its operator', initiated('ACCEPTED')],
  ])('%s is taken on', async (_, answer) => {
    expect(await sent(answer)).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
  })

  test.each([
    'AMOUNT_OUT_OF_BOUNDS',
    'INVALID_AMOUNT',
    'INVALID_PHONE_NUMBER',
    'INVALID_CURRENCY',
    'INVALID_PROVIDER',
    'PAWAPAY_WALLET_OUT_OF_FUNDS',
  ])('rejected with %s, it fails, and of a repeat that proves nothing', async (code) => {
    const answer = initiated('REJECTED', failure(code))
    expect(await sent(answer)).toEqual({ kind: 'FAILED_DEFINITE', code })
    expect(await sent(answer, { earlierSends: 1 })).toEqual({ kind: 'UNKNOWN', reason: 'REPEAT_REFUSED' })
  })

  test.each(['INVALID_INPUT', 'MISSING_PARAMETER', 'UNSUPPORTED_PARAMETER', 'INVALID_PARAMETER'])(
    'a 400 with %s is a refusal, with or without its frame',
    async (code) => {
      const refused = { kind: 'FAILED_DEFINITE', code }
      expect(await sent({ status: 400, body: failure(code) })).toEqual(refused)
      expect(await sent({ status: 400, body: failure(code).failureReason })).toEqual(refused)
    },
  )

  test.each([
    ['an error of its own', { status: 500, body: failure('UNKNOWN_ERROR') }, 'HTTP_500'],
    ['a rejection for a reason unknown to itself', initiated('REJECTED', failure('UNKNOWN_ERROR')), 'UNKNOWN_ERROR'],
    ['a rejection without a reason', initiated('REJECTED'), 'HTTP_200'],
    ['a word that is not published', initiated('PARKED'), 'HTTP_200'],
    ['the answer to another payout', initiated('ACCEPTED', { payoutId: randomUUID() }), 'OTHER_REFERENCE'],
    ['a gateway page', gateway, 'HTTP_502'],
    ['a gateway page under 400', { status: 400, body: '<html>Bad Request</html>' }, 'HTTP_400'],
    ['a page instead of an answer', ok('<html>Sign in to the Wi-Fi</html>'), 'HTTP_200'],
    ['half an answer', ok('{"payoutId":"'), 'HTTP_200'],
    ['an endless answer', ok(' '.repeat(100_000)), 'TOO_LARGE'],
  ])('%s is unknown', async (_, answer, reason) => {
    expect(await sent(answer)).toEqual({ kind: 'UNKNOWN', reason })
  })

  test('an answer that never comes is unknown', async () => {
    const { provider } = await scripted({ [sending]: { status: 0 } }, 200)
    expect(await provider.send(order)).toEqual({ kind: 'UNKNOWN', reason: 'TIMEOUT' })
  })

  test.each([
    ['no token', { status: 401, body: failure('NO_AUTHENTICATION') }, 'HTTP_401'],
    ['a wrong token', { status: 403, body: failure('AUTHENTICATION_ERROR') }, 'HTTP_403'],
    ['payouts that are not allowed', { status: 403, body: failure('PAYOUTS_NOT_ALLOWED') }, 'HTTP_403'],
    ['a signature that is asked for', { status: 403, body: failure('HTTP_SIGNATURE_ERROR') }, 'HTTP_403'],
    ['too many calls', { status: 429 }, 'HTTP_429'],
    [
      'an operator that is closed',
      initiated('REJECTED', failure('PROVIDER_TEMPORARILY_UNAVAILABLE')),
      'PROVIDER_TEMPORARILY_UNAVAILABLE',
    ],
  ])('%s turns it away: nothing happened', async (_, answer, reason) => {
    expect(await sent(answer)).toMatchObject({ kind: 'RATE_LIMITED', reason })
  })
})

describe('before the order', () => {
  test.each([
    ['a number that is none', { status: 400, body: failure('INVALID_PHONE_NUMBER') }, { kind: 'FAILED_DEFINITE' }],
    [
      'another number',
      ok({ country: 'BEN', provider: 'MTN_MOMO_BEN', phoneNumber: '2290163456789' }),
      { kind: 'FAILED_DEFINITE' },
    ],
    ['a gateway page', gateway, { kind: 'RATE_LIMITED', reason: 'HTTP_502' }],
    ['an answer of another shape', ok({ provider: null }), { kind: 'RATE_LIMITED', reason: 'HTTP_200' }],
    ['a wrong token', { status: 401 }, { kind: 'RATE_LIMITED', reason: 'HTTP_401' }],
  ])('%s: nothing is sent', async (_, answer, result) => {
    const { provider, received } = await scripted({ [predicting]: answer })
    expect(await provider.send(order)).toMatchObject(result)
    expect(received.length).toBe(1)
  })

  test('no answer in time: nothing is sent', async () => {
    const { provider } = await scripted({ [predicting]: { status: 0 } }, 200)
    expect(await provider.send(order)).toMatchObject({ kind: 'RATE_LIMITED', reason: 'TIMEOUT' })
  })
})

describe('status', () => {
  const paid = { kind: 'SUCCEEDED', amountMinor: 7_550, currency: 'ZMW', msisdn: '+260763456789' }

  test('a completed payout is paid, by the reference of its operator', async () => {
    expect(await told(payout('COMPLETED', { providerTransactionId: '12356789' }))).toEqual({
      ...paid,
      providerRef: 'MTN_MOMO_ZMB/12356789',
    })
    expect(await told(payout('COMPLETED'))).toEqual({ ...paid, providerRef: clientRef })
  })

  test('a payout of another amount or number says so, for the books to compare', async () => {
    expect(await told(payout('COMPLETED', { amount: '75' }))).toMatchObject({ amountMinor: 7_500 })
    const accountDetails = { phoneNumber: '260961111111', provider: 'MTN_MOMO_ZMB' }
    expect(await told(payout('COMPLETED', { recipient: { type: 'MMO', accountDetails } }))).toMatchObject({
      msisdn: '+260961111111',
    })
  })

  test.each(['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'SUBMITTED'])(
    '%s is under way',
    async (word) => {
      expect(await told(payout(word))).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
    },
  )

  test.each([
    'RECIPIENT_NOT_FOUND',
    'WALLET_LIMIT_REACHED',
    'MANUALLY_CANCELLED',
    'PAWAPAY_WALLET_OUT_OF_FUNDS',
    'UNSPECIFIED_FAILURE',
  ])('a final failure with %s is one', async (code) => {
    expect(await told(payout('FAILED', failure(code)))).toEqual({ kind: 'FAILED_DEFINITE', code })
  })

  test('a payout that is not found was not seen', async () => {
    expect(await told(ok({ status: 'NOT_FOUND' }))).toEqual({ kind: 'NOT_FOUND' })
  })

  test.each([
    ['a failure for a reason unknown to itself', payout('FAILED', failure('UNKNOWN_ERROR')), 'UNKNOWN_ERROR'],
    ['a word that is not published', payout('PARKED'), 'UNREADABLE_STATUS'],
    ['another payout', payout('COMPLETED', { payoutId: randomUUID() }), 'OTHER_REFERENCE'],
    ['an unreadable amount', payout('COMPLETED', { amount: '1e3' }), 'UNREADABLE_AMOUNT'],
    ['a payout without its recipient', payout('COMPLETED', { recipient: null }), 'HTTP_200'],
    ['a gateway page under 404', { status: 404, body: '<html>nginx</html>' }, 'HTTP_404'],
    ['an error of its own', { status: 500, body: failure('UNKNOWN_ERROR') }, 'HTTP_500'],
    ['a gateway page', gateway, 'HTTP_502'],
  ])('%s is unknown', async (_, answer, reason) => {
    expect(await told(answer)).toEqual({ kind: 'UNKNOWN', reason })
  })
})

const wallet = (country: string, currency: string, balance: string) => ({ country, currency, balance })

test('wallets of one currency are one float', async () => {
  const balances = [wallet('SEN', 'XOF', '1000'), wallet('CIV', 'XOF', '500.00'), wallet('ZMB', 'ZMW', '20.5')]
  const { provider } = await scripted({ 'GET /v2/wallet-balances': ok({ balances }) })
  expect(await provider.balance('XOF')).toEqual({ kind: 'BALANCE', availableMinor: 1500n })
  expect(await provider.balance('ZMW')).toEqual({ kind: 'BALANCE', availableMinor: 2050n })
  expect(await provider.balance('KES')).toEqual({ kind: 'UNKNOWN', reason: 'UNREADABLE_BALANCE' })
  expect(await (await scripted({})).provider.balance('XOF')).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_502' })
})
