/** A row of the desk in words, with its evidence, and the link to its next step. */
import { Link } from 'react-router'
import type { DeskRow } from '#contract/desk.ts'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useText } from '../../../i18n/text.ts'
import { deskPath, evidenceOf } from './paths.ts'

export function What({ row }: { row: DeskRow }) {
  const t = useText()
  const reasonText = useReasonText()
  const { kind, provider, currency, details, paymentId, closings } = row
  const {
    no,
    row: line,
    count,
    more,
    reference,
    rule,
    stop,
    reason,
    list,
    day,
    sign,
    other,
    stated,
    ours,
    told,
  } = details
  const said = [
    (provider ?? '').toUpperCase() || (kind === 'FLOAT_LOW' && currency),
    stop && t('desk.stop', { stop }),
    typeof reason === 'string' && stop === 'TROUBLE' && reasonText(reason),
    sign && t('desk.sign', { sign, id: Number(other) }),
    ours && t('desk.names', { ours, told: told ?? '–' }),
    stated && t('desk.stated', { amount: Number(stated) }),
    list,
    day,
    reference,
    rule,
    line && t('desk.row', { row: Number(line) }),
    no && t('desk.attempt', { no: Number(no) }),
    count && t('desk.payments', { count: Number(count) }),
    more && t('desk.more', { count: Number(more) }),
  ]
  const evidence = evidenceOf(row)
  return (
    <span className="desk-what">
      <strong>{t(`desk.kind.${kind}`)}</strong>
      <span>{said.filter(Boolean).join(' · ')}</span>
      <small>
        {paymentId !== null && (
          <Link to={`/payments?view=all&open=${paymentId}`}>{t('payments.number', { id: paymentId })}</Link>
        )}
        {evidence && <Link to={evidence}>{t('desk.evidence', { of: kind.split('_')[0] ?? '' })}</Link>}
        {closings.map(({ id, name, reason: why }) => (
          <span key={id}>{t('desk.closedBy', { name, reason: why })}</span>
        ))}
      </small>
    </span>
  )
}

export function Next({ row }: { row: DeskRow }) {
  const t = useText()
  const path = deskPath(row)
  const words = t(`desk.next.${row.next}`)
  return path === undefined ? (
    <span className="blank">{words}</span>
  ) : (
    <Link className="button small" to={path}>
      {words}
    </Link>
  )
}
