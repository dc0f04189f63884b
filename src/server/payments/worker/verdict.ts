/**
 * What an answer of the provider makes of an attempt (payments.md §2, exactly-once story). Money counts as moved or not
 * moved on a definite answer only. After any other answer, the same reference is asked about until there is a definite
 * one.
 */
import type { MoneyOfAttempt } from '#domain/money/ledger.ts'
import type { AttemptState } from '#domain/money/payment.ts'
import { isOwnFault } from '#domain/money/provider-codes.ts'
import { reasonsForPeople } from '#domain/money/payment-ways.ts'
import type { Accepted, SendResult, StatusResult, Succeeded } from '../providers/provider.ts'

/** An attempt in hand. */
export interface Job extends MoneyOfAttempt {
  id: number
  fence: number
  clientRef: string
  providerRef: string | null
  msisdn: string
  surveyTitle: string
  /** QUEUED is to be sent, SENDING is being sent, SENT and UNKNOWN are to be asked about. */
  state: 'QUEUED' | 'SENDING' | 'SENT' | 'UNKNOWN'
  /** Sends so far that may have reached the provider; with SENDING the one at hand included. */
  sends: number
  /** Questions since the last send. */
  polls: number
  /** How many of them by the provider's handle it allows; null: it did not say. */
  pollLimit: number | null
  /** Until the provider has had the time to see the last send; 0 or less: it had. Infinity: it is not sent again. */
  resendInMs: number
  /** The database fell back since this payment was made: it may have been sent already. */
  mayBeKnown: boolean
  /** The tries of this payment that failed. */
  earlier: readonly EarlierTry[]
}

export interface EarlierTry {
  no: number
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
  /** Of the provider: sending a reference once more is safe. */
  refusesDuplicates: boolean
}

export interface Verdict {
  state: AttemptState
  /** A code for screens; undefined when there is nothing to explain. */
  reason?: string
  /** What people are shown beside it. */
  reasonText?: string
  providerRef?: string | undefined
  pollLimit?: number | undefined
  /** What the provider states that it paid. */
  paid?: Pick<Succeeded, 'amountMinor' | 'currency' | 'msisdn'>
  /** When to take it up again; NEVER leaves it to a person. */
  waitMs: number | 'NEVER'
  /** Our own account is to blame: the next try follows under the same authorization. */
  opensNext?: true
  /** The provider turned the send away at the door: it does not count as one. */
  unsent?: true
}

export const [mismatch, notSeen] = reasonsForPeople

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

/** Before a first send that a lost life of the database may have made. Undefined: the provider's word is clear. */
export function verdictOfFirst(result: StatusResult, pace: Pace): Verdict | undefined {
  if (result.kind === 'RATE_LIMITED')
    return { state: 'QUEUED', reason: result.reason, waitMs: bounded(result.retryAfterMs, pace) }
  return result.kind === 'UNKNOWN' ? { state: 'QUEUED', reason: result.reason, waitMs: pace.askAfterMs } : undefined
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
  if (job.resendInMs > 0) {
    const waitMs = Math.min(nextQuestion(job, pace), Math.max(job.resendInMs, pace.askAfterMs))
    return { state: 'UNKNOWN', reason, waitMs }
  }
  // What it had taken on and does not know any more is asked about twice.
  if (job.state !== 'UNKNOWN') return { state: 'UNKNOWN', reason, waitMs: 0 }
  // The provider never saw the reference, and has had the time to: the same one goes out again, where that is safe.
  return pace.refusesDuplicates
    ? { state: 'QUEUED', reason, waitMs: 0 }
    : { state: 'UNKNOWN', reason: notSeen, waitMs: 'NEVER' }
}

type Answer = Exclude<SendResult, { kind: 'RATE_LIMITED' }>

function verdictOfAnswer(job: Job, result: Answer, pace: Pace): Verdict {
  switch (result.kind) {
    case 'ACCEPTED':
      return {
        state: 'SENT',
        providerRef: result.providerRef,
        pollLimit: result.pollLimit,
        waitMs: untilDecided(result, nextQuestion(job, pace), pace),
      }
    case 'UNKNOWN':
      return { state: 'UNKNOWN', reason: result.reason, waitMs: nextQuestion(job, pace) }
    case 'FAILED_DEFINITE':
      return {
        state: 'FAILED',
        reason: result.code,
        waitMs: 'NEVER',
        ...(isOwnFault(result.code) && { opensNext: true }),
      }
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

/** The provider said when it will have decided: a long wait ends then. */
function untilDecided({ decidesInMs = Infinity }: Accepted, waitMs: number, { askAfterMs }: Pace): number {
  return Math.min(waitMs, Math.max(decidesInMs, askAfterMs))
}

function nextQuestion({ polls }: Job, { askAfterMs, askAtMostEveryMs }: Pace): number {
  return Math.min(askAtMostEveryMs, askAfterMs * 2 ** Math.min(polls, 20))
}
