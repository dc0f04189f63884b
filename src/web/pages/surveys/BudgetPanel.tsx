/** The budget of a survey, its paid money and its money on the way. Its managers set the budget. */
import { useState } from 'react'
import { type Budget, surveyBudget } from '#contract/payment-policy.ts'
import { toMinorSum } from '#domain/money/money.ts'
import { raises } from '#domain/money/payment-limits.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { AmountInput } from '../../money/AmountInput.tsx'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useFormat, useText } from '../../i18n/text.ts'
import { WaitingChange } from '../../money/WaitingChange.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { fact, type Fact, Facts } from '../../ui/Facts.tsx'

export function BudgetPanel({ surveyId }: { surveyId: number }) {
  const t = useText()
  const canSet = useCan('surveys.write')
  const [editing, setEditing] = useState(false)
  const { data } = useCall(surveyBudget.get, { params: { surveyId } })
  if (!data) return null
  const { data: budget } = data
  return (
    <>
      <Panel aria-label={t('surveys.budget')} className="survey-budget" heading={t('surveys.budget')}>
        {budget.level === 'WARNING' && <Note tone="warning">{t('surveys.budgetWarning')}</Note>}
        {budget.level === 'USED_UP' && <Note tone="danger">{t('surveys.budgetUsedUp')}</Note>}
        {budget.budget === null && <p className="blank">{t('surveys.budgetNone')}</p>}
        <Figures budget={budget} />
        {canSet && (
          <div>
            <Button size="small" onClick={() => setEditing(true)}>
              {t(budget.budget === null ? 'surveys.budgetSet' : 'surveys.budgetChange')}
            </Button>
          </div>
        )}
        {editing && <BudgetDialog budget={budget} onClose={() => setEditing(false)} />}
      </Panel>
      {budget.waiting && <WaitingChange change={budget.waiting} />}
    </>
  )
}

function Figures({ budget: { budget, used, held, left } }: { budget: Budget }) {
  const t = useText()
  const format = useFormat()
  const parts = [
    { key: 'used', tone: 'neutral', sum: used },
    { key: 'held', tone: 'warning', sum: held },
    ...(left ? [{ key: 'left', tone: 'accent', sum: left } as const] : []),
  ] as const
  const whole = Number(budget?.amount ?? 0)
  return (
    <>
      <Facts
        className="survey-budget-sums"
        of={[
          fact(t('surveys.budgetWhole'), budget && format.money(budget.amount, budget.currency)),
          ...parts.map(({ key, sum }): Fact =>
            fact(t(`surveys.budgetPart.${key}`), format.money(sum.amount, sum.currency)),
          ),
        ]}
      />
      {whole > 0 && <ShareBar shares={parts.map(({ key, tone, sum }) => ({ key, tone, value: Number(sum.amount) }))} />}
    </>
  )
}

function BudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const t = useText()
  const { currency } = budget.used
  const [amount, setAmount] = useState(budget.budget?.amount ?? '')
  const send = useSend(surveyBudget.set, { refreshes: [surveyBudget.get] })
  const typed = typedAmount(amount, currency)
  const waits = raises(minorOf(budget.budget?.amount, currency), minorOf(typed, currency))

  async function run() {
    const { surveyId, version } = budget
    const body = { amount: typed || null, version }
    await send.mutateAsync({ params: { surveyId }, body })
    return !waits || t('policy.asked')
  }

  return (
    <ConfirmDialog title={t('surveys.budget')} action={t('action.save')} run={run} onClose={onClose}>
      <p>{t('surveys.budgetDoes')}</p>
      <FieldBox label={t('surveys.budgetIn', { currency })} help={t('surveys.budgetEmpty')}>
        <AmountInput currency={currency} value={amount} onChange={setAmount} />
      </FieldBox>
      {waits && <Note tone="warning">{t('policy.budgetRaises')}</Note>}
    </ConfirmDialog>
  )
}

function minorOf(amount: string | undefined, currency: string): bigint | undefined {
  return amount ? toMinorSum(amount, currency) : undefined
}
