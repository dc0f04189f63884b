/** The float before and after: what an authorization sets aside, and whether it is there. */
import { WarningOutlined } from '@ant-design/icons'
import { type PaymentRow, payments } from '#contract/payments.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { ListProblem } from '../../../resource/ListProblem.tsx'
import { useRefusalText } from '../words.ts'
import { floatsAfter } from './sheet.ts'

/** Whether a float does not cover the payments; not while the balance is unknown: then the server says it. */
export function useShortFloat(rows: readonly PaymentRow[], isAsked: boolean): boolean {
  const { data } = useCall(payments.balance, {}, { enabled: isAsked })
  return data !== undefined && isAsked && floatsAfter(data.list, rows).some(({ after }) => after.amountMinor < 0)
}

export function BalanceAfter({ rows }: { rows: readonly PaymentRow[] }) {
  const t = useText()
  const format = useFormat()
  const refusalText = useRefusalText()
  const { data, error, refetch } = useCall(payments.balance, {})
  if (error) return <ListProblem title="payments.balance.failed" error={error} onRetry={() => void refetch()} />
  const floats = data ? floatsAfter(data.list, rows) : []
  const isShort = floats.some(({ after }) => after.amountMinor < 0)
  return (
    <section className="review-balance" aria-busy={!data}>
      <h2>{t('payments.review.balance')}</h2>
      {!data && <span className="skeleton" />}
      {floats.map(({ provider, currency, before, taken, after }) => (
        <dl key={provider + currency} className="review-facts" data-short={after.amountMinor < 0}>
          <div>
            <dt>{t('payments.field.provider')}</dt>
            <dd>{provider.toUpperCase()}</dd>
          </div>
          <div>
            <dt>{t('payments.review.before')}</dt>
            <dd>{format.money(before.amount, currency)}</dd>
          </div>
          <div>
            <dt>{t('payments.review.taken')}</dt>
            <dd>{format.money(`-${taken.amount}`, currency)}</dd>
          </div>
          <div>
            <dt>{t('payments.review.after')}</dt>
            <dd>
              {after.amountMinor < 0 && <WarningOutlined aria-label={refusalText('INSUFFICIENT_FUNDS')} />}{' '}
              {format.money(after.amount, currency)}
            </dd>
          </div>
        </dl>
      ))}
      {isShort && <p className="note tone-danger">{t('payments.review.short')}</p>}
    </section>
  )
}
