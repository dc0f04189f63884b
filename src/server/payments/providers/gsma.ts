/**
 * GSMA Mobile Money API 1.2 (payments.md §3.1): the default adapter, spoken by many operators and by our own simulator.
 * Its one hard question is which answers prove that nothing was paid: see `refusal` and `status`.
 */
import { createHash } from 'node:crypto'
import { toDecimal, toMinorSum } from '#domain/money/money.ts'
import {
  type BalanceResult,
  type Bounded,
  type CheckResult,
  type FailedDefinite,
  type NameQuery,
  type NamesResult,
  type PaymentProvider,
  type RateLimited,
  type SendRequest,
  type SendResult,
  type StatusQuery,
  type StatusResult,
  type Unknown,
} from './provider.ts'
import { basic, bearerOf, type ClientCredentials } from './bearer.ts'
import { exchange, inconclusive, read, type Answer, type Lost } from './exchange.ts'
import {
  acceptedBy,
  AccountBalance,
  AccountHolder,
  errorCode,
  errorOf,
  Heartbeat,
  namesIn,
  otherReference,
  outcomeOf,
  RequestState,
  ResponseLink,
  Transaction,
} from './gsma-messages.ts'

export interface GsmaSettings {
  /** By which the books know it. */
  name?: string
  /** Without a trailing slash. */
  baseUrl: string
  /** Our paying account at the provider; `{currency}` in it is replaced by the currency: one account each. */
  accountId: string
  timeoutMs: number
  basicAuth?: { user: string; password: string }
  oauth?: ClientCredentials
  apiKey?: string
  /** Each body goes with its SHA-256 in `X-Content-Hash`. */
  hashesContent?: boolean
  /** It is asked for the names behind phones. */
  tellsNames?: boolean
  /** As the specification asks for; a provider that pays a repeated reference says no. */
  refusesDuplicates?: boolean
}

interface Call extends Bounded {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** A payment that is asked about. */
type StatusQuestion = Omit<StatusQuery, 'providerRef'>

/** Our account at the provider is not known there. */
const debitAccountUnknown = 'debitAccountUnknown'

/** Categories of error that are a decision about the payment, not about the provider's own state. */
const decisions = new Set(['businessRule', 'validation', 'identification'])

export function gsmaProvider(settings: GsmaSettings): PaymentProvider {
  const { baseUrl, timeoutMs, basicAuth, oauth, apiKey, hashesContent = false } = settings
  const withBearer = oauth && bearerOf(oauth, timeoutMs)

  async function call({ path, headers, body: message, ...more }: Call): Promise<Answer | Lost> {
    const body = message === undefined ? undefined : JSON.stringify(message)
    const send = (authorization: string | undefined) =>
      exchange({
        ...more,
        url: baseUrl + path,
        headers: {
          Accept: 'application/json',
          'Accept-Charset': 'utf-8',
          'X-Date': new Date().toUTCString(),
          ...(authorization !== undefined && { Authorization: authorization }),
          ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
          ...(hashesContent && body !== undefined && { 'X-Content-Hash': sha256(body) }),
          ...headers,
        },
        body,
        timeoutMs,
      })
    if (withBearer) return await withBearer(send, isSignedOut, more)
    return await send(basicAuth && basic(basicAuth.user, basicAuth.password))
  }

  function account(currency: string): string {
    return settings.accountId.replace('{currency}', currency)
  }

  async function send(attempt: SendRequest): Promise<SendResult> {
    const { deadline, heard } = attempt
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
      deadline,
      heard,
    })
    const state = read(answer, RequestState)
    // Also a state that is already final: `status` reads the transaction behind it, with amount and payee.
    if (state) return acceptedBy(state)
    const transaction = read(answer, Transaction)
    if (transaction) return outcomeOf(transaction, attempt.clientRef)
    const refused = refusal(answer, attempt)
    return refused.kind === 'FAILED_DEFINITE' && isNotFound(answer) ? await whoIsUnknown(refused, attempt) : refused
  }

  /** The refusal says that one of both parties is not known, and not which: our own account is asked for. */
  async function whoIsUnknown(refused: FailedDefinite, order: SendRequest): Promise<SendResult> {
    const { currency, deadline, heard } = order
    const answer = await call({ method: 'GET', path: balancePath(currency), deadline, heard })
    if (isNotFound(answer)) return { kind: 'FAILED_DEFINITE', code: debitAccountUnknown }
    return answer.kind === 'LOST' || answer.status >= 500 ? { kind: 'UNKNOWN', reason: 'HTTP_404' } : refused
  }

  async function status({ providerRef, ...asked }: StatusQuery): Promise<StatusResult> {
    const found = providerRef === undefined ? undefined : await statusByHandle(providerRef, asked)
    // Answers that crossed left us the handle of another payment: our own reference finds ours.
    const isOther = found?.kind === 'UNKNOWN' && found.reason === otherReference
    return found && !isOther ? found : await statusByClientRef(asked)
  }

  async function statusByHandle(providerRef: string, asked: StatusQuestion): Promise<StatusResult> {
    const { clientRef: _, ...bounds } = asked
    const answer = await call({ method: 'GET', path: `/requeststates/${encodeURIComponent(providerRef)}`, ...bounds })
    if (isNotFound(answer)) return await statusByClientRef(asked)
    const state = read(answer, RequestState)
    if (!state) return unclear(answer)
    if (state.status === 'pending') return acceptedBy({ ...state, serverCorrelationId: providerRef })
    if (state.status === 'failed') {
      return await confirmedFailure(errorCode(state.error ?? state.errorReference), asked)
    }
    if (state.objectReference === undefined) return notMissing(await statusByClientRef(asked))
    return await statusOfTransaction(encodeURIComponent(state.objectReference), asked)
  }

  /** GET /responses/{our reference} answers with a link to the transaction made for it. */
  async function statusByClientRef({ clientRef, ...bounds }: StatusQuestion): Promise<StatusResult> {
    const answer = await call({ method: 'GET', path: `/responses/${clientRef}`, ...bounds })
    if (isNotFound(answer)) return { kind: 'NOT_FOUND' }
    // Only the last part is taken from the link: its host is not ours to trust with the credentials.
    const segment = read(answer, ResponseLink)?.link.match(/\/transactions\/([^/?#]+)$/)?.[1]
    return segment ? await statusOfTransaction(segment, { clientRef, ...bounds }) : unclear(answer)
  }

  /** `segment`: the provider's reference, encoded for an address. */
  async function statusOfTransaction(segment: string, asked: StatusQuestion): Promise<StatusResult> {
    const { clientRef, ...bounds } = asked
    const answer = await call({ method: 'GET', path: `/transactions/${segment}`, ...bounds })
    const transaction = read(answer, Transaction)
    return transaction ? outcomeOf(transaction, clientRef) : unclear(answer)
  }

  /**
   * The provider may fail a repeat because it paid the first request. So a failure counts only if no transaction with
   * our reference contradicts it.
   */
  async function confirmedFailure(code: string, asked: StatusQuestion): Promise<StatusResult> {
    const other = await statusByClientRef(asked)
    if (code === 'duplicateRequest') return notMissing(other)
    return other.kind === 'NOT_FOUND' || other.kind === 'FAILED_DEFINITE' ? { kind: 'FAILED_DEFINITE', code } : other
  }

  const balancePath = (currency: string) => `/accounts/accountid/${encodeURIComponent(account(currency))}/balance`

  async function balance(currency: string): Promise<BalanceResult> {
    const answer = await call({ method: 'GET', path: balancePath(currency) })
    const stated = read(answer, AccountBalance)
    if (!stated) return unclear(answer)
    const availableMinor = toMinorSum(stated.availableBalance ?? stated.currentBalance ?? '', currency)
    const isOther = stated.currency !== undefined && stated.currency !== currency
    if (isOther || availableMinor === undefined) return { kind: 'UNKNOWN', reason: 'UNREADABLE_BALANCE' }
    return { kind: 'BALANCE', availableMinor }
  }

  async function namesOf({ msisdn, ...bounds }: NameQuery): Promise<NamesResult> {
    const path = `/accounts/msisdn/${encodeURIComponent(msisdn)}/accountname`
    const answer = await call({ method: 'GET', path, ...bounds })
    const holder = read(answer, AccountHolder)
    const [name, ...others] = holder ? namesIn(holder) : []
    if (name !== undefined) return { kind: 'NAMED', names: [name, ...others] }
    return holder || isNotFound(answer) ? { kind: 'NOT_FOUND' } : unclear(answer)
  }

  async function check(): Promise<CheckResult> {
    const answer = await call({ method: 'GET', path: '/heartbeat' })
    const stated = read(answer, Heartbeat)
    if (!stated) return unclear(answer)
    const isThere = stated.serviceStatus !== 'unavailable'
    return isThere ? { kind: 'AVAILABLE' } : { kind: 'UNKNOWN', reason: 'SERVICE_UNAVAILABLE' }
  }

  return {
    name: settings.name ?? 'gsma',
    refusesDuplicates: settings.refusesDuplicates ?? true,
    send,
    status,
    balance,
    check,
    ...(settings.tellsNames && { namesOf }),
  }
}

/** What a send that was not taken on means. Only a parsed refusal of a first send proves anything (payments.md §3.5). */
function refusal(answer: Answer | Lost, { earlierSends }: SendRequest): SendResult {
  const error = isClientError(answer) ? errorOf(answer) : undefined
  if (!error) return unclear(answer)
  // The reference is known, so it was taken on before: what became of it is for `status` to find out.
  if (error.errorCode === 'duplicateRequest') return { kind: 'ACCEPTED', providerRef: undefined }
  const turnedAway = unclear(answer)
  const isDecision = turnedAway.kind !== 'RATE_LIMITED' && decisions.has(error.errorCategory)
  // A 401 that decides about this payment, in the table of the specification as well.
  if (!isDecision && error.errorCode !== 'requestDeclined') return turnedAway
  if (earlierSends > 0) return { kind: 'UNKNOWN', reason: 'REPEAT_REFUSED' }
  return { kind: 'FAILED_DEFINITE', code: error.errorCode }
}

/** An answer that says nothing of the payment, as this dialect says so. */
function unclear(answer: Answer | Lost): Unknown | RateLimited {
  return inconclusive(answer, isClientError(answer) && errorOf(answer)?.errorCode === 'rateLimitError')
}

/** Not a 401 that decides about the payment. */
function isSignedOut(answer: Answer | Lost): boolean {
  return answer.kind === 'ANSWER' && answer.status === 401 && errorOf(answer)?.errorCode !== 'requestDeclined'
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
