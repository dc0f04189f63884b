/**
 * GSMA Mobile Money API 1.2 (payments.md §3.1): the default adapter, spoken by many operators and by our own simulator.
 * Its one hard question is which answers prove that nothing was paid: see `refusal` and `status`.
 */
import type { z } from 'zod'
import { toDecimal, toMinorSum } from '#domain/money.ts'
import type {
  BalanceResult,
  PaymentProvider,
  RateLimited,
  SendRequest,
  SendResult,
  StatusQuery,
  StatusResult,
  Unknown,
} from '../provider.ts'
import { exchange, type Answer, type Lost } from './exchange.ts'
import {
  AccountBalance,
  errorCode,
  errorOf,
  outcomeOf,
  RequestState,
  ResponseLink,
  Transaction,
} from './gsma-messages.ts'

export interface GsmaSettings {
  /** Without a trailing slash. */
  baseUrl: string
  /** Our paying account at the provider; `{currency}` in it is replaced by the currency: one account each. */
  accountId: string
  timeoutMs: number
  basicAuth?: { user: string; password: string }
  apiKey?: string
}

interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** Categories of error that are a decision about the payment, not about the provider's own state. */
const decisions = new Set(['businessRule', 'validation', 'identification'])

/** How long to wait when the provider turned us away without saying for how long. */
const defaultRetryMs = 5_000

export function gsmaProvider(settings: GsmaSettings): PaymentProvider {
  const authorization = authorizationHeaders(settings)

  function call({ method, path, headers, body }: Call): Promise<Answer | Lost> {
    return exchange({
      method,
      url: settings.baseUrl + path,
      headers: { Accept: 'application/json', 'X-Date': new Date().toISOString(), ...authorization, ...headers },
      body,
      timeoutMs: settings.timeoutMs,
    })
  }

  function account(currency: string): string {
    return settings.accountId.replace('{currency}', currency)
  }

  async function send(attempt: SendRequest): Promise<SendResult> {
    const answer = await call({
      method: 'POST',
      path: '/transactions/type/disbursement',
      headers: { 'X-CorrelationID': attempt.clientRef },
      body: {
        amount: toDecimal(attempt.amountMinor, attempt.currency),
        currency: attempt.currency,
        debitParty: [{ key: 'accountid', value: account(attempt.currency) }],
        creditParty: [{ key: 'msisdn', value: attempt.msisdn }],
        requestingOrganisationTransactionReference: attempt.clientRef,
        descriptionText: attempt.description,
        requestDate: new Date().toISOString(),
      },
    })
    const state = read(answer, RequestState)
    // Also a state that is already final: `status` reads the transaction behind it, with amount and payee.
    if (state) return { kind: 'ACCEPTED', providerRef: state.serverCorrelationId }
    const transaction = read(answer, Transaction)
    if (transaction) return outcomeOf(transaction, attempt.clientRef)
    return refusal(answer, attempt)
  }

  async function status({ clientRef, providerRef }: StatusQuery): Promise<StatusResult> {
    if (providerRef === undefined) return await statusByClientRef(clientRef)
    const answer = await call({ method: 'GET', path: `/requeststates/${encodeURIComponent(providerRef)}` })
    if (isNotFound(answer)) return await statusByClientRef(clientRef)
    const state = read(answer, RequestState)
    if (!state) return inconclusive(answer)
    if (state.status === 'pending') return { kind: 'ACCEPTED', providerRef }
    if (state.status === 'failed') {
      return await confirmedFailure(errorCode(state.error ?? state.errorReference), clientRef)
    }
    if (state.objectReference === undefined) return notMissing(await statusByClientRef(clientRef))
    return await statusOfTransaction(encodeURIComponent(state.objectReference), clientRef)
  }

  /** GET /responses/{our reference} answers with a link to the transaction made for it. */
  async function statusByClientRef(clientRef: string): Promise<StatusResult> {
    const answer = await call({ method: 'GET', path: `/responses/${clientRef}` })
    if (isNotFound(answer)) return { kind: 'NOT_FOUND' }
    // Only the last part is taken from the link: its host is not ours to trust with the credentials.
    const segment = read(answer, ResponseLink)?.link.match(/\/transactions\/([^/?#]+)$/)?.[1]
    return segment ? await statusOfTransaction(segment, clientRef) : inconclusive(answer)
  }

  /** `segment`: the provider's reference, encoded for an address. */
  async function statusOfTransaction(segment: string, clientRef: string): Promise<StatusResult> {
    const answer = await call({ method: 'GET', path: `/transactions/${segment}` })
    const transaction = read(answer, Transaction)
    return transaction ? outcomeOf(transaction, clientRef) : inconclusive(answer)
  }

  /**
   * The provider may fail a repeat because it paid the first request. So a failure counts only if no transaction with
   * our reference contradicts it.
   */
  async function confirmedFailure(code: string, clientRef: string): Promise<StatusResult> {
    const other = await statusByClientRef(clientRef)
    if (code === 'duplicateRequest') return notMissing(other)
    return other.kind === 'NOT_FOUND' || other.kind === 'FAILED_DEFINITE' ? { kind: 'FAILED_DEFINITE', code } : other
  }

  async function balance(currency: string): Promise<BalanceResult> {
    const path = `/accounts/accountid/${encodeURIComponent(account(currency))}/balance`
    const answer = await call({ method: 'GET', path })
    const stated = read(answer, AccountBalance)
    if (!stated) return inconclusive(answer)
    const availableMinor = toMinorSum(stated.availableBalance ?? stated.currentBalance ?? '', currency)
    const isOther = stated.currency !== undefined && stated.currency !== currency
    if (isOther || availableMinor === undefined) return { kind: 'UNKNOWN', reason: 'UNREADABLE_BALANCE' }
    return { kind: 'BALANCE', availableMinor }
  }

  return { name: 'gsma', send, status, balance }
}

/** What a send that was not taken on means. Only a parsed refusal of a first send proves anything (payments.md §3.5). */
function refusal(answer: Answer | Lost, { earlierSends }: SendRequest): SendResult {
  const error = isClientError(answer) ? errorOf(answer) : undefined
  if (!error) return inconclusive(answer)
  // The reference is known, so it was taken on before: what became of it is for `status` to find out.
  if (error.errorCode === 'duplicateRequest') return { kind: 'ACCEPTED', providerRef: undefined }
  const turnedAway = inconclusive(answer)
  if (turnedAway.kind === 'RATE_LIMITED' || !decisions.has(error.errorCategory)) return turnedAway
  if (earlierSends > 0) return { kind: 'UNKNOWN', reason: 'REPEAT_REFUSED' }
  return { kind: 'FAILED_DEFINITE', code: error.errorCode }
}

/** An answer that says nothing of the payment: at most when to come back. */
function inconclusive(answer: Answer | Lost): Unknown | RateLimited {
  if (answer.kind === 'LOST') return { kind: 'UNKNOWN', reason: answer.reason }
  const reason = `HTTP_${answer.status}`
  const isOverLimit = isClientError(answer) && errorOf(answer)?.errorCode === 'rateLimitError'
  if (answer.status !== 401 && answer.status !== 429 && !isOverLimit) return { kind: 'UNKNOWN', reason }
  return { kind: 'RATE_LIMITED', retryAfterMs: answer.retryAfterMs ?? defaultRetryMs, reason }
}

function isClientError(answer: Answer | Lost): answer is Answer {
  return answer.kind === 'ANSWER' && answer.status >= 400 && answer.status < 500
}

/** A 404 in the provider's own words; a gateway's 404 only says that the address is wrong. */
function isNotFound(answer: Answer | Lost): boolean {
  return answer.kind === 'ANSWER' && answer.status === 404 && errorOf(answer)?.errorCategory === 'identification'
}

/** The provider spoke of the payment elsewhere: that it cannot show it is no reason to send again. */
function notMissing(result: StatusResult): StatusResult {
  return result.kind === 'NOT_FOUND' ? { kind: 'UNKNOWN', reason: 'NO_TRANSACTION' } : result
}

function read<Shape extends z.ZodType>(answer: Answer | Lost, shape: Shape): z.infer<Shape> | undefined {
  if (answer.kind === 'LOST' || answer.status < 200 || answer.status > 299) return undefined
  return shape.safeParse(answer.json).data
}

function authorizationHeaders({ basicAuth, apiKey }: GsmaSettings): Record<string, string> {
  const headers: Record<string, string> = {}
  if (basicAuth) {
    headers['Authorization'] = `Basic ${Buffer.from(`${basicAuth.user}:${basicAuth.password}`).toString('base64')}`
  }
  if (apiKey) headers['X-API-Key'] = apiKey
  return headers
}
