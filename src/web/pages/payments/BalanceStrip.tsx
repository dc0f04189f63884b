/** What the books hold: a card per provider and currency. */
import { Link } from 'react-router'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import type { BalanceRow } from '#contract/transactions.ts'
import { minorOf } from '#domain/money/money.ts'
import { errorText } from '../../api/error-text.ts'
import { useCall } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { StopNotes } from './StopNotes.tsx'

/** While money is on its way it moves from reserved to spent, or back. */
const movingMs = 15_000

export function BalanceStrip() {
  return (
    <>
      <StopNotes />
      <Balances />
    </>
  )
}

function Balances() {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const { demo } = useSession()
  const { data, error, refetch } = useCall(payments.balance, {}, { everyMs: whileReserved })
  if (error) {
    return (
      <Note tone="danger" className="balances-problem">
        <span>
          {t('payments.balance.failed')} {errorText(error, basic)}
        </span>
        <Button size="small" onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      </Note>
    )
  }
  const pays = data?.pays === 'SIMULATOR' && !demo && <Note tone="warning">{t('payments.pays.SIMULATOR')}</Note>
  if (data?.list.length === 0) {
    return (
      <>
        {pays}
        <NoFloat />
      </>
    )
  }
  return (
    <>
      {pays}
      {data?.alarm && (
        <Note tone="danger">
          {t('payments.alarm', { moment: format.dateTime(data.alarm.at), rules: data.alarm.rules.join('; ') })}
        </Note>
      )}
      <ul className="balances" aria-label={t('payments.balance.title')} aria-busy={!data}>
        {data ? data.list.map((row) => <Balance key={row.provider + row.currency} row={row} />) : <BalanceSkeleton />}
      </ul>
    </>
  )
}

/** Before the first top-up: to be asked for, or to be confirmed by another person. */
function NoFloat() {
  const t = useText()
  const { data } = useCall(floats.list, { query: { status: 'ASKED', pageSize: 1 } })
  const isAsked = data !== undefined && data.total > 0
  return (
    <Note tone="neutral">
      {t(isAsked ? 'payments.balance.asked' : 'payments.balance.empty')}{' '}
      <Link to="/payments?view=floats">{t(isAsked ? 'payments.balance.open' : 'floats.ask')}</Link>
    </Note>
  )
}

function whileReserved(answer: { list: BalanceRow[] } | undefined): number | undefined {
  return answer?.list.some(({ reserved }) => minorOf(reserved) > 0n) ? movingMs : undefined
}

function Balance({ row }: { row: BalanceRow }) {
  const t = useText()
  const format = useFormat()
  const parts = [
    { key: 'available', tone: 'accent' },
    { key: 'reserved', tone: 'warning' },
    { key: 'spent', tone: 'neutral' },
  ] as const
  return (
    <li className="balance">
      <h2>
        {row.provider.toUpperCase()} <span>{row.currency}</span>
      </h2>
      <dl>
        {parts.map(({ key, tone }) => (
          <div key={key} className={`tone-${tone}`} data-part={key}>
            <dt>{t(`payments.balance.${key}`)}</dt>
            <dd>{format.money(row[key].amount, row.currency)}</dd>
          </div>
        ))}
      </dl>
      <ShareBar shares={parts.map(({ key, tone }) => ({ key, tone, value: Number(minorOf(row[key])) }))} />
    </li>
  )
}

function BalanceSkeleton() {
  return (
    <li className="balance" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </li>
  )
}
