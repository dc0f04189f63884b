/** The figures of the house in one row, each the way to its list. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { addUp } from '#domain/money/money.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Amounts } from '../../money/Amounts.tsx'
import { type CardCall, type DashboardFilter, listAt } from './use-dashboard.ts'

interface FiguresProps {
  asked: CardCall<{ data: Dashboard }>
  filter: DashboardFilter
  /** The parts that the caller may read; their room is kept while they load. */
  parts: Record<'surveys' | 'responses' | 'payments', boolean>
}

/** Money that lasts longer is no matter of today. */
const noticedDays = 60

export function Figures({ asked, filter: { surveyId }, parts }: FiguresProps) {
  const t = useText()
  const format = useFormat()
  const { surveys, responses, payments } = asked.data?.data ?? {}
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const paid = { view: 'all', status: 'SUCCESSFUL', surveyId }
  const isPilot = 'false'
  const soonest = Math.min(...(payments?.float.flatMap((float) => float.lasts ?? []) ?? []))
  if (asked.error) return null
  return (
    <ul className="dashboard-figures" aria-busy={asked.isFetching}>
      {parts.surveys && (
        <Figure name={t('dashboard.surveys')} to="/survey?status=PUBLISHED">
          {surveys && format.number(surveys.live)}
        </Figure>
      )}
      {parts.responses && (
        <>
          <Figure
            name={t('dashboard.responsesToday')}
            to={listAt('/response', { from: today, to: today, surveyId, isPilot })}
          >
            {responses && format.number(responses.today)}
          </Figure>
          <Figure name={t('dashboard.responsesTotal')} to={listAt('/response', { surveyId, isPilot })}>
            {responses && format.number(responses.total)}
          </Figure>
        </>
      )}
      {parts.payments && (
        <>
          <Figure
            name={t('dashboard.paidToday')}
            to={listAt('/payments', { ...paid, updatedAt: `${today}..${today}` })}
          >
            {payments && <Amounts of={payments.paidToday} />}
          </Figure>
          <Figure
            name={t('dashboard.paidThisMonth')}
            to={listAt('/payments', { ...paid, updatedAt: `${today.slice(0, 8)}01..${today}` })}
          >
            {payments && <Amounts of={payments.paidThisMonth} />}
          </Figure>
          <Figure
            name={t('dashboard.float')}
            note={soonest < noticedDays ? t('dashboard.floatLasts', { count: soonest }) : undefined}
            to="/payments?view=floats"
          >
            {payments && <Amounts of={addUp(payments.float)} />}
          </Figure>
        </>
      )}
    </ul>
  )
}

interface FigureProps {
  name: string
  note?: string | undefined
  to: string
  children: ReactNode
}

function Figure({ name, note, to, children }: FigureProps) {
  return (
    <li className="panel">
      <Link to={to}>
        <span>{name}</span>
        <strong>{children ?? <i className="skeleton" />}</strong>
        {note !== undefined && <small>{note}</small>}
      </Link>
    </li>
  )
}
