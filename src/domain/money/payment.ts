/**
 * The life of a payment: its statuses, the steps that people take, who may take them, and the facts they sign
 * (payments.md §1). The rules that the database enforces again are in the migrations.
 */
import type { ErrorCode } from '../errors.ts'
import type { PermissionName } from '../people/permissions.ts'

/** Seed §4 names INITIATED, APPROVED, PROCESSING and REJECTED; the rest is what surrounds them, in the order of screens. */
export const paymentStatuses = [
  'ELIGIBLE',
  'INITIATED',
  'APPROVED',
  'PROCESSING',
  'SUCCESSFUL',
  'FAILED',
  'REJECTED',
  'CANCELLED',
  'REVERSING',
  'REVERSED',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentKinds = ['INDIVIDUAL', 'GROUPED', 'MANUAL'] as const

/**
 * How a caller writes the id of a payment: its number, or the name of a manual one. Names are for callers: inside the
 * house a payment is its number.
 */
export const paymentRef = /^([1-9]\d{0,14}|MAN-[0-9A-Z]{1,40})$/

export function isManualName(ref: string): boolean {
  return ref.startsWith('MAN-')
}

/** The outcome of one try at the provider. The first four are those of a payment that is PROCESSING. */
export const attemptStates = ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RECALLED'] as const
export type AttemptState = (typeof attemptStates)[number]
/** What provider and worker make of an attempt. People who resolve one have rules of their own. */
export const attemptMoves: Record<AttemptState, readonly AttemptState[]> = {
  QUEUED: ['SENDING', 'RECALLED'],
  SENDING: ['QUEUED', 'SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED'],
  SENT: ['UNKNOWN', 'SUCCESSFUL', 'FAILED'],
  UNKNOWN: ['SENT', 'QUEUED', 'SUCCESSFUL', 'FAILED'],
  SUCCESSFUL: [],
  FAILED: ['SUCCESSFUL'],
  RECALLED: [],
}
export const processingStates = attemptStates.slice(0, 4) as ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN']

/** Why a reviewer rejects a payment; WITHDRAWN is what the server notes when the maker takes back their own. */
export const rejectReasons = [
  'DUPLICATE_PAYMENT',
  'WRONG_PHONE',
  'WRONG_AMOUNT',
  'NOT_ELIGIBLE',
  'SUSPECTED_FRAUD',
  'OTHER',
] as const
export const withdrawn = 'WITHDRAWN'
/** Product.md §6: a call that names no reason means this one; our screens demand one. */
export const defaultReason = 'OTHER'

interface Step {
  from: readonly PaymentStatus[]
  to: PaymentStatus
  needs: PermissionName
  /** Separated duties: one person does at most one of them in a round (payments.md §1.4). */
  separated: 'SEPARATED' | 'FREE'
}

/** Seed §4: initiate, approve, authorize, with reject available on the way. */
export const paymentSteps = {
  initiate: { from: ['ELIGIBLE'], to: 'INITIATED', needs: 'payments.initiate', separated: 'SEPARATED' },
  approve: { from: ['INITIATED'], to: 'APPROVED', needs: 'payments.approve', separated: 'SEPARATED' },
  authorize: { from: ['APPROVED'], to: 'PROCESSING', needs: 'payments.authorize', separated: 'SEPARATED' },
  reject: { from: ['ELIGIBLE', 'INITIATED', 'APPROVED'], to: 'REJECTED', needs: 'payments.reject', separated: 'FREE' },
} as const satisfies Record<string, Step>

export type PaymentStep = keyof typeof paymentSteps

/** Steps off the straight path that count as one of its duties (`payment-ways.ts`). */
export const countedAs: Readonly<Record<string, PaymentStep>> = {
  reopen: 'initiate',
  correct: 'initiate',
  retry: 'initiate',
  recall: 'authorize',
}

/** The duty that a person has in a round once they took this step. */
export function dutyOfStep(step: string): string {
  return countedAs[step] ?? step
}

/** Whether the person holds any of the separated steps: a person who may only reject is not waited for. */
export function takesSteps(permissions: ReadonlySet<string>): boolean {
  return Object.values(paymentSteps).some(({ needs, separated }) => separated === 'SEPARATED' && permissions.has(needs))
}
export const paymentStepNames = Object.keys(paymentSteps) as [PaymentStep, ...PaymentStep[]]

/** The statuses a caller may ask for (seed §4), each the end of one step. */
export const targetStatuses = ['INITIATED', 'APPROVED', 'PROCESSING', 'REJECTED'] as const

/** The step that leads to the status a caller asks for. */
export function stepTo(status: (typeof targetStatuses)[number]): PaymentStep {
  switch (status) {
    case 'INITIATED':
      return 'initiate'
    case 'APPROVED':
      return 'approve'
    case 'PROCESSING':
      return 'authorize'
    case 'REJECTED':
      return 'reject'
  }
}

/**
 * What keeps a payment from its next step, for all people alike. Each is a code of the error catalogue: the payee has no phone,
 * has another one than people signed, was erased, no provider serves phone and currency, a response is not approved any more,
 * a list says that this phone was paid before the house began, another payee has the same phone, name and year,
 * or device, or the provider knows the phone under another name.
 */
export const paymentHolds = [
  'NO_PHONE',
  'NO_ROUTE',
  'PHONE_CHANGED',
  'PAYEE_ERASED',
  'RESPONSE_NOT_APPROVED',
  'ALREADY_PAID',
  'SAME_PAYEE',
  'NAME_DIFFERS',
] as const
export type PaymentHold = (typeof paymentHolds)[number]
/** Those that a person lifts on the desk, who signs no step of the payment. */
export const liftedHolds = ['ALREADY_PAID', 'SAME_PAYEE', 'NAME_DIFFERS'] as const satisfies PaymentHold[]

/** The facts behind a decision about a payment. `steps` are those of the current round. */
export interface PaymentFacts {
  status: PaymentStatus
  /** E.164; undefined when the participant has no valid phone. */
  phone: string | undefined
  hold?: PaymentHold | undefined
  steps: readonly { step: string; actorId: number }[]
  /** How many different people must approve it (payment-limits.ts); one when missing. */
  approvals?: number
}

export interface PaymentActor {
  id: number
  /** Of the actor's own account. */
  phone: string | undefined
  permissions: ReadonlySet<string>
}

/** Why `actor` may not take this step now; undefined when they may. */
export function stepRefusal(step: PaymentStep, payment: PaymentFacts, actor: PaymentActor): ErrorCode | undefined {
  const { from, needs, separated }: Step = paymentSteps[step]
  if (!actor.permissions.has(needs)) return 'FORBIDDEN'
  const taken = payment.steps.filter((one) => one.step === step)
  if (taken.length >= (step === 'approve' ? (payment.approvals ?? 1) : 1)) return 'ALREADY_DONE'
  // Of several approvals each person gives one.
  if (taken.some(({ actorId }) => actorId === actor.id)) return 'APPROVAL_GIVEN'
  if (!from.includes(payment.status)) return 'ILLEGAL_TRANSITION'
  if (payment.phone !== undefined && payment.phone === actor.phone) return 'TO_OWN_PHONE'
  const hasOtherDuty = payment.steps.some((taken) => taken.actorId === actor.id && dutyOfStep(taken.step) !== step)
  if (separated === 'SEPARATED' && hasOtherDuty) return 'SELF_ACTION'
  if (step === 'initiate' && payment.phone === undefined) return 'NO_PHONE'
  return separated === 'SEPARATED' ? payment.hold : undefined
}

/** Where money is paid or may yet be: another payment of the same visit deserves a look. */
const paid = ['SUCCESSFUL', 'REVERSING'] as const satisfies PaymentStatus[]
export const paidOrUnderWay = [
  ...paid,
  'ELIGIBLE',
  'INITIATED',
  'APPROVED',
  'PROCESSING',
] as const satisfies PaymentStatus[]

export function isPaid(status: PaymentStatus): boolean {
  return paid.some((one) => one === status)
}

/** Where the step leaves the payment: it stays while another person must still approve. */
export function statusAfter(step: PaymentStep, { status, steps, approvals = 1 }: PaymentFacts): PaymentStatus {
  const given = steps.filter((one) => one.step === 'approve').length + 1
  return step === 'approve' && given < approvals ? status : paymentSteps[step].to
}

/**
 * What becomes of a payment whose response goes back to review (product.md §5). Before its first approval it is
 * cancelled, afterwards it locks the response. A payment that was undone or rejected is left as it is.
 */
export function whenResponseGoesBack(status: PaymentStatus): 'CANCEL' | 'KEEP' | 'LOCKED' {
  switch (status) {
    case 'ELIGIBLE':
    case 'INITIATED':
      return 'CANCEL'
    case 'REJECTED':
    case 'CANCELLED':
    case 'REVERSED':
      return 'KEEP'
    case 'APPROVED':
    case 'PROCESSING':
    case 'SUCCESSFUL':
    case 'FAILED':
    case 'REVERSING':
      return 'LOCKED'
  }
}

export function isStep(action: string): action is PaymentStep {
  return action in paymentSteps
}
