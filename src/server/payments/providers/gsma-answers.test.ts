/** How the adapter reads answers that our simulator never gives: habits of other providers, and answers of proxies. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentProvider, SendRequest } from './provider.ts'
import { closeScripted, type Script, type Scripted, scriptedHttp } from '../../test/scripted-http.ts'
import { type GsmaSettings, gsmaProvider } from './gsma.ts'

afterEach(closeScripted)

/** A provider that answers each path as scripted, 404 in the GSMA's words when not. */
async function scripted(answers: Script, more: Partial<GsmaSettings> = {}) {
  const { baseUrl, received } = await scriptedHttp(answers, notFound)
  const basicAuth = { user: 'canvass', password: 'secret' }
  const fields = { baseUrl, accountId: '2999', timeoutMs: 10_000, basicAuth, apiKey: 'key', ...more }
  return { provider: gsmaProvider(fields), received, baseUrl }
}

const clientRef = randomUUID()
const sending = '/transactions/type/disbursement'
const notFound: Scripted = { status: 404, body: { errorCategory: 'identification', errorCode: 'identifierError' } }
const order: SendRequest = {
  clientRef,
  amountMinor: 7_500,
  currency: 'MZN',
  msisdn: '+258841230000',
  description: 'Household survey',
  earlierSends: 0,
}
const transaction = {
  transactionReference: 'REF-1',
  transactionStatus: 'Completed',
  amount: '75.0',
  currency: 'MZN',
  creditParty: [{ key: 'MSISDN', value: '258841230000' }],
}
const paid = { kind: 'SUCCEEDED', providerRef: 'REF-1', amountMinor: 7_500, currency: 'MZN', msisdn: '+258841230000' }

function status(provider: PaymentProvider) {
  return provider.status({ clientRef, providerRef: 'state-1' })
}

function state(fields: object): Scripted {
  return { status: 200, body: { serverCorrelationId: 'state-1', notificationMethod: 'polling', ...fields } }
}

describe('send', () => {
  test('speaks the dialect: correlation id, decimal amount, both parties, credentials', async () => {
    const { provider, received } = await scripted({ [sending]: { status: 201, body: transaction } })
    expect(await provider.send(order)).toEqual(paid)
    const [first] = received
    expect(first?.request.headers).toMatchObject({
      'x-correlationid': clientRef,
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('canvass:secret').toString('base64')}`,
      'x-api-key': 'key',
      'accept-charset': 'utf-8',
      'x-date': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/) as string,
    })
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      amount: '75.00',
      currency: 'MZN',
      debitParty: [{ key: 'accountid', value: '2999' }],
      creditParty: [{ key: 'msisdn', value: '+258841230000' }],
      requestingOrganisationTransactionReference: clientRef,
      descriptionText: 'Household survey',
    })
  })

  test.each([
    ['a gateway page', { status: 404, body: '<html>nginx</html>' }, 'HTTP_404'],
    ['a page instead of an answer', { status: 200, body: '<html>Sign in to the Wi-Fi</html>' }, 'HTTP_200'],
    ['half an answer', { status: 202, body: '{"serverCorrelationId":"st' }, 'HTTP_202'],
    ['an answer of another shape', { status: 202, body: { ok: true } }, 'HTTP_202'],
    ['an endless answer', { status: 202, body: ' '.repeat(100_000) }, 'TOO_LARGE'],
    [
      'a refusal that blames the provider',
      { status: 400, body: { errorCategory: 'internal', errorCode: 'x' } },
      'HTTP_400',
    ],
    [
      'an error that names the payment, under a 500',
      { status: 500, body: { errorCategory: 'businessRule', errorCode: 'x' } },
      'HTTP_500',
    ],
    ['an overload', { status: 503, body: { errorCategory: 'businessRule', errorCode: 'rateLimitError' } }, 'HTTP_503'],
    ['a handle that no book could hold', state({ status: 'pending', serverCorrelationId: 'a\u0000b' }), 'HTTP_200'],
    ['an unreadable amount', { status: 201, body: { ...transaction, amount: '1e3' } }, 'UNREADABLE_AMOUNT'],
    [
      'a status nobody knows',
      { status: 201, body: { ...transaction, transactionStatus: 'parked' } },
      'UNREADABLE_STATUS',
    ],
    [
      'the transaction of another payment',
      { status: 201, body: { ...transaction, requestingOrganisationTransactionReference: randomUUID() } },
      'OTHER_REFERENCE',
    ],
  ])('%s is unknown', async (_, answer, reason) => {
    const { provider } = await scripted({ [sending]: answer })
    expect(await provider.send(order)).toEqual({ kind: 'UNKNOWN', reason })
  })

  test('a redirect is not followed: the order would go to an unknown address', async () => {
    const elsewhere = await scripted({ [sending]: { status: 201, body: transaction } })
    const { provider } = await scripted({
      [sending]: { status: 307, headers: { Location: elsewhere.baseUrl + sending } },
    })
    expect(await provider.send(order)).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_307' })
    expect(elsewhere.received).toEqual([])
  })

  test('the prose spelling of an error is understood', async () => {
    const body = { errorCategory: 'BusinessRule', errorCode: 'DuplicateRequest' }
    const { provider } = await scripted({ [sending]: { status: 400, body } })
    expect(await provider.send(order)).toEqual({ kind: 'ACCEPTED', providerRef: undefined })
  })

  test('a business rule about the rate of calls is no refusal of the payment', async () => {
    const body = { errorCategory: 'businessRule', errorCode: 'rateLimitError' }
    const { provider } = await scripted({ [sending]: { status: 400, body, headers: { 'Retry-After': '7' } } })
    expect(await provider.send(order)).toEqual({ kind: 'RATE_LIMITED', retryAfterMs: 7_000, reason: 'HTTP_400' })
  })
})

describe('a refusal is told apart', () => {
  const balance = '/accounts/accountid/2999/balance'

  test('a 401 that decides about the payment is a failure, and no wrong password', async () => {
    const body = { errorCategory: 'Authorisation', errorCode: 'RequestDeclined' }
    const { provider } = await scripted({ [sending]: { status: 401, body } })
    expect(await provider.send(order)).toEqual({ kind: 'FAILED_DEFINITE', code: 'requestDeclined' })
    expect(await provider.send({ ...order, earlierSends: 1 })).toEqual({ kind: 'UNKNOWN', reason: 'REPEAT_REFUSED' })
  })

  test.each([401, 403])('a %i without such a word turns away at the door', async (code) => {
    const { provider } = await scripted({ [sending]: { status: code, body: 'no' } })
    expect(await provider.send(order)).toMatchObject({ kind: 'RATE_LIMITED', reason: `HTTP_${code}` })
  })

  test('a party that is not known is the payee when our own account is known', async () => {
    const known = { [balance]: { status: 200, body: { currentBalance: '5', currency: 'MZN' } } }
    const { provider } = await scripted({ [sending]: notFound, ...known })
    expect(await provider.send(order)).toEqual({ kind: 'FAILED_DEFINITE', code: 'identifierError' })
  })

  test('a party that is not known is our own account when that is not known either', async () => {
    const { provider } = await scripted({ [sending]: notFound })
    expect(await provider.send(order)).toEqual({ kind: 'FAILED_DEFINITE', code: 'debitAccountUnknown' })
  })

  test('which party is not known stays open when the provider fails to say', async () => {
    const { provider } = await scripted({ [sending]: notFound, [balance]: { status: 503 } })
    expect(await provider.send(order)).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_404' })
  })
})

test('nothing goes out after the deadline of a call', async () => {
  const { provider, received } = await scripted({ [sending]: { status: 201, body: transaction } })
  const late = { ...order, deadline: performance.now() }
  expect(await provider.send(late)).toEqual({ kind: 'RATE_LIMITED', retryAfterMs: 0, reason: 'NEVER_SENT' })
  expect(received).toEqual([])
})

describe('status', () => {
  test('a request on its way tells how often it may be asked for, and when it is decided', async () => {
    const expiryTime = new Date(Date.now() + 60_000).toISOString()
    const pending = state({ status: 'pending', pollLimit: 3, expiryTime })
    const { provider } = await scripted({ '/requeststates/state-1': pending })
    const result = await status(provider)
    expect(result).toMatchObject({ kind: 'ACCEPTED', providerRef: 'state-1', pollLimit: 3 })
    const { decidesInMs } = result as { decidesInMs: number }
    expect(decidesInMs).toBeGreaterThan(0)
    expect(decidesInMs).toBeLessThanOrEqual(60_000)
  })

  test('a gateway’s 404 does not mean that the payment is unknown to the provider', async () => {
    const page = { status: 404, body: '<html>nginx</html>' }
    const { provider } = await scripted({ '/requeststates/state-1': page })
    expect(await status(provider)).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_404' })
    const other = await scripted({ [`/responses/${clientRef}`]: page })
    expect(await status(other.provider)).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_404' })
  })

  test('a completed request leads to its transaction', async () => {
    const { provider } = await scripted({
      '/requeststates/state-1': state({ status: 'completed', objectReference: 'REF/1' }),
      '/transactions/REF%2F1': { status: 200, body: transaction },
    })
    expect(await status(provider)).toEqual(paid)
  })

  test('a completed request without a transaction is unknown, and never sent again', async () => {
    const { provider } = await scripted({ '/requeststates/state-1': state({ status: 'completed' }) })
    expect(await status(provider)).toEqual({ kind: 'UNKNOWN', reason: 'NO_TRANSACTION' })
    const gone = await scripted({
      '/requeststates/state-1': state({ status: 'completed', objectReference: 'REF-1' }),
    })
    expect(await status(gone.provider)).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_404' })
  })

  test('a handle of another payment is left for our own reference', async () => {
    const other = { ...transaction, requestingOrganisationTransactionReference: randomUUID() }
    const { provider } = await scripted({
      '/requeststates/state-1': state({ status: 'completed', objectReference: 'REF-2' }),
      '/transactions/REF-2': { status: 200, body: other },
      [`/responses/${clientRef}`]: { status: 200, body: { link: '/transactions/REF-1' } },
      '/transactions/REF-1': { status: 200, body: transaction },
    })
    expect(await status(provider)).toEqual(paid)
  })

  test('a failed request of which the provider made no transaction is a failure', async () => {
    const error = { errorCategory: 'businessRule', errorCode: 'dailyValueLimitExceeded' }
    const { provider } = await scripted({ '/requeststates/state-1': state({ status: 'failed', error }) })
    expect(await status(provider)).toEqual({ kind: 'FAILED_DEFINITE', code: 'dailyValueLimitExceeded' })
  })

  test('a failed repeat does not hide that the first send was paid', async () => {
    const error = { errorCategory: 'businessRule', errorCode: 'dailyValueLimitExceeded' }
    const { provider } = await scripted({
      '/requeststates/state-1': state({ status: 'failed', error }),
      [`/responses/${clientRef}`]: { status: 200, body: { link: '/transactions/REF-1' } },
      '/transactions/REF-1': { status: 200, body: transaction },
    })
    expect(await status(provider)).toEqual(paid)
  })

  test('a request that failed as a duplicate is no failure of the payment', async () => {
    const errorReference = { errorCategory: 'BusinessRule', errorCode: 'DuplicateRequest' }
    const { provider } = await scripted({ '/requeststates/state-1': state({ status: 'failed', errorReference }) })
    expect(await status(provider)).toEqual({ kind: 'UNKNOWN', reason: 'NO_TRANSACTION' })
  })

  test('a link to another host is looked up at ours: the credentials go nowhere else', async () => {
    const elsewhere = await scripted({ '/transactions/REF-1': { status: 200, body: transaction } })
    const { provider } = await scripted({
      [`/responses/${clientRef}`]: { status: 200, body: { link: `${elsewhere.baseUrl}/mm/transactions/REF-1` } },
      '/transactions/REF-1': { status: 200, body: { ...transaction, transactionStatus: 'failed' } },
    })
    expect(await status(provider)).toEqual({ kind: 'FAILED_DEFINITE', code: 'transactionFailed' })
    expect(elsewhere.received).toEqual([])
  })

  test('being turned away says nothing of the payment', async () => {
    const { provider } = await scripted({ '/requeststates/state-1': { status: 429, body: 'slow down' } })
    expect(await status(provider)).toEqual({ kind: 'RATE_LIMITED', retryAfterMs: 5_000, reason: 'HTTP_429' })
  })
})

describe('balance', () => {
  const path = '/accounts/accountid/2999/balance'

  test('falls back on the current balance where no available one is stated', async () => {
    const { provider } = await scripted({ [path]: { status: 200, body: { currentBalance: '12.34' } } })
    expect(await provider.balance('MZN')).toEqual({ kind: 'BALANCE', availableMinor: 1_234n })
  })

  test('of another currency is not taken for ours', async () => {
    const { provider } = await scripted({ [path]: { status: 200, body: { currentBalance: '12.34', currency: 'KES' } } })
    expect(await provider.balance('MZN')).toEqual({ kind: 'UNKNOWN', reason: 'UNREADABLE_BALANCE' })
  })
})

describe('names', () => {
  const path = '/accounts/msisdn/%2B258841230000/accountname'
  const ask = async (answer: Scripted) => {
    const { provider } = await scripted({ [path]: answer }, { tellsNames: true })
    return await provider.namesOf?.({ msisdn: order.msisdn })
  }

  test.each([
    [{ fullName: 'John Alan Doe', nativeName: 'John Doe' }, ['John Alan Doe', 'John Doe']],
    [{ title: 'Mr', firstName: ' John', lastName: 'Doe\u0000', fullName: '' }, ['John Doe']],
  ])('the whole names of %o are told', async (name, names) => {
    expect(await ask({ status: 200, body: { name } })).toEqual({ kind: 'NAMED', names })
  })

  test('no name, an unknown phone and silence are no names', async () => {
    expect(await ask({ status: 200, body: { name: { title: 'Mr' } } })).toEqual({ kind: 'NOT_FOUND' })
    expect(await ask(notFound)).toEqual({ kind: 'NOT_FOUND' })
    expect(await ask({ status: 503 })).toEqual({ kind: 'UNKNOWN', reason: 'HTTP_503' })
    const { provider } = await scripted({})
    expect(provider.namesOf).toBeUndefined()
  })
})
