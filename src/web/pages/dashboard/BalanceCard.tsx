import { payments } from '#contract/payments.ts'
import { minorOf } from '#domain/money/money.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { Card } from './Card.tsx'

const parts = [
  { key: 'available', tone: 'accent' },
  { key: 'reserved', tone: 'warning' },
  { key: 'spent', tone: 'neutral' },
] as const

/** What the books hold, per provider and currency. */
export function BalanceCard() {
  const t = useText()
  const format = useFormat()
  const asked = useCall(payments.balance, {})
  return (
    <Card
      title={t('dashboard.balance')}
      asked={asked}
      room="figure"
      empty={({ list }) => (list.length === 0 ? t('dashboard.balanceNone') : undefined)}
      link={{ to: '/payments?view=transactions', text: t('dashboard.transactions') }}
    >
      {({ list }) =>
        list.map((row) => (
          <div key={row.provider + row.currency} className="dashboard-balance">
            <p className="dashboard-figure">
              {format.money(row.available.amount, row.currency)}
              <span>{row.provider.toUpperCase()}</span>
            </p>
            <ShareBar shares={parts.map(({ key, tone }) => ({ key, tone, value: Number(minorOf(row[key])) }))} />
            <dl>
              {parts.map(({ key, tone }) => (
                <div key={key}>
                  <dt>
                    <span className={`dashboard-key tone-${tone}`} aria-hidden="true" />
                    {t(`payments.balance.${key}`)}
                  </dt>
                  <dd>{format.money(row[key].amount, row.currency)}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))
      }
    </Card>
  )
}
