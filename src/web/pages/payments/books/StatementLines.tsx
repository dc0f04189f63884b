/** A statement beside the books: its groups with what each explains, and their lines. */
import { Link } from 'react-router'
import type { StatementLineRow, StatementReport } from '#contract/statements.ts'
import { toDecimal } from '#domain/money/money.ts'
import { useCan } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { endHead, Table } from '../../../ui/Table.tsx'
import { askPath } from '../ask-path.ts'
import './books.css'
import './statements.css'

type Groups = StatementReport['groups']

const groupHeads = [
  'statements.word',
  ...(['statements.count', 'statements.theirs', 'statements.ours', 'statements.difference'] as const).map(endHead),
] as const

interface StatementGroupsProps {
  groups: Groups
  currency: string
  /** The rest below them is the sum. */
  hasTotal?: boolean
}

export function StatementGroups({ groups, currency, hasTotal = true }: StatementGroupsProps) {
  const t = useText()
  const format = useFormat()
  const total = (of: (group: Groups[number]) => number) => groups.reduce((all, group) => all + of(group), 0)
  const row = (name: string, count: number, theirs: number, ours: number) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td className="table-end">{format.number(count)}</td>
      {[theirs, ours, theirs - ours].map((minor, at) => (
        <td key={at} className="table-end">
          {format.money(toDecimal(minor, currency), currency)}
        </td>
      ))}
    </tr>
  )
  const [theirs, ours] = [
    ({ theirs }: Groups[number]) => theirs.amountMinor ?? 0,
    ({ ours }: Groups[number]) => ours.amountMinor ?? 0,
  ]
  return (
    <Table heads={groupHeads} className="statement-groups" label={t('statements.groups')}>
      {groups.map((group) => row(t(`statements.word.${group.word}`), group.count, theirs(group), ours(group)))}
      {hasTotal &&
        row(
          t('statements.total'),
          total(({ count }) => count),
          total(theirs),
          total(ours),
        )}
    </Table>
  )
}

/** Another person confirms what is booked, under the reference of the line. */
function isToBook({ word, isSettled, theirs, ours }: StatementLineRow): boolean {
  return !isSettled && ['MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE'].includes(word) && theirs.amount !== ours.amount
}

/** Money that came in and that our books lack is most often a top-up. */
function bookingOf(provider: string, { word, theirs, ours, ourRef, providerRef, at }: StatementLineRow): string {
  const change = (theirs.amountMinor ?? 0) - (ours.amountMinor ?? 0)
  const reference = providerRef ?? ourRef
  const kind = word === 'MISSING_HERE' && change > 0 ? { kind: 'TOPUP' as const } : {}
  return askPath({ provider, currency: theirs.currency, change }, { ...kind, reference, day: at.slice(0, 10) })
}

const lineHeads = [
  endHead('statements.row'),
  'books.day',
  'statements.word',
  ...(['statements.theirs', 'statements.ours'] as const).map(endHead),
] as const

interface StatementLinesProps {
  rows: readonly StatementLineRow[]
  /** Of a statement that is kept: what it has more or less is booked from here. */
  provider?: string
}

export function StatementLines({ rows, provider }: StatementLinesProps) {
  const t = useText()
  const canFund = useCan('payments.fund')
  const format = useFormat()
  return (
    <Table heads={lineHeads} className="statement-lines" label={t('statements.lines')}>
      {rows.map((line, at) => (
        <tr key={at} data-settled={line.isSettled}>
          <td className="table-end" data-head={t('statements.row')}>
            {line.row ?? '–'}
          </td>
          <th scope="row">{format.dateTime(line.at)}</th>
          <td>
            {t(`statements.word.${line.word}`)}{' '}
            {line.paymentId !== null && (
              <Link to={`/payments?view=all&open=${line.paymentId}`}>
                {t('payments.number', { id: line.paymentId })}
              </Link>
            )}
            {line.fundingId !== null && (
              <Link to={`/payments?view=floats&open=${line.fundingId}`}>{t('statements.request')}</Link>
            )}
            {line.suggestedId !== null && (
              <Link to={`/payments?view=all&open=${line.suggestedId}`}>
                {t('statements.suggested', { id: line.suggestedId })}
              </Link>
            )}
            {provider && canFund && isToBook(line) && (
              <Link to={bookingOf(provider, line)}>{t('statements.book')}</Link>
            )}
            {line.isSettled && line.word !== 'MATCHED' && ` · ${t('statements.settled')}`}
            <span className="books-references">
              {[line.ourRef, line.providerRef, line.description].filter((each) => each !== null).join(' · ')}
            </span>
          </td>
          {[line.theirs, line.ours].map(({ amount, currency }, side) => (
            <td key={side} className="table-end" data-head={t(side === 0 ? 'statements.theirs' : 'statements.ours')}>
              {format.money(amount, currency)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
