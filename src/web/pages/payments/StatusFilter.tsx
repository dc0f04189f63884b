/** The statuses under the list's other filters, each with its count and its sums; a click shows that status alone. */
import { Link, useSearchParams } from 'react-router'
import type { PaymentAmounts, PaymentCounts } from '#contract/payment-rows.ts'
import { addUp } from '#domain/money/money.ts'
import type { PaymentStatus } from '#domain/money/payment.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { Amounts } from '../../money/Amounts.tsx'

interface StatusFilterProps {
  /** The statuses of the tab. */
  statuses: readonly PaymentStatus[]
  /** What the list is filtered by; '' shows all. Undefined: the links lead to a list elsewhere. */
  chosen?: string
  counts: PaymentCounts | undefined
  amounts: PaymentAmounts | undefined
  isLoading: boolean
  /** Where the link of a status leads; of this list unless given. */
  searchOf?: (status: PaymentStatus | undefined) => string
}

export function StatusFilter({ statuses, chosen, counts, amounts, isLoading, searchOf }: StatusFilterProps) {
  const t = useText()
  const [search] = useSearchParams()
  const linkOf = searchOf ?? ((status) => withWords(search, { status, page: undefined }).toString())
  if (isLoading) return <div className="status-filter" aria-hidden="true" />
  if (!counts || !amounts) return null
  const shown = statuses.filter((status) => counts[status] > 0 || chosen?.split(',').includes(status))
  if (shown.length === 0) return null
  const count = statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <nav className="status-filter" aria-label={t('payments.field.status')}>
      <ul>
        <StatusLink
          search={linkOf(undefined)}
          text={t('payments.anyStatus')}
          isOpen={chosen === ''}
          count={count}
          sums={addUp(statuses.flatMap((status) => amounts[status]))}
        />
        {shown.map((status) => (
          <StatusLink
            key={status}
            search={linkOf(status)}
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
  search: string
  text: string
  isOpen: boolean
  count: number
  sums: readonly { amount: string; currency: string }[]
}

function StatusLink({ search, text, isOpen, count, sums }: StatusLinkProps) {
  const format = useFormat()
  return (
    <li>
      <Link to={{ search }} aria-current={isOpen ? 'true' : undefined} preventScrollReset>
        <span>{text}</span>
        <strong>{format.number(count)}</strong>
        <Amounts of={sums} />
      </Link>
    </li>
  )
}
