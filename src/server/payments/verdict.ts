/**
 * What an answer of the provider makes of an attempt (payments.md §2, exactly-once story). Money counts as moved or not
 * moved on a definite answer only. After any other answer, the same reference is asked about until there is a definite
 * one.
 */
import type { MoneyOfAttempt } from '#domain/ledger.ts'
import type { AttemptState } from '#domain/payment.ts'
import type { SendResult, StatusResult, Succeeded } from './provider.ts'

/** An attempt in hand. */
export interface Job extends MoneyOfAttempt {
  id: number
  fence: number
  clientRef: string
  providerRef: string | null
  msisdn: string
  surveyTitle: string
  /** The worker sends SENDING, asks about SENT and UNKNOWN, and asks about the earlier tries of QUEUED. */
  state: 'QUEUED' | 'SENDING' | 'SENT' | 'UNKNOWN'
  /** Sends so far that may have reached the provider, the one at hand included. */
  sends: number
  /** Questions since the last send. */
  polls: number
  /** Whether the provider has had the time to see the last send. */
  mayResend: boolean
  /** The tries of this payment that failed. */
  earlier: readonly EarlierTry[]
}

export interface EarlierTry {
  clientRef: string
  providerRef: string | null
  /** Since it failed. */
  ageMs: number
  /** The provider took it on, or may have: it was not turned down at once. */
  wasTaken: boolean
}

export interface Pace {
  /** From taking a payment on to the first question about it; doubles from question to question. */
  askAfterMs: number
  askAtMostEveryMs: number
  /** The time from a failure to the first send of the next try: some providers pay a payment they just failed. */
  quietMs: number
}

export interface Verdict {
  state: AttemptState
  /** A code for screens; undefined when there is nothing to explain. */
  reason?: string
  providerRef?: string | undefined
  /** What the provider states that it paid. */
  paid?: Pick<Succeeded, 'amountMinor' | 'currency' | 'msisdn'>
  /** When to take it up again; NEVER leaves it to a person. */
  waitMs: number | 'NEVER'
  /** The provider turned the send away at the door: it does not count as one. */
  unsent?: true
}

/** The provider states another amount, currency or payee than ours. */
export const mismatch = 'MISMATCH'

/** After a send. */
export function verdictOfSend(job: Job, result: SendResult, pace: Pace): Verdict {
  if (result.kind !== 'RATE_LIMITED') return verdictOfAnswer({ ...job, polls: 0 }, result, pace)
  return { state: 'QUEUED', reason: result.reason, waitMs: bounded(result.retryAfterMs, pace), unsent: true }
}

/** A provider may ask for patience, but not for none and not without end. */
function bounded(ms: number, { askAfterMs, askAtMostEveryMs }: Pace): number {
  return Math.min(Math.max(ms, askAfterMs), askAtMostEveryMs)
}

/** The provider paid an earlier try, which it had called failed. */
export const paidLate = 'PAID_LATE'

/**
 * Before the first send of a further try, by what the provider now says of an earlier one. Undefined: it is still not
 * paid, so this one may go out. A paid one is for a person: the look back books it (late-success.ts).
 */
export function verdictOfEarlier(result: StatusResult, earlier: EarlierTry, pace: Pace): Verdict | undefined {
  const state = 'QUEUED'
  switch (result.kind) {
    case 'FAILED_DEFINITE':
      return untilQuiet(earlier, pace)
    case 'NOT_FOUND':
      return earlier.wasTaken ? untilQuiet(earlier, pace) : undefined
    case 'SUCCEEDED':
      return { state, reason: paidLate, waitMs: 'NEVER' }
    case 'RATE_LIMITED':
      return { state, reason: result.reason, waitMs: bounded(result.retryAfterMs, pace) }
    case 'UNKNOWN':
      return { state, reason: result.reason, waitMs: pace.askAfterMs }
    case 'ACCEPTED':
      return { state, reason: 'EARLIER_PENDING', waitMs: pace.askAfterMs }
  }
}

function untilQuiet({ ageMs }: EarlierTry, { quietMs }: Pace): Verdict | undefined {
  return ageMs < quietMs ? { state: 'QUEUED', reason: 'EARLIER_RECENT', waitMs: quietMs - ageMs } : undefined
}

/** After a question. */
export function verdictOfStatus(job: Job, result: StatusResult, pace: Pace): Verdict {
  if (result.kind === 'RATE_LIMITED')
    return { state: job.state, reason: result.reason, waitMs: bounded(result.retryAfterMs, pace) }
  if (result.kind !== 'NOT_FOUND') return verdictOfAnswer(job, result, pace)
  const reason = 'NOT_FOUND'
  if (!job.mayResend) return { state: 'UNKNOWN', reason, waitMs: nextQuestion(job, pace) }
  // The provider never saw the reference and had time to, so the same one goes out again. If it accepted the reference
  // and lost it, the worker asks twice.
  return { state: job.state === 'UNKNOWN' ? 'QUEUED' : 'UNKNOWN', reason, waitMs: 0 }
}

type Answer = Exclude<SendResult, { kind: 'RATE_LIMITED' }>

function verdictOfAnswer(job: Job, result: Answer, pace: Pace): Verdict {
  switch (result.kind) {
    case 'ACCEPTED':
      return { state: 'SENT', providerRef: result.providerRef, waitMs: nextQuestion(job, pace) }
    case 'UNKNOWN':
      return { state: 'UNKNOWN', reason: result.reason, waitMs: nextQuestion(job, pace) }
    case 'FAILED_DEFINITE':
      return { state: 'FAILED', reason: result.code, waitMs: 'NEVER' }
    case 'SUCCEEDED': {
      const { providerRef, amountMinor, currency, msisdn } = result
      const paid = { amountMinor, currency, msisdn }
      if (isAsOrdered(job, result)) return { state: 'SUCCESSFUL', providerRef, paid, waitMs: 'NEVER' }
      // Money has moved, but not as ordered: nothing is booked until a person has looked at it.
      return { state: 'UNKNOWN', reason: mismatch, providerRef, paid, waitMs: 'NEVER' }
    }
  }
}

export function isAsOrdered(job: Pick<Job, 'amountMinor' | 'currency' | 'msisdn'>, paid: Succeeded): boolean {
  return (
    paid.amountMinor === job.amountMinor &&
    paid.currency === job.currency &&
    (paid.msisdn === undefined || paid.msisdn === job.msisdn)
  )
}

function nextQuestion({ polls }: Job, { askAfterMs, askAtMostEveryMs }: Pace): number {
  return Math.min(askAtMostEveryMs, askAfterMs * 2 ** Math.min(polls, 20))
}
