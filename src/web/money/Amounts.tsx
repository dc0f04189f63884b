/** Sums of money, one line per currency. Digits line up; the currency is always there. */
import { useFormat } from '../i18n/text.ts'
import './amounts.css'

interface AmountsProps {
  of: readonly { amount: string; currency: string }[]
}

export function Amounts({ of: sums }: AmountsProps) {
  const format = useFormat()
  if (sums.length === 0) return <span className="blank">–</span>
  return (
    <span className="amounts">
      {sums.map(({ amount, currency }) => (
        <span key={currency}>{format.money(amount, currency)}</span>
      ))}
    </span>
  )
}
