/**
 * What every payment provider adapter offers, and the only words in which the worker hears of an outcome (payments.md §3).
 * The rule behind the words: money is believed moved or not moved only on a parsed, final answer; all else is UNKNOWN.
 */

/** The one that pays in play money where the settings name none. */
export const simulatorName = 'simulator'

/** Where a provider is met: a payment is sent to, and asked about at, the place that is known of it. */
export interface ProviderPlace {
  /** Without credentials. */
  address: string
  /** A fingerprint of the paying account. */
  account: string
}

export interface PaymentProvider {
  /** The books use it, e.g. in the name of the float account. */
  readonly name: string
  /**
   * A reference that was taken on is refused when it comes again, so that sending once more is safe. Elsewhere a second
   * sending needs a person.
   */
  readonly refusesDuplicates: boolean
  /** Absent in tests alone. */
  readonly place?: ProviderPlace
  /** Hands one payment over. Never throws: every ending, also a broken connection, is a result. */
  send(attempt: SendRequest): Promise<SendResult>
  /** What became of an earlier send. Never throws. */
  status(query: StatusQuery): Promise<StatusResult>
  /** What the provider says our float in this currency holds. Never throws. */
  balance(currency: string): Promise<BalanceResult>
  /** The names that the phone is registered under; absent where it does not tell. Never throws. */
  readonly namesOf?: (query: NameQuery) => Promise<NamesResult>
  /** Whether it is there and lets us in, without moving money; absent where `balance` is all that tells. Never throws. */
  check?(): Promise<CheckResult>
}

export interface NameQuery extends Bounded {
  msisdn: string
}

export interface SendRequest extends Bounded {
  /** UUID v4, committed by us before the first send and the same in every later one: the provider pays it at most once. */
  clientRef: string
  /** Whole minor units. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** Payee, E.164 with the plus. */
  msisdn: string
  description: string
  /**
   * How many sends of this reference went out before, those answered RATE_LIMITED not counted. A refusal proves that
   * nothing was paid only when it is 0. Later it speaks of the repeat, while the first one may have been paid
   * (payments.md §3.5).
   */
  earlierSends: number
}

/** One exchange with a provider, word for word but for our credentials: kept as evidence (worker/provider-events.ts). */
export interface ProviderAnswer {
  /** `GET /transactions/REF-1`. */
  question: string
  /** Null: no whole answer came. */
  httpStatus: number | null
  /** What came, or why nothing did: `TIMEOUT`. */
  text: string
}

export type Heard = (answer: ProviderAnswer) => void

export interface Bounded {
  /** By `performance.now()`: nothing goes out later, and the call is over by then. */
  deadline?: number | undefined
  /** Told of each exchange that the call takes, in their order. */
  heard?: Heard | undefined
}

export interface StatusQuery extends Bounded {
  clientRef: string
  /**
   * The last `providerRef` a result carried: finds the payment where the provider has not indexed our own reference.
   * Undefined as well when it was asked by as often as the provider allows.
   */
  providerRef: string | undefined
}

export type SendResult = Accepted | Succeeded | FailedDefinite | Unknown | RateLimited
export type StatusResult = SendResult | NotFound
export type BalanceResult = Balance | Unknown | RateLimited

/** Taken on, not final: ask `status` later. */
export interface Accepted {
  kind: 'ACCEPTED'
  /** The provider's handle; undefined when it gave none this time: then keep the one you have. */
  providerRef: string | undefined
  /** How many questions by that handle the provider answers. */
  pollLimit?: number
  /** When it will have decided, so that the next question need not wait longer. */
  decidesInMs?: number
}

/** Paid. Amount, currency and payee are what the provider states: compare them with ours before booking. */
export interface Succeeded {
  kind: 'SUCCEEDED'
  providerRef: string
  amountMinor: number
  currency: string
  /** E.164; undefined when the provider does not state a phone number. */
  msisdn: string | undefined
}

/** Proven not paid, and never will be under this reference. */
export interface FailedDefinite {
  kind: 'FAILED_DEFINITE'
  /** The provider's error code, e.g. `insufficientFunds`. Holds no personal data. */
  code: string
}

/** The provider says it never saw the reference. It may only be late: send again after the visibility delay. */
interface NotFound {
  kind: 'NOT_FOUND'
}

/** It may or may not have been paid. */
export interface Unknown {
  kind: 'UNKNOWN'
  /** A short code for logs and screens, e.g. `TIMEOUT`, `HTTP_503`. Holds no personal data. */
  reason: string
}

/** This call was turned away at the door (too many calls, not signed in), or never went out: nothing happened, repeat it later. */
export interface RateLimited {
  kind: 'RATE_LIMITED'
  retryAfterMs: number
  /** `HTTP_429`, `HTTP_401`, `NEVER_SENT`. */
  reason: string
}

/** One name or more; NOT_FOUND: the provider knows none. */
export type NamesResult = { kind: 'NAMED'; names: [string, ...string[]] } | NotFound | Unknown | RateLimited

export type CheckResult = { kind: 'AVAILABLE' } | Unknown | RateLimited

interface Balance {
  kind: 'BALANCE'
  availableMinor: bigint
}
