/** Said before an authorization needs it: a float that is not there yet, or too short, and who can fund it. */
import { Link } from 'react-router'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { payments } from '#contract/payments.ts'
import type { BalanceRow } from '#contract/transactions.ts'
import { type FloatLack, lacksOf } from '#domain/money/float-lack.ts'
import { fundingRight } from '#domain/money/funding.ts'
import { minorOf, type Money, toDecimal } from '#domain/money/money.ts'
import { useCall } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Note } from '../ui/Note.tsx'

interface Lack extends Pick<FloatLack, 'kind' | 'currency'> {
  /** Undefined for sums that name none. */
  provider?: string | undefined
  /** Decimal. */
  amount: string
}

type Need = Money & { provider?: string | undefined }

export function FloatLacks({ lacks }: { lacks: readonly Lack[] }) {
  const t = useText()
  const format = useFormat()
  return lacks.map(({ kind, provider, currency, amount }) => (
    <Note key={`${provider ?? ''} ${currency}`} tone="warning">
      {t(`payments.lack.${kind}`, {
        float: [provider?.toUpperCase(), currency].filter(Boolean).join(' '),
        amount: format.money(amount, currency),
      })}{' '}
      <WhoFunds />
    </Note>
  ))
}

/** Of payments, or sums of them, that are not authorized yet. */
export function FloatLacksOf({ needs }: { needs: readonly Need[] }) {
  const { data } = useCall(payments.balance, {}, { enabled: needs.length > 0 })
  return data ? <FloatLacks lacks={floatLacks(data.list, needs)} /> : null
}

/** The way to the floats for a person who may fund one; for others, whom to ask. */
export function WhoFunds() {
  const t = useText()
  const mayFund = useCan(fundingRight)
  const { data } = useCall(paymentPolicy.people, { query: { step: 'fund' } }, { enabled: !mayFund })
  if (mayFund) return <Link to="/payments?view=floats">{t('payments.lack.fund')}</Link>
  if (!data) return null
  const { people, peopleCount } = data.data
  if (peopleCount === 0) return t('payments.lack.nobody')
  const names = people.map(({ name }) => name).join(', ')
  const more = peopleCount - people.length
  return t('payments.lack.ask', { names: more > 0 ? t('payments.run.andMore', { names, count: more }) : names })
}

/** What the floats lack for some payments, as the books and the payments name it. */
function floatLacks(balances: readonly BalanceRow[], needs: readonly Need[]): Lack[] {
  const floats = balances.map(({ provider, currency, available }) => ({
    provider,
    currency,
    amountMinor: minorOf(available),
  }))
  const asked = needs.map(({ provider, ...money }) => ({
    provider,
    currency: money.currency,
    amountMinor: minorOf(money),
  }))
  return lacksOf(floats, asked).map(({ amountMinor, ...lack }) => ({
    ...lack,
    amount: toDecimal(amountMinor, lack.currency),
  }))
}
