/** The books as one can read them: an account, the days of interest, its lines or its day ends. */
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type AccountRow, books, type DayRow, type StatementRow } from '#contract/books.ts'
import { download } from '../../../api/download.ts'
import { useCall } from '../../../api/query.ts'
import { Chart } from '../../../charts/Chart.tsx'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'
import { withWords } from '../../../list/list-state.ts'
import { Button } from '../../../ui/Button.tsx'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { PaperSignatures } from '../Paper.tsx'
import { PaperHead, PrintButton } from '../../../ui/Paper.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { DayEndDialog } from './DayEndDialog.tsx'
import './books.css'

const pageSize = 100

export function BooksTab() {
  const t = useText()
  const { data, error, refetch } = useCall(books.accounts, {})
  const [search] = useSearchParams()
  const account = data?.list.find(({ id }) => String(id) === search.get('account')) ?? data?.list[0]
  return (
    <section className="books">
      <title>{`${t('payments.tab.books')} · Canvass`}</title>
      <PageHead title={t('payments.title')} />
      <PaymentTabs open="books" />
      {error && <LoadProblem title="books.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data?.list.length === 0 && <Note tone="neutral">{t('books.none')}</Note>}
      {data && account && <Statement key={account.id} accounts={data.list} account={account} />}
    </section>
  )
}

function useAccountName(): (account: AccountRow) => string {
  const t = useText()
  return ({ kind, provider, currency, survey }) =>
    `${t(`books.kind.${kind}`)}${survey ? ` ${survey.title}` : ''} · ${provider.toUpperCase()} ${currency}`
}

function Statement({ accounts, account }: { accounts: readonly AccountRow[]; account: AccountRow }) {
  const t = useText()
  const format = useFormat()
  const nameOf = useAccountName()
  const [search, setSearch] = useSearchParams()
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const by = search.get('by') === 'line' ? 'line' : 'day'
  const page = Math.max(1, Number(search.get('page')) || 1)
  const period = { from: from || undefined, to: to || undefined }
  const asked = { params: { id: account.id }, query: { ...period, page, pageSize } }
  const days = useCall(books.days, asked, { enabled: by === 'day', keepPrevious: true })
  const lines = useCall(books.statement, asked, { enabled: by === 'line', keepPrevious: true })
  const { data, error: failed, refetch } = by === 'day' ? days : lines
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize))
  const show = (words: Record<string, string | number | undefined>) =>
    setSearch(withWords(search, { page: undefined, ...words }), { replace: true })
  const save = (kind: 'csv' | 'xlsx') =>
    download(books.file, { params: { id: account.id }, query: { ...period, format: kind } })

  return (
    <>
      <Panel className="books-choice">
        <label>
          {t('books.account')}
          <NativeSelect<number>
            value={account.id}
            options={accounts.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChange={(id) => show({ account: id })}
          />
        </label>
        <label>
          {t('books.from')}
          <TextInput type="date" value={from} onChange={({ target }) => show({ from: target.value || undefined })} />
        </label>
        <label>
          {t('books.to')}
          <TextInput type="date" value={to} onChange={({ target }) => show({ to: target.value || undefined })} />
        </label>
        <label>
          {t('books.by')}
          <NativeSelect<'day' | 'line'>
            value={by}
            options={(['day', 'line'] as const).map((value) => ({ value, label: t(`books.by.${value}`) }))}
            onChange={(way) => show({ by: way })}
          />
        </label>
        <div className="books-actions">
          <DownloadButton fetch={() => save('xlsx')}>Excel</DownloadButton>
          <DownloadButton fetch={() => save('csv')}>CSV</DownloadButton>
          <PrintButton />
        </div>
      </Panel>
      <PaperHead address={location.href}>
        <h2>
          {nameOf(account)}
          {(from || to) && ` · ${[from, to].map((day) => (day ? format.date(day) : '…')).join(' – ')}`}
        </h2>
      </PaperHead>
      {failed && <LoadProblem title="books.failed" error={failed} onRetry={() => void refetch()} />}
      {data && (
        <Facts
          className="books-ends"
          of={[
            fact(t('books.opening'), format.money(data.opening.amount, account.currency)),
            fact(t('books.closing'), format.money(data.closing.amount, account.currency)),
            fact(t('books.pending'), account.pending && format.money(account.pending.amount, account.currency)),
            fact(t('books.available'), account.pending && format.money(account.balance.amount, account.currency)),
          ]}
        />
      )}
      {by === 'day' && days.data && days.data.list.length > 1 && <Balances rows={days.data.list} />}
      {by === 'day' && days.data && <Days rows={days.data.list} account={account} />}
      {by === 'line' && lines.data && <Lines rows={lines.data.list} />}
      <PaperSignatures by={['drawnUp', 'checked']} />
      {pages > 1 && (
        <div className="form-choices">
          <Button refusal={page === 1 ? t('books.firstPage') : undefined} onClick={() => show({ page: page - 1 })}>
            ‹
          </Button>
          <span>{t('books.page', { page, pages })}</span>
          <Button refusal={page >= pages ? t('books.lastPage') : undefined} onClick={() => show({ page: page + 1 })}>
            ›
          </Button>
        </div>
      )}
    </>
  )
}

function Money({ sum }: { sum: { amount: string; currency: string } | null }) {
  const format = useFormat()
  return sum === null ? '–' : format.money(sum.amount, sum.currency)
}

const dayHeads = [
  'books.day',
  ...(['books.opening', 'books.in', 'books.out', 'books.closing'] as const).map(endHead),
] as const
const lineHeads = [
  'books.day',
  'books.what',
  ...(['books.in', 'books.out', 'books.balance'] as const).map(endHead),
] as const

/** The closing balance of each day shown. */
function Balances({ rows }: { rows: readonly DayRow[] }) {
  const t = useText()
  const format = useFormat()
  const figure = useMemo(() => {
    const days = rows.toReversed()
    const values = days.map(({ closing }) => Number(closing.amount))
    const names = days.map(({ day }) => format.utcDay(day))
    const [title, named] = [t('books.closing'), t('books.day')]
    return { title, named, names, series: [{ name: title, values }], look: 'columns' as const }
  }, [rows, t, format])
  return (
    <Panel heading={t('books.closing')}>
      <Chart figure={figure} />
    </Panel>
  )
}

/** Amounts of a row, each in a cell. */
function Sums({ of }: { of: readonly StatementRow['in'][] }) {
  return of.map((sum, index) => (
    <td key={index} className="table-end">
      <Money sum={sum} />
    </td>
  ))
}

function NoRow() {
  const t = useText()
  return (
    <tr>
      <td colSpan={dayHeads.length}>{t('books.empty')}</td>
    </tr>
  )
}

function Days({ rows, account }: { rows: readonly DayRow[]; account: AccountRow }) {
  const t = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const [ending, setEnding] = useState<string>()
  const linesOf = (day: string) => withWords(search, { page: undefined, by: 'line', from: day, to: day }).toString()
  return (
    <>
      <Table heads={dayHeads}>
        {rows.map(({ day, opening, in: came, out, closing }) => (
          <tr key={day}>
            <th scope="row">
              <Link to={{ search: linesOf(day) }} aria-label={t('books.linesOf', { day: format.date(day) })}>
                {format.date(day)}
              </Link>
              {account.kind === 'FLOAT' && (
                <Button look="link" onClick={() => setEnding(day)}>
                  {t('books.openDayEnd')}
                </Button>
              )}
            </th>
            <Sums of={[opening, came, out, closing]} />
          </tr>
        ))}
        {rows.length === 0 && <NoRow />}
      </Table>
      {ending !== undefined && <DayEndDialog account={account} day={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function Lines({ rows }: { rows: readonly StatementRow[] }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  return (
    <Table heads={lineHeads}>
      {rows.map(({ id, at, kind, in: came, out, balance, paymentId, reference, providerReference }) => (
        <tr key={`${id} ${came === null}`}>
          <th scope="row">{format.dateTime(at)}</th>
          <td>
            {textOr(`books.line.${kind}`, kind)}{' '}
            {paymentId !== null && (
              <Link to={`/payments?view=all&open=${paymentId}`}>{t('payments.number', { id: paymentId })}</Link>
            )}
            <span className="books-references">
              {[reference, providerReference].filter((each) => each !== null).join(' · ')}
            </span>
          </td>
          <Sums of={[came, out, balance]} />
        </tr>
      ))}
      {rows.length === 0 && <NoRow />}
    </Table>
  )
}
