/**
 * The ways off the straight path of a payment, so that none of them ends where no person can help: taking back, opening
 * again, correcting, trying again, settling what the provider leaves unclear, and getting money back.
 */
import type { ErrorCode } from '../errors.ts'
import {
  countedAs,
  dutyOfStep,
  isStep,
  type PaymentActor,
  type PaymentFacts,
  type PaymentStatus,
  type PaymentStep,
  paymentStepNames,
  paymentSteps,
  stepRefusal,
} from './payment.ts'
import type { PermissionName } from '../people/permissions.ts'

/** What people of the house establish where the provider's word is missing: about an outcome, and about money that came back. */
export const findingOutcomes = ['PAID', 'NOT_PAID', 'REVERSE', 'RECOVERED', 'NOT_RECOVERED', 'OWED'] as const

export type FindingOutcome = (typeof findingOutcomes)[number]

/** What the provider's answers and the checks of the books may show about a payment. */
export const incidentKinds = [
  'MISMATCH',
  'UNCLEAR',
  'PAID_LATE',
  'PAID_TWICE',
  'REVERSED',
  'BOOKS',
  'STATEMENT_AMOUNT_DIFFERS',
  'STATEMENT_DOUBLE',
  'STATEMENT_MISSING_THERE',
] as const

interface Way {
  from: readonly PaymentStatus[]
  to: readonly PaymentStatus[]
  /** Any of them. */
  needs: readonly PermissionName[]
  /** NEXT begins a new round of signatures. */
  round: 'SAME' | 'NEXT'
  /** It rests on a finding with evidence, and not on a step of the round. */
  isFinding?: true
}

export const paymentWays = {
  reopen: { from: ['REJECTED'], to: ['ELIGIBLE'], needs: ['payments.initiate'], round: 'NEXT' },
  correct: {
    from: ['ELIGIBLE', 'INITIATED', 'APPROVED', 'REJECTED', 'FAILED'],
    to: ['ELIGIBLE'],
    needs: ['payments.initiate'],
    round: 'NEXT',
  },
  retry: { from: ['FAILED'], to: ['APPROVED'], needs: ['payments.initiate'], round: 'NEXT' },
  recall: { from: ['PROCESSING'], to: ['APPROVED'], needs: ['payments.authorize'], round: 'NEXT' },
  withdraw: {
    from: ['ELIGIBLE', 'INITIATED', 'FAILED'],
    to: ['REJECTED'],
    needs: ['payments.initiate'],
    round: 'SAME',
  },
  // The third signature, by a person who states that the money went out by hand.
  payOutside: {
    from: ['APPROVED'],
    to: ['PROCESSING'],
    needs: ['payments.authorize'],
    round: 'SAME',
    isFinding: true,
  },
  resolve: {
    from: ['PROCESSING'],
    to: ['SUCCESSFUL', 'FAILED'],
    needs: ['payments.approve', 'payments.authorize'],
    round: 'SAME',
    isFinding: true,
  },
  reverse: {
    from: ['SUCCESSFUL'],
    to: ['REVERSING'],
    needs: ['payments.approve', 'payments.authorize'],
    round: 'SAME',
    isFinding: true,
  },
  confirmReverse: {
    from: ['REVERSING'],
    to: ['REVERSED', 'SUCCESSFUL'],
    needs: ['payments.authorize'],
    round: 'SAME',
    isFinding: true,
  },
  /** What was reversed is owed after all: by a new payment, which follows it. */
  oweAgain: {
    from: ['REVERSED'],
    to: ['REVERSED'],
    needs: ['payments.approve', 'payments.authorize'],
    round: 'SAME',
    isFinding: true,
  },
} as const satisfies Record<string, Way>

export type PaymentWay = keyof typeof paymentWays

export const paymentWayNames = Object.keys(paymentWays) as [PaymentWay, ...PaymentWay[]]

export type PaymentAction = PaymentStep | PaymentWay

export const paymentActionNames = [...paymentStepNames, ...paymentWayNames] as [PaymentAction, ...PaymentAction[]]

export function isFinding(way: PaymentWay): boolean {
  return 'isFinding' in paymentWays[way]
}

/** How long the provider has to tell an outcome before people may settle it. */
export const unclearAfterHours = 24

/**
 * Why people settle an outcome at once, as nothing more is asked: the provider states another amount, currency or payee than
 * ours, or does not know what was sent to it and would pay it twice if it came again.
 */
export const reasonsForPeople = ['MISMATCH', 'NOT_SEEN'] as const

/** Of a try that people made by hand, at a cash point or in the provider's own portal: another person settles it. */
export const paidOutside = 'PAID_OUTSIDE'

export interface WayFacts extends PaymentFacts {
  /** The live try at the provider; undefined when there is none. */
  attempt: { isUnsent: boolean; isUnclear: boolean; isPaidTwice: boolean } | undefined
  /** The last one about the attempt that is live, or about the money to be got back. */
  finding: { outcome: FindingOutcome; actorId: number; isFollowed?: boolean } | undefined
}

/** Why `actor` may not take this way now; undefined when they may. */
export function wayRefusal(way: PaymentWay, payment: WayFacts, actor: PaymentActor): ErrorCode | undefined {
  const { from, needs }: Way = paymentWays[way]
  if (!needs.some((name) => actor.permissions.has(name))) return 'FORBIDDEN'
  if (!from.includes(payment.status)) return 'ILLEGAL_TRANSITION'
  if (payment.phone !== undefined && payment.phone === actor.phone) return 'TO_OWN_PHONE'
  const took = (step: string) => payment.steps.some((taken) => taken.step === step && taken.actorId === actor.id)
  switch (way) {
    case 'withdraw':
      return payment.status === 'INITIATED' && !took('initiate') ? 'FORBIDDEN' : undefined
    case 'reopen':
      return payment.hold === 'RESPONSE_NOT_APPROVED' ? payment.hold : undefined
    case 'correct':
      return undefined
    case 'payOutside':
      return stepRefusal('authorize', payment, actor)
    case 'retry':
    case 'recall':
      // The signatures of the others come along, so a person with another duty among them keeps that one.
      if (carriedSteps.some((step) => step !== dutyOfStep(way) && took(step))) return 'SELF_ACTION'
      if (way === 'retry') return payment.hold
      return payment.attempt?.isUnsent ? undefined : 'ON_ITS_WAY'
    case 'resolve':
      if (!payment.attempt?.isUnclear) return 'OUTCOME_PENDING'
      return payment.finding?.actorId === actor.id ? 'OWN_FINDING' : undefined
    case 'reverse':
      return payment.attempt?.isPaidTwice ? 'PAID_TWICE' : undefined
    case 'confirmReverse':
      if (payment.attempt?.isPaidTwice) return 'PAID_TWICE'
      return payment.finding?.actorId === actor.id ? 'OWN_FINDING' : undefined
    case 'oweAgain':
      if (payment.finding?.isFollowed) return 'ALREADY_DONE'
      return payment.finding?.outcome === 'OWED' && payment.finding.actorId === actor.id ? 'OWN_FINDING' : undefined
  }
}

/** A person who takes back what others have signed or tried says why. */
export function needsReason(way: PaymentWay, { status }: Pick<PaymentFacts, 'status'>): boolean {
  return way === 'reopen' || (way === 'withdraw' && status === 'FAILED')
}

/** Signatures that a new try with the same facts keeps. */
export const carriedSteps = ['initiate', 'approve'] as const

export interface AllowedAction {
  action: PaymentAction
  allowed: boolean
  /** Why it is refused. */
  code: ErrorCode | undefined
}

/** All that the payment's status leaves open, the next step first, and for each whether this actor may do it. */
export function allowedActions(payment: WayFacts, actor: PaymentActor): AllowedAction[] {
  return paymentActionNames
    .filter((action) => fromOf(action).includes(payment.status))
    .map((action) => {
      const code = isStep(action) ? stepRefusal(action, payment, actor) : wayRefusal(action, payment, actor)
      return { action, allowed: code === undefined, code }
    })
}

function fromOf(action: PaymentAction): readonly PaymentStatus[] {
  return isStep(action) ? paymentSteps[action].from : paymentWays[action].from
}

/** The rights that move a payment of this status; a person needs one of them. */
export function moversOf(status: PaymentStatus): PermissionName[] {
  const open = paymentActionNames.filter((action) => fromOf(action).includes(status))
  return [
    ...new Set(open.flatMap((action) => (isStep(action) ? [paymentSteps[action].needs] : paymentWays[action].needs))),
  ]
}

/** The moves of the server itself: the response is taken back, the payee is erased, the provider has answered. */
const movesOfTheHouse: readonly (readonly [from: PaymentStatus, to: PaymentStatus])[] = [
  ['ELIGIBLE', 'CANCELLED'],
  ['INITIATED', 'CANCELLED'],
  ['APPROVED', 'CANCELLED'],
  // Of a try-out on the simulator alone, when it ends.
  ['SUCCESSFUL', 'CANCELLED'],
  ['FAILED', 'CANCELLED'],
  ['REJECTED', 'CANCELLED'],
  ['PROCESSING', 'SUCCESSFUL'],
  ['PROCESSING', 'FAILED'],
  // The provider paid what it had called failed.
  ['FAILED', 'SUCCESSFUL'],
  ['ELIGIBLE', 'SUCCESSFUL'],
  ['INITIATED', 'SUCCESSFUL'],
  ['APPROVED', 'SUCCESSFUL'],
  ['REJECTED', 'SUCCESSFUL'],
  // By findings.
  ['SUCCESSFUL', 'REVERSING'],
  ['REVERSING', 'REVERSED'],
  ['REVERSING', 'SUCCESSFUL'],
]

export interface LawfulMove {
  from: PaymentStatus
  to: PaymentStatus
  /** Undefined: none, the server does it. */
  action: PaymentAction | undefined
  round: 'SAME' | 'NEXT'
}

/** Every lawful change of status. The database holds the same list. */
export function lawfulMoves(): LawfulMove[] {
  const steps = paymentStepNames.flatMap((action) =>
    paymentSteps[action].from.map((from) => ({ from, to: paymentSteps[action].to, action, round: 'SAME' as const })),
  )
  const ways = paymentWayNames.flatMap((action) => {
    const { from, to, round, isFinding }: Way = paymentWays[action]
    if (isFinding) return []
    return from.flatMap((status) => to.map((end) => ({ from: status, to: end, action, round })))
  })
  const house = movesOfTheHouse.map(([from, to]) => ({ from, to, action: undefined, round: 'SAME' as const }))
  return [...steps, ...ways, ...house]
}

/** Each step and way that leaves a signature: who may take it, and the duty it counts as; null: it counts as none. */
export function lawfulSteps(): { step: string; permission: PermissionName; duty: PaymentStep | null }[] {
  const steps = paymentStepNames.map((step) => {
    const { needs, separated } = paymentSteps[step]
    return { step, permission: needs, duty: separated === 'SEPARATED' ? step : null }
  })
  const ways = paymentWayNames.flatMap((way) => {
    const { needs, isFinding }: Way = paymentWays[way]
    return isFinding ? [] : needs.map((permission) => ({ step: way, permission, duty: countedAs[way] ?? null }))
  })
  return [...steps, ...ways]
}

/** The steps that a payment of a status must show, of its current round and with its current facts. */
export function signatures(): { status: PaymentStatus; step: PaymentStep }[] {
  const path = paymentStepNames.filter((step) => paymentSteps[step].separated === 'SEPARATED')
  return path.flatMap((step, index) =>
    path.slice(0, index + 1).map((signed) => ({ status: paymentSteps[step].to, step: signed })),
  )
}
