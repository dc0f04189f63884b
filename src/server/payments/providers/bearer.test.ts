/** The GSMA dialect with tokens: one for many calls, a fresh one once, and nothing of a payment without any. */
import { createHash, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { closeScripted, type Scripted, scriptedHttp } from '../../test/scripted-http.ts'
import { dialects } from './dialects.ts'
import type { ProviderAnswer } from './provider.ts'

afterEach(closeScripted)

const sending = '/transactions/type/disbursement'
const tokens = 'POST /oauth/accesstoken'
const token = (value: string, expires_in: unknown = 3599): Scripted => ({
  status: 200,
  body: { access_token: value, token_type: 'BearerToken', expires_in },
})
const pending: Scripted = {
  status: 202,
  body: { serverCorrelationId: 'state-1', status: 'pending', notificationMethod: 'polling' },
}
const signedOut: Scripted = {
  status: 401,
  body: { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' },
}

function order(heard?: (answer: ProviderAnswer) => void) {
  const facts = { amountMinor: 7_500, currency: 'MZN', msisdn: '+258841230000', description: 'x', earlierSends: 0 }
  return { ...facts, clientRef: randomUUID(), heard }
}

async function scripted(script: Record<string, Scripted | readonly Scripted[]>) {
  const { baseUrl, received } = await scriptedHttp(script, { status: 502, body: '<html>Bad Gateway</html>' })
  const provider = dialects.GSMA({
    name: 'gsma',
    baseUrl,
    accountId: '2999',
    refusesDuplicates: true,
    timeoutMs: 500,
    credentials: { clientId: 'us', clientSecret: 'our-secret', contentHash: 'on' },
  })
  if (!provider) throw new Error('the credentials are there')
  const asked = () => received.map(({ request }) => [request.url, request.headers.authorization])
  return { provider, received, asked }
}

const basic = `Basic ${Buffer.from('us:our-secret').toString('base64')}`

test('many sends at once share one token, and each body goes with its hash', async () => {
  const { provider, received, asked } = await scripted({ [tokens]: token('t-1', '3599'), [sending]: pending })
  const results = await Promise.all([1, 2, 3].map(() => provider.send(order())))
  expect(results).toEqual(Array.from({ length: 3 }, () => ({ kind: 'ACCEPTED', providerRef: 'state-1' })))
  const sends = Array.from({ length: 3 }, () => [sending, 'Bearer t-1'])
  expect(asked()).toEqual([['/oauth/accesstoken', basic], ...sends])
  expect(received[0]?.body).toBe('grant_type=client_credentials')
  for (const { body, request } of received.slice(1))
    expect(request.headers['x-content-hash']).toBe(createHash('sha256').update(body).digest('hex'))
})

test('a token that is about to expire is not used', async () => {
  const { provider, asked } = await scripted({ [tokens]: [token('t-1', 20), token('t-2')], [sending]: pending })
  await provider.send(order())
  await provider.send(order())
  expect(asked().filter(([url]) => url === '/oauth/accesstoken').length).toBe(2)
  expect(asked().at(-1)).toEqual([sending, 'Bearer t-2'])
})

test('a token that is refused is replaced once, for all that had it', async () => {
  const { provider, asked } = await scripted({
    [tokens]: [token('t-1'), token('t-2')],
    [sending]: [signedOut, signedOut, pending],
  })
  const results = await Promise.all([provider.send(order()), provider.send(order())])
  expect(results.map(({ kind }) => kind)).toEqual(['ACCEPTED', 'ACCEPTED'])
  expect(asked().filter(([url]) => url === '/oauth/accesstoken').length).toBe(2)
  const refused = await scripted({ [tokens]: [token('t-1'), token('t-2')], [sending]: signedOut })
  expect(await refused.provider.send(order())).toMatchObject({ kind: 'RATE_LIMITED', reason: 'HTTP_401' })
  expect(refused.asked().length).toBe(4)
})

test('a 401 that decides about the payment asks for no other token', async () => {
  const declined = { status: 401, body: { errorCategory: 'authorisation', errorCode: 'requestDeclined' } }
  const { provider, asked } = await scripted({ [tokens]: token('t-1'), [sending]: declined })
  expect(await provider.send(order())).toEqual({ kind: 'FAILED_DEFINITE', code: 'requestDeclined' })
  expect(asked().length).toBe(2)
})

test.each([
  ['wrong credentials', { status: 401, body: { error: 'invalid_client' } }, 'HTTP_401', 'HTTP_401'],
  ['a wrong client', { status: 400, body: { error: 'invalid_client' } }, 'HTTP_401', 'HTTP_400'],
  ['a gateway page', { status: 503, body: '<html></html>' }, 'HTTP_503', 'HTTP_503'],
  ['an answer without a token', { status: 200, body: { access_token: '' } }, 'HTTP_200', 'HTTP_200'],
  ['no answer', { status: 0 }, 'TIMEOUT', 'TIMEOUT'],
])('%s instead of a token: nothing is sent, and why is kept', async (_, answer, reason, text) => {
  const { provider, asked } = await scripted({ [tokens]: [answer, token('t-2')], [sending]: pending })
  const heard: ProviderAnswer[] = []
  expect(await provider.send(order((one) => heard.push(one)))).toMatchObject({ kind: 'RATE_LIMITED', reason })
  expect(asked().length).toBe(1)
  expect(heard).toEqual([{ question: 'POST /oauth/accesstoken', httpStatus: null, text }])
  expect(await provider.send(order())).toMatchObject({ kind: 'ACCEPTED' })
})

test('an answer that says our token again is kept without it', async () => {
  const echo = { status: 200, body: { got: 'Bearer t-secret-1' } }
  const { provider } = await scripted({ [tokens]: token('t-secret-1'), [sending]: echo })
  const heard: ProviderAnswer[] = []
  await provider.send(order((one) => heard.push(one)))
  expect(heard.map(({ text }) => text)).toEqual(['{"got":"Bearer •••"}'])
})

test.each([
  [{ status: 200, body: { serviceStatus: 'available' } }, { kind: 'AVAILABLE' }],
  [{ status: 200, body: { serviceStatus: 'degraded', delay: 1200 } }, { kind: 'AVAILABLE' }],
  [
    { status: 200, body: { serviceStatus: 'unavailable' } },
    { kind: 'UNKNOWN', reason: 'SERVICE_UNAVAILABLE' },
  ],
  [
    { status: 200, body: '<html>Sign in to the Wi-Fi</html>' },
    { kind: 'UNKNOWN', reason: 'HTTP_200' },
  ],
  [signedOut, { kind: 'RATE_LIMITED', reason: 'HTTP_401' }],
])('the heartbeat tells whether the provider is there', async (answer, result) => {
  const { provider } = await scripted({ [tokens]: token('t-1'), '/heartbeat': answer })
  expect(await provider.check?.()).toMatchObject(result)
})

test.each([{ clientId: 'us' }, { clientSecret: 'x' }, { user: 'us' }, { password: 'x' }])(
  'half of what lets us in opens nothing: %j',
  (credentials) => {
    const fields = { name: 'p', baseUrl: 'http://x', accountId: 'x', refusesDuplicates: true, timeoutMs: 1 }
    expect(dialects.GSMA({ ...fields, credentials })).toBeUndefined()
  },
)

test.each([
  ['/token', true],
  ['https://pay.example/elsewhere/token', true],
  ['https://pay.example.evil/token', false],
  ['http://pay.example/token', false],
  ['//evil.example/token', true],
  ['token', false],
])('tokens are asked for at the provider alone: %s', (tokenUrl, isOpened) => {
  const fields = { name: 'p', baseUrl: 'https://pay.example/v1', accountId: 'x', refusesDuplicates: true, timeoutMs: 1 }
  const opened = dialects.GSMA({ ...fields, credentials: { clientId: 'us', clientSecret: 'x', tokenUrl } })
  expect(opened !== undefined).toBe(isOpened)
})
