/** One payment beside the list. */
import { useState } from 'react'
import { payments } from '#contract/payments.ts'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'
import { useCall } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import './drawer.css'

/** While the provider has it, look again. */
const movingMs = 3000

interface PaymentDrawerProps {
  id: string
  /** What the menu of its row asked for. */
  asked?: PaymentAction | undefined
  onClose: () => void
}

export function PaymentDrawer({ id, asked, onClose }: PaymentDrawerProps) {
  const t = useText()
  // A step on its way must not be lost sight of by a slip of the mouse.
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useCall(payments.get, { params: { id } }, { everyMs: whileProcessing })
  return (
    <SideDrawer
      title={t('payments.number', { id })}
      held={isBusy ? t('payments.sending.title') : undefined}
      onClose={onClose}
    >
      {error && <LoadProblem title="payments.detailFailed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data && !error && <PaymentFacts payment={data.data} asked={asked} onBusy={setBusy} />}
    </SideDrawer>
  )
}

function whileProcessing(answer: { data: PaymentDetail } | undefined): number | undefined {
  return answer?.data.status === 'PROCESSING' ? movingMs : undefined
}
