/** The way of one payment as stages: initiated → approved → authorized → result. Pure. */
import type { PaymentRow } from '#contract/payment-rows.ts'
import { paymentStepNames, paymentSteps, type PaymentStatus, type PaymentStep } from '#domain/money/payment.ts'

type ForwardStep = Exclude<PaymentStep, 'reject'>
const forwardSteps = paymentStepNames.filter((step) => step !== 'reject') as readonly ForwardStep[]

export type StepTaken = PaymentRow['steps'][number]

/**
 * `next`: the payment waits for it. `busy`: the provider works on it. `stopped`: people ended it before the `skipped`
 * ones.
 */
export type StageState = 'done' | 'next' | 'todo' | 'skipped' | 'busy' | 'failed' | 'stopped'

export interface Stage {
  key: ForwardStep | 'result'
  state: StageState
  /** Who did it; of a result, who rejected. */
  taken: StepTaken | undefined
}

type Progress = Pick<PaymentRow, 'status' | 'steps'>

export function stagesOf({ status, steps }: Progress): Stage[] {
  const takenOf = (step: string) => steps.findLast((taken) => taken.step === step)
  const next = nextStep(status)
  const result = resultState(status)
  const missing = result === 'stopped' ? 'skipped' : 'todo'
  const stages = forwardSteps.map((key): Stage => {
    const taken = takenOf(key)
    // The first of two approvals is given, the second is waited for.
    const isOpen = key === next && (taken === undefined || key === 'approve')
    return { key, taken, state: isOpen ? 'next' : taken ? 'done' : missing }
  })
  const rejected = status === 'REJECTED' ? (takenOf('reject') ?? takenOf('withdraw')) : undefined
  return [...stages, { key: 'result', state: result, taken: rejected }]
}

/** The step that a payment of this status waits for; undefined when it waits for none. */
function nextStep(status: PaymentStatus): ForwardStep | undefined {
  return forwardSteps.find((step) => (paymentSteps[step].from as readonly PaymentStatus[]).includes(status))
}

function resultState(status: PaymentStatus): StageState {
  switch (status) {
    case 'ELIGIBLE':
    case 'INITIATED':
    case 'APPROVED':
      return 'todo'
    case 'PROCESSING':
    case 'REVERSING':
      return 'busy'
    case 'SUCCESSFUL':
      return 'done'
    case 'FAILED':
      return 'failed'
    case 'REJECTED':
    case 'CANCELLED':
    case 'REVERSED':
      return 'stopped'
  }
}
