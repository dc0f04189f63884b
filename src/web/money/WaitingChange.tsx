/** A change of limits or of a budget that waits for a second person, and that person's decision. */
import type { ReactNode } from 'react'
import { type LimitChange, limitChanges, paymentPolicy, surveyBudget } from '#contract/payment-policy.ts'
import { useSend } from '../api/query.ts'
import { useSession } from '../api/session.ts'
import { useReasonText } from '../i18n/reason-text.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import '../form/form.css'

/** `children`: the limits as they would be. */
export function WaitingChange({ change, children }: { change: LimitChange; children?: ReactNode }) {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const { user } = useSession()
  const refreshes = [paymentPolicy.get, surveyBudget.get]
  const confirm = useSend(limitChanges.confirm, { refreshes })
  const refuse = useSend(limitChanges.refuse, { refreshes })
  const { id, survey, budget, reason, askedBy, askedAt, refusals } = change
  const asked = { name: askedBy.name, moment: format.dateTime(askedAt) }

  async function decide(send: typeof confirm, words: string) {
    try {
      await send.mutateAsync({ params: { id } })
      toast(words)
    } catch {
      // The note says why.
    }
  }

  return (
    <Panel aria-label={t('policy.waits')}>
      <h2>{survey ? `${t('policy.waits')}: ${survey.title}` : t('policy.waits')}</h2>
      <p>
        {survey === null
          ? t('policy.waitsLimits', asked)
          : budget === null
            ? t('policy.waitsRemoval', asked)
            : t('policy.waitsBudget', { ...asked, amount: format.money(budget.amount, budget.currency) })}
      </p>
      {reason !== null && <p className="blank">{reason}</p>}
      {children}
      <ErrorNote error={confirm.error ?? refuse.error ?? undefined} />
      <div className="form-choices">
        <Button
          loading={refuse.isPending}
          refusal={refusals.refuse === null ? undefined : reasonText(refusals.refuse)}
          onClick={() => void decide(refuse, t('policy.refused'))}
        >
          {t(askedBy.id === user?.id ? 'policy.takeBack' : 'policy.refuse')}
        </Button>
        <Button
          look="primary"
          loading={confirm.isPending}
          refusal={refusals.confirm === null ? undefined : reasonText(refusals.confirm)}
          onClick={() => void decide(confirm, t('policy.confirmed'))}
        >
          {t('policy.confirm')}
        </Button>
      </div>
    </Panel>
  )
}
