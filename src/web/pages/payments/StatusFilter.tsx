/** The statuses under the list's other filters, each with its count and its sums; a click shows that status alone. */
import { Link, useSearchParams } from 'react-router'
import type { PaymentAmounts, PaymentCounts } from '#contract/payments.ts'
import { addUp } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { withWords } from '../../resource/list-state.ts'
import { Amounts } from '../../ui/Amounts.tsx'

interface StatusFilterProps {
  /** The statuses of the tab. */
  statuses: readonly PaymentStatus[]
  /** What the list is filtered by; '' shows all. */
  chosen: string
  counts: PaymentCounts | undefined
  amounts: PaymentAmounts | undefined
  isLoading: boolean
}

export function StatusFilter({ statuses, chosen, counts, amounts, isLoading }: StatusFilterProps) {
  const t = useText()
  if (isLoading) return <div className="status-filter" aria-hidden="true" />
  if (!counts || !amounts) return null
  const shown = statuses.filter((status) => counts[status] > 0 || chosen.split(',').includes(status))
  if (shown.length === 0) return null
  const count = statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <nav className="status-filter" aria-label={t('payments.field.status')}>
      <ul>
        <StatusLink
          status={undefined}
          text={t('payments.anyStatus')}
          isOpen={chosen === ''}
          count={count}
          sums={addUp(statuses.flatMap((status) => amounts[status]))}
        />
        {shown.map((status) => (
          <StatusLink
            key={status}
            status={status}
            text={t(`payments.status.${status}`)}
            isOpen={chosen === status}
            count={counts[status]}
            sums={amounts[status]}
          />
        ))}
      </ul>
    </nav>
  )
}

interface StatusLinkProps {
  status: PaymentStatus | undefined
  text: string
  isOpen: boolean
  count: number
  sums: readonly { amount: string; currency: string }[]
}

function StatusLink({ status, text, isOpen, count, sums }: StatusLinkProps) {
  const format = useFormat()
  const [search] = useSearchParams()
  return (
    <li>
      <Link
        to={{ search: withWords(search, { status, page: undefined }).toString() }}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
      >
        <span>{text}</span>
        <strong>{format.number(count)}</strong>
        <Amounts of={sums} />
      </Link>
    </li>
  )
}
