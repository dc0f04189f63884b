/** The float before and after: what an authorization sets aside, and whether it is there. */
import { WarningOutlined } from '@ant-design/icons'
import { type PaymentRow, payments } from '#contract/payments.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { WhoFunds } from '../../../money/FloatLacks.tsx'
import { useRefusalText } from '../words.ts'
import { floatsAfter } from './sheet.ts'
import { Note } from '../../../ui/Note.tsx'

/** Whether no float covers its payments; not while the balance is unknown: then the server says it. */
export function useShortFloat(rows: readonly PaymentRow[], isAsked: boolean): boolean {
  const { data } = useCall(payments.balance, {}, { enabled: isAsked })
  return (
    data !== undefined && isAsked && rows.length > 0 && floatsAfter(data.list, rows).every(({ isShort }) => isShort)
  )
}

export function BalanceAfter({ rows }: { rows: readonly PaymentRow[] }) {
  const t = useText()
  const format = useFormat()
  const refusalText = useRefusalText()
  const { data, error, refetch } = useCall(payments.balance, {})
  if (error) return <LoadProblem title="payments.balance.failed" error={error} onRetry={() => void refetch()} />
  const floats = data ? floatsAfter(data.list, rows) : []
  const isAnyShort = floats.some(({ isShort }) => isShort)
  return (
    <section className="review-balance" aria-busy={!data}>
      <h2>{t('payments.review.balance')}</h2>
      {!data && <span className="skeleton" />}
      {floats.map(({ provider, currency, before, taken, after, isShort }) => (
        <dl key={provider + currency} className="review-facts" data-short={isShort}>
          <div>
            <dt>{t('payments.field.provider')}</dt>
            <dd>{provider.toUpperCase()}</dd>
          </div>
          <div>
            <dt>{t('payments.review.before')}</dt>
            <dd>{format.money(before, currency)}</dd>
          </div>
          <div>
            <dt>{t('payments.review.taken')}</dt>
            <dd>{format.money(`-${taken}`, currency)}</dd>
          </div>
          <div>
            <dt>{t('payments.review.after')}</dt>
            <dd>
              {isShort && <WarningOutlined aria-label={refusalText('INSUFFICIENT_FUNDS')} />}{' '}
              {format.money(after, currency)}
            </dd>
          </div>
        </dl>
      ))}
      {isAnyShort && (
        <Note tone="danger">
          {t('payments.review.short')} <WhoFunds />
        </Note>
      )}
    </section>
  )
}
