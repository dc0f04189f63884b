/** The steps that the reader may take on all payments of a survey that wait for them. */
import { useNavigate } from 'react-router'
import { paymentSelections } from '#contract/payment-runs.ts'
import type { PaymentCounts } from '#contract/payment-rows.ts'
import { paymentSteps } from '#domain/money/payment.ts'
import { useSend } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'

const steps = ['initiate', 'approve', 'authorize'] as const

export function TakeSteps({ surveyId, counts }: { surveyId: number; counts: PaymentCounts }) {
  const t = useText()
  const navigate = useNavigate()
  const { permissions } = useSession()
  const choosing = useSend(paymentSelections.make)
  const open = steps
    .filter((step) => permissions.list.includes(paymentSteps[step].needs))
    .map((step) => ({ step, count: paymentSteps[step].from.reduce((all, status) => all + counts[status], 0) }))
    .filter(({ count }) => count > 0)

  async function choose(step: (typeof steps)[number]) {
    const body = { step, filter: { surveyId: String(surveyId) } }
    const answer = await choosing.mutateAsync({ body }).catch(() => undefined)
    if (answer) await navigate(`/payments?view=runs&selection=${answer.data.id}`)
  }

  if (open.length === 0) return null
  return (
    <div className="survey-payment-steps">
      {open.map(({ step, count }) => (
        <Button
          key={step}
          look="primary"
          loading={choosing.isPending && choosing.variables.body.step === step}
          onClick={() => void choose(step)}
        >
          {t(`surveys.payments.take.${step}`, { count })}
        </Button>
      ))}
      <ErrorNote error={choosing.error ?? undefined} />
    </div>
  )
}
