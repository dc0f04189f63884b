/** The way to the payments that are about to be signed: all of them, those of a currency, those that are left out. */
import { Link } from 'react-router'
import type { Selection } from '#contract/payment-runs.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { memberPath } from './member-path.ts'

export function SelectionPayments({ selection: { id, count, totalAmount, refused } }: { selection: Selection }) {
  const t = useText()
  const format = useFormat()
  if (count === 0) return null
  const members = { selectionId: id }
  const leftOut = refused.reduce((all, { count: those }) => all + those, 0)
  return (
    <nav className="run-members" aria-label={t('payments.review.rows')}>
      <ButtonLink to={memberPath(members)}>{t('payments.run.showAll', { count })}</ButtonLink>
      {totalAmount.length > 1 &&
        totalAmount.map(({ currency, amount }) => (
          <Link key={currency} to={memberPath(members, { currency: `=${currency}` })}>
            {t('payments.run.showCurrency', { total: format.money(amount, currency) })}
          </Link>
        ))}
      {leftOut > 0 && leftOut < count && (
        <Link to={memberPath(members, { outcome: 'REFUSED' })}>
          {t('payments.run.showLeftOut', { count: leftOut })}
        </Link>
      )}
    </nav>
  )
}
