/** Said before a payment waits for a step without people who may take it. */
import { paymentPolicy } from '#contract/payment-policy.ts'
import type { PaymentRow } from '#contract/payments.ts'
import { carriedSteps } from '#domain/money/payment-ways.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'
import type { ReviewedAction } from './review-state.ts'

export function NobodyLeft({ step }: { step: 'initiate' | 'approve' | 'authorize' }) {
  const t = useText()
  return <Note tone="warning">{t(`payments.nobodyLeft.${step}`)}</Note>
}

/** Of a review: when the reader takes this step on these payments. */
export function NobodyLeftAfter({ step, rows }: { step: ReviewedAction; rows: readonly PaymentRow[] }) {
  const forward = forwardOf(step)
  // A reopened payment starts without a signature.
  const kept = (taken: string) =>
    step !== 'reopen' && (step !== 'retry' || carriedSteps.some((carried) => carried === taken))
  const taken = rows.flatMap(({ steps }) => steps.filter((one) => kept(one.step)))
  const actors = [...new Set(taken.map(({ actorId }) => actorId))].slice(0, 50)
  const query = { step: forward, ...(actors.length > 0 ? { taken: actors.join(',') } : {}) }
  // Nothing comes after the last step.
  const { data } = useCall(paymentPolicy.people, { query }, { enabled: forward !== 'authorize' && rows.length > 0 })
  const nobodyFor = data?.data.nobodyFor
  return nobodyFor ? <NobodyLeft step={nobodyFor} /> : null
}

/** The step on the straight path after which the same people are needed. */
function forwardOf(step: ReviewedAction) {
  switch (step) {
    case 'reject':
    case 'withdraw':
      return 'authorize'
    case 'retry':
      return 'approve'
    case 'reopen':
      return 'initiate'
    case 'initiate':
    case 'approve':
    case 'authorize':
      return step
  }
}
