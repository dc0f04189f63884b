/** Who takes a step, and why, as a call or a run was given it. */
import { defaultReason, type PaymentStep, withdrawn } from '#domain/money/payment.ts'
import type { AuditSource } from '../../audit.ts'
import type { LockedPayment, StepTaker } from './steps-store.ts'

interface GivenStep {
  step: PaymentStep
  reason?: string | null | undefined
  reasonText?: string | null | undefined
}

/** Only a rejection carries a reason; a maker who takes back their own payment gives WITHDRAWN. */
export function takerOf(
  source: AuditSource & { actorId: number },
  role: string,
  { step, ...given }: GivenStep,
): StepTaker {
  if (step !== 'reject') return { source, role, reasonOf: () => undefined, reasonText: undefined }
  const isMaker = ({ steps }: LockedPayment) =>
    steps.some((taken) => taken.step === 'initiate' && taken.actorId === source.actorId)
  return {
    source,
    role,
    reasonOf: (payment) => (isMaker(payment) ? withdrawn : (given.reason ?? defaultReason)),
    reasonText: given.reasonText || undefined,
  }
}
