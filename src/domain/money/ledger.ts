/**
 * The books: which transfers a thing that happens to money makes (payments.md §2). A transfer moves an amount from one
 * account to another, so no entry is ever unbalanced. The database refuses any other pair of accounts.
 */
import type { FundingCounter } from './funding.ts'
import { sumOf } from './money.ts'

/** `from` is credited, `to` is debited. `state`: of the attempt whose money it is; null: it is the money of no attempt. */
export const transferKinds = {
  opening: { from: 'OPENING', to: 'FLOAT', state: null },
  topup: { from: 'FUNDER', to: 'FLOAT', state: null },
  withdraw: { from: 'FLOAT', to: 'FUNDER', state: null },
  fee: { from: 'FLOAT', to: 'FEES', state: null },
  surplus: { from: 'SUSPENSE', to: 'FLOAT', state: null },
  shortage: { from: 'FLOAT', to: 'SUSPENSE', state: null },
  hold: { from: 'FLOAT', to: 'HELD', state: null },
  unhold: { from: 'HELD', to: 'FLOAT', state: null },
  reserve: { from: 'HELD', to: 'RESERVED', state: 'QUEUED' },
  settle: { from: 'RESERVED', to: 'SPENT', state: 'SUCCESSFUL' },
  release: { from: 'RESERVED', to: 'FLOAT', state: 'FAILED' },
  unreserve: { from: 'RESERVED', to: 'HELD', state: 'FAILED' },
  recall: { from: 'RESERVED', to: 'FLOAT', state: 'RECALLED' },
  late: { from: 'FLOAT', to: 'SPENT', state: 'SUCCESSFUL' },
  lateOnCredit: { from: 'SUSPENSE', to: 'SPENT', state: 'SUCCESSFUL' },
  reverse: { from: 'SPENT', to: 'FLOAT', state: 'SUCCESSFUL' },
  tryout: { from: 'SPENT', to: 'FLOAT', state: 'SUCCESSFUL' },
} as const
type TransferKind = keyof typeof transferKinds
type AccountKind = 'OPENING' | 'FUNDER' | 'FLOAT' | 'HELD' | 'RESERVED' | 'SPENT' | 'FEES' | 'SUSPENSE'

/** HELD and RESERVED belong to a batch, SPENT to a survey, the others to the provider alone. */
export interface Account {
  kind: AccountKind
  provider: string
  currency: string
  batchId?: number
  surveyId?: number
}

/** One try at the provider, as far as money is concerned. */
export interface MoneyOfAttempt {
  paymentId: number
  attemptNo: number
  batchId: number
  surveyId: number
  provider: string
  currency: string
  /** Minor units. */
  amountMinor: number
}

export interface Transfer {
  kind: TransferKind
  from: Account
  to: Account
  currency: string
  /** A bigint of what may be a sum: a hold, money that came in. */
  amountMinor: number | bigint
  attempt?: Pick<MoneyOfAttempt, 'paymentId' | 'attemptNo'>
  /** The request by which two people moved money in or out. */
  fundingId?: number
}

/** One float and how much of it. */
export interface FloatSide {
  provider: string
  currency: string
  /** Minor units. */
  amountMinor: number | bigint
}

/** What leaves one float and what comes into another; where one side is no float, `counter` is its account. */
export interface Funding {
  id: number
  counter: FundingCounter
  from: FloatSide | undefined
  into: FloatSide | undefined
}

export type MoneyEvent =
  /** Two people moved money into a float, out of one, or from one to another. */
  | { event: 'FUNDED'; funding: Funding }
  /** Attempts of one batch: the float gives up their sum at once, each then has its own part. */
  | { event: 'AUTHORIZED'; attempts: readonly MoneyOfAttempt[] }
  /** A run takes the money of all its payments at once; its attempts get theirs later. */
  | { event: 'RUN_HELD'; batchId: number; sums: readonly FloatSide[] }
  | { event: 'AUTHORIZED_IN_RUN'; attempts: readonly MoneyOfAttempt[] }
  /** The attempt gives its money to the next one of its payment. */
  | { event: 'TRIED_AGAIN'; attempt: MoneyOfAttempt }
  | { event: keyof typeof transferOf; attempt: MoneyOfAttempt }

/** What becomes of the money of one attempt. The late ones were called failed before. */
const transferOf = {
  PAID: 'settle',
  NOT_PAID: 'release',
  RECALLED: 'recall',
  PAID_LATE: 'late',
  PAID_LATE_ON_CREDIT: 'lateOnCredit',
  REVERSED: 'reverse',
  TRIED_OUT: 'tryout',
} as const satisfies Record<string, TransferKind>

/** No fee comes into a float: what the provider gives back is a surplus. */
const fundingTransfers: Record<FundingCounter, { leaves?: TransferKind; comes?: TransferKind }> = {
  OPENING: { comes: 'opening' },
  FUNDER: { leaves: 'withdraw', comes: 'topup' },
  FEES: { leaves: 'fee' },
  SUSPENSE: { leaves: 'shortage', comes: 'surplus' },
}

export function transfersFor(happened: MoneyEvent): Transfer[] {
  switch (happened.event) {
    case 'FUNDED': {
      const { id: fundingId, from, into, counter } = happened.funding
      const { leaves, comes } = fundingTransfers[counter]
      return [
        ...(from && leaves ? [{ ...between(leaves, from), amountMinor: from.amountMinor, fundingId }] : []),
        ...(into && comes ? [{ ...between(comes, into), amountMinor: into.amountMinor, fundingId }] : []),
      ]
    }
    case 'AUTHORIZED':
      return [...holds(happened.attempts), ...happened.attempts.map((attempt) => ofAttempt('reserve', attempt))]
    case 'RUN_HELD': {
      const { batchId, sums } = happened
      return sums.map((sum) => ({ ...between('hold', { ...sum, batchId }), amountMinor: sum.amountMinor }))
    }
    case 'AUTHORIZED_IN_RUN':
      return happened.attempts.map((attempt) => ofAttempt('reserve', attempt))
    case 'TRIED_AGAIN': {
      const { attempt } = happened
      return [ofAttempt('unreserve', attempt), ofAttempt('reserve', { ...attempt, attemptNo: attempt.attemptNo + 1 })]
    }
    case 'PAID':
    case 'NOT_PAID':
    case 'RECALLED':
    case 'PAID_LATE':
    case 'PAID_LATE_ON_CREDIT':
    case 'REVERSED':
    case 'TRIED_OUT':
      return [ofAttempt(transferOf[happened.event], happened.attempt)]
  }
}

/** One hold per batch, provider and currency. */
function holds(attempts: readonly MoneyOfAttempt[]): Transfer[] {
  const byAccount = Map.groupBy(attempts, (attempt) => accountName(accountOf('HELD', attempt)))
  return [...byAccount.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const amountMinor = sumOf([first, ...others].map((attempt) => attempt.amountMinor))
    return [{ ...between('hold', first), amountMinor }]
  })
}

function ofAttempt(kind: TransferKind, attempt: MoneyOfAttempt): Transfer {
  const { paymentId, attemptNo, amountMinor } = attempt
  return { ...between(kind, attempt), amountMinor, attempt: { paymentId, attemptNo } }
}

interface Owner {
  provider: string
  currency: string
  batchId?: number
  surveyId?: number
}

function between(kind: TransferKind, owner: Owner) {
  const { from, to } = transferKinds[kind]
  return { kind, from: accountOf(from, owner), to: accountOf(to, owner), currency: owner.currency }
}

function accountOf(kind: AccountKind, { provider, currency, batchId, surveyId }: Owner): Account {
  if ((kind === 'HELD' || kind === 'RESERVED') && batchId !== undefined) return { kind, provider, currency, batchId }
  if (kind === 'SPENT' && surveyId !== undefined) return { kind, provider, currency, surveyId }
  return { kind, provider, currency }
}

/** `RESERVED:gsma:MZN:17`: the account's one name, the same as in the database. */
export function accountName({ kind, provider, currency, batchId, surveyId }: Account): string {
  const owner = batchId ?? surveyId
  return [kind, provider, currency, ...(owner === undefined ? [] : [owner])].join(':')
}

export function floatKey({ provider, currency }: { provider: string; currency: string }): string {
  return `${provider} ${currency}`
}
