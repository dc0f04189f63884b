/** A month for the donor: each float from its opening to its closing, and what was paid and is owed by cost code and survey. */
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { books, type MonthLine, type MonthOverview } from '#contract/books.ts'
import { type OverviewLine, sumLines } from '#domain/money/month-overview.ts'
import { download } from '../../../api/download.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { withWords } from '../../../list/list-state.ts'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PaperHead, PrintButton } from '../../../ui/Paper.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { PaperSignatures } from '../Paper.tsx'
import './books.css'
import './statements.css'

export function MonthTab() {
  const t = useText()
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const [now] = useState(() => new Date().toISOString().slice(0, 7))
  const month = search.get('month') ?? now
  const code = search.get('costCode') ?? undefined
  const { data, error, refetch } = useCall(books.month, { params: { month } }, { keepPrevious: true })
  const overview = data?.data
  const codes = [...new Set(overview?.lines.flatMap(({ costCode }) => costCode ?? []))]
  const lines = overview?.lines.filter(({ costCode }) => code === undefined || costCode === code) ?? []
  const show = (words: Record<string, string | undefined>) => setSearch(withWords(search, words), { replace: true })
  const save = () => download(books.monthFile, { params: { month }, query: { lang: currentLocale() } })
  return (
    <section className="books">
      <title>{`${t('payments.tab.month')} · Canvass`}</title>
      <PageHead title={t('payments.title')} />
      <PaymentTabs open="month" />
      <Panel className="books-choice">
        <label>
          {t('books.month.month')}
          <NativeSelect<string>
            value={month}
            options={[...new Set([month, ...(overview?.months ?? [])])].map((value) => ({
              value,
              label: /^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? format.month(value) : value,
            }))}
            onChange={(chosen) => show({ month: chosen })}
          />
        </label>
        <label>
          {t('books.month.code')}
          <NativeSelect<string>
            none={t('books.month.all')}
            value={code}
            options={codes.map((value) => ({ value, label: value }))}
            onChange={(chosen) => show({ costCode: chosen })}
          />
        </label>
        <div className="books-actions">
          <DownloadButton fetch={save}>Excel</DownloadButton>
          <PrintButton />
        </div>
      </Panel>
      {error && <LoadProblem title="books.failed" error={error} onRetry={() => void refetch()} />}
      {!overview && !error && <PaymentsSkeleton />}
      {overview && !error && (
        <>
          <PaperHead address={location.href}>
            <h2>{[format.month(overview.month), code].filter(Boolean).join(' · ')}</h2>
          </PaperHead>
          {code === undefined && <Floats floats={overview.floats} />}
          <h2>{t('books.month.codes')}</h2>
          <Lines
            head="books.month.code"
            rows={sumLines(lines, ({ costCode }) => costCode).map((line) => ({
              line,
              name: line.costCode ?? t('books.month.noCode'),
            }))}
          />
          <h2>{t('books.month.surveys')}</h2>
          <Lines
            head="payments.field.surveyTitle"
            rows={[
              ...lines.map((line) => ({ line, name: <SurveyName line={line} /> })),
              ...sumLines(lines, () => null).map((line) => ({ line, name: t('statements.total') })),
            ]}
          />
          <Note tone="neutral">{t('books.month.means', { day: format.utcDay(overview.asOf) })}</Note>
          <PaperSignatures by={['drawnUp', 'checked']} />
        </>
      )}
    </section>
  )
}

function SurveyName({ line: { survey, costCode } }: { line: MonthLine }) {
  const t = useText()
  const canSeeSurvey = useCan('surveys.read')
  if (!survey) return t('books.month.ofNone')
  return (
    <>
      {canSeeSurvey ? <Link to={`/survey/${survey.id}`}>{survey.title}</Link> : survey.title}
      {costCode !== null && <span className="books-references">{costCode}</span>}
    </>
  )
}

const floatNames = ['opening', 'funded', 'paid', 'fees', 'unexplained', 'closing'] as const
const floatHeads = ['statements.field.float', ...floatNames.map((name) => endHead(`books.month.${name}`))] as const

function Floats({ floats }: { floats: MonthOverview['floats'] }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <h2>{t('books.month.floats')}</h2>
      <Table heads={floatHeads} className="statement-lines month-lines" label={t('books.month.floats')}>
        {floats.map(({ provider, currency, ...float }) => (
          <tr key={`${provider} ${currency}`}>
            <th scope="row">{`${provider.toUpperCase()} ${currency}`}</th>
            {floatNames.map((name) => (
              <td key={name} className="table-end" data-head={t(`books.month.${name}`)}>
                {Number(float[name].amount) === 0 ? '–' : format.money(float[name].amount, currency)}
              </td>
            ))}
          </tr>
        ))}
        {floats.length === 0 && <Empty columns={floatHeads.length} />}
      </Table>
    </>
  )
}

const figureNames = ['budget', 'paid', 'charges', 'fees', 'spent', 'owed', 'age.0', 'age.1', 'age.2', 'age.3'] as const
const figureHeads = figureNames.map((name) => endHead(`books.month.${name}`))

interface LinesProps {
  head: 'books.month.code' | 'payments.field.surveyTitle'
  rows: readonly { line: OverviewLine; name: ReactNode }[]
}

function Lines({ head, rows }: LinesProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Table heads={[head, ...figureHeads]} className="statement-lines month-lines" label={t(head)}>
      {rows.map(({ line: { currency, budget, paid, charges, fees, spent, owed, ages }, name }, at) => (
        <tr key={at}>
          <th scope="row">{name}</th>
          {[budget, paid, charges, fees, spent, owed, ...ages].map((money, column) => (
            <td key={column} className="table-end" data-head={t(`books.month.${figureNames[column] ?? 'budget'}`)}>
              {money && Number(money.amount) !== 0 ? format.money(money.amount, currency) : '–'}
            </td>
          ))}
        </tr>
      ))}
      {rows.length === 0 && <Empty columns={figureHeads.length + 1} />}
    </Table>
  )
}

function Empty({ columns }: { columns: number }) {
  const t = useText()
  return (
    <tr>
      <td colSpan={columns}>{t('books.month.empty')}</td>
    </tr>
  )
}
