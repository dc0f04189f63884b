/** What the review of a selection puts before the eyes. */
import { Link } from 'react-router'
import type { Selection } from '#contract/payment-runs.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Amounts } from '../../../money/Amounts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { FloatLacks } from '../../../money/FloatLacks.tsx'
import { NobodyLeft } from '../NobodyLeft.tsx'
import { SameVisit } from '../SameVisit.tsx'
import { useRefusalText } from '../words.ts'
import { MissingNotes } from '../MissingNotes.tsx'
import { memberPath } from './member-path.ts'
import { ButtonLink } from '../../../ui/Button.tsx'

export function SelectionSheet({ selection }: { selection: Selection }) {
  const t = useText()
  const format = useFormat()
  const { count, totalAmount, willing, surveys } = selection
  return (
    <>
      {willing.count === 0 && <Note tone="warning">{t('payments.review.nothingLeft')}</Note>}
      <Facts
        className="review-facts"
        of={[
          fact(t('payments.review.count'), format.number(willing.count)),
          fact(t('payments.review.total'), <Amounts of={willing.totalAmount} />),
          fact(t('payments.field.charge'), willing.totalCharge.length > 0 && <Amounts of={willing.totalCharge} />),
          fact(t('payments.review.least'), willing.count > 1 && <Amounts of={willing.least} />),
          fact(t('payments.review.most'), willing.count > 1 && <Amounts of={willing.most} />),
          fact(t('payments.run.chosenOf', { count }), willing.count < count && <Amounts of={totalAmount} />),
          fact(
            t('payments.review.surveys', { count: surveys.count }),
            `${surveys.titles.join(' · ') || '–'}${surveys.count > surveys.titles.length ? ' …' : ''}`,
            'long',
          ),
        ]}
      />
      <SelectionPayments selection={selection} />
      <Floats selection={selection} />
      <MissingNotes missing={selection.missing} when="before" />
      <FloatLacks lacks={selection.lacks} />
      <Next next={selection.next} />
      <Exceptions selection={selection} />
      <FileRows selection={selection} />
    </>
  )
}

function Floats({ selection: { floats } }: { selection: Selection }) {
  const t = useText()
  const format = useFormat()
  if (floats.length === 0) return null
  return (
    <section className="review-balance">
      <h2>{t('payments.review.balance')}</h2>
      {floats.map(({ provider, currency, available, taken, after }) => (
        <Facts
          key={provider + currency}
          className="review-facts"
          data-short={after.amount.startsWith('-')}
          of={[
            fact(t('payments.field.provider'), provider.toUpperCase()),
            fact(t('payments.review.before'), format.money(available.amount, currency)),
            fact(t('payments.review.taken'), format.money(`-${taken.amount}`, currency)),
            fact(t('payments.review.after'), format.money(after.amount, currency)),
          ]}
        />
      ))}
    </section>
  )
}

/** Who may take the step that follows. */
function Next({ next }: { next: Selection['next'] }) {
  const t = useText()
  return next.map(({ step, count, people, peopleCount, nobodyFor }) => {
    if (nobodyFor) return <NobodyLeft key={step} step={nobodyFor} />
    const names = people.map(({ name }) => name).join(', ')
    return (
      <p key={step} className="run-next">
        <strong>{t(`payments.run.next.${step}`, { count })}</strong>{' '}
        {peopleCount > people.length ? t('payments.run.andMore', { names, count: peopleCount - people.length }) : names}
      </p>
    )
  })
}

function Exceptions({ selection: { id, refused, samePhone, sameVisit, count } }: { selection: Selection }) {
  const t = useText()
  const refusalText = useRefusalText()
  if (count === 0) return null
  return (
    <>
      {refused.length === 0 && <Note tone="success">{t('payments.run.noneRefused')}</Note>}
      {refused.length + samePhone.count + sameVisit.count > 0 && (
        <section className="review-exceptions">
          <h2>{t('payments.review.exceptions')}</h2>
          {refused.map(({ code, count: those, sample }) => (
            <Exception
              key={code}
              text={t('payments.review.leftOut', { count: those, why: refusalText(code) ?? code })}
              sample={sample}
              more={those - sample.length}
              allAt={memberPath({ selectionId: id }, { outcome: code })}
            />
          ))}
          <SameVisit {...sameVisit} />
          {samePhone.count > 0 && (
            <Exception
              text={t('payments.review.samePhone', { count: samePhone.count })}
              sample={samePhone.sample}
              more={0}
            />
          )}
        </section>
      )}
    </>
  )
}

interface ExceptionProps {
  text: string
  sample: readonly number[]
  /** Beyond the sample. */
  more: number
  /** Where all of them are listed. */
  allAt?: string
}

function Exception({ text, sample, more, allAt }: ExceptionProps) {
  const t = useText()
  return (
    <details className="review-exception note tone-warning">
      <summary>{text}</summary>
      <ul>
        {sample.map((id) => (
          <li key={id}>
            <Link to={`/payments?view=all&open=${id}`}>{t('payments.number', { id: String(id) })}</Link>
          </li>
        ))}
        {more > 0 && <li>{t('list.andMore', { count: more })}</li>}
      </ul>
      {allAt && <Link to={allAt}>{t('payments.run.showThem')}</Link>}
    </details>
  )
}

function FileRows({ selection: { rows, rowCount } }: { selection: Selection }) {
  const t = useText()
  const format = useFormat()
  const refusalText = useRefusalText()
  if (rowCount === 0) return null
  return (
    <section className="review-exceptions">
      <h2>{t('payments.run.fileRows', { count: rowCount })}</h2>
      <Table
        heads={[endHead('payments.run.fileRow'), 'payments.field.id', 'payments.field.reason']}
        className="run-rows"
      >
        {rows.map(({ row, ref, code }) => (
          <tr key={row}>
            <td className="table-end">{format.number(row)}</td>
            <th scope="row">{ref || '–'}</th>
            <td>{refusalText(code)}</td>
          </tr>
        ))}
      </Table>
      {rowCount > rows.length && <p>{t('list.andMore', { count: rowCount - rows.length })}</p>}
    </section>
  )
}

/** The way to the payments that are about to be signed: all of them, those of a currency, those that are left out. */
function SelectionPayments({ selection: { id, count, totalAmount, refused } }: { selection: Selection }) {
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
