/** The statements of providers: those taken in, what each line of one is, and the import of the next. */
import { UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ImportedStatement, statements } from '#contract/statements.ts'
import { type StatementWord, statementWords } from '#domain/money/reconcile.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { column, endColumn } from '../../../list/columns.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { withWords } from '../../../list/list-state.ts'
import { useList } from '../../../list/use-list.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { Moment } from '../payment-columns.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { StatementGroups, StatementLines } from './StatementLines.tsx'

const ImportDialog = lazyDialog(async () => (await import('./ImportDialog.tsx')).ImportDialog, 'excel')

const countOf = ({ groups }: ImportedStatement, ...words: StatementWord[]) =>
  groups.reduce((all, { word, count }) => all + (words.includes(word) ? count : 0), 0)

const columns = [
  column('file', ({ file }: ImportedStatement) => file.name),
  column('float', ({ provider, currency }: ImportedStatement) => `${provider.toUpperCase()} ${currency}`),
  column('period', (row: ImportedStatement) => <Period row={row} />),
  endColumn('rows', ({ rows }: ImportedStatement) => rows),
  endColumn('wrong', (row: ImportedStatement) =>
    countOf(row, 'MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE'),
  ),
  column('importedBy', ({ importedBy }: ImportedStatement) => importedBy.name),
  column('importedAt', ({ importedAt }: ImportedStatement) => <Moment iso={importedAt} />),
]

function Period({ row: { firstAt, lastAt } }: { row: Pick<ImportedStatement, 'firstAt' | 'lastAt'> }) {
  const format = useFormat()
  return `${format.date(firstAt)} – ${format.date(lastAt)}`
}

export function StatementsTab() {
  const t = useText()
  const [search] = useSearchParams()
  const canFund = useCan('payments.fund')
  const [importing, setImporting] = useState(false)
  const opened = useOpenedWord('open')
  const list = useList(statements.list, columns, {
    name: 'statements',
    searchable: false,
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    linkState: { opened: 'open' },
    label: ({ file }) => file.name,
    emptyText: 'statements.none',
  })
  return (
    <ListPage
      title="payments.title"
      counted="statements.counted"
      {...list}
      above={<PaymentTabs open="statements" />}
      actions={
        <Button
          look="primary"
          icon={<UploadOutlined />}
          refusal={canFund ? undefined : t('action.needs', { permission: 'payments.fund' })}
          onClick={() => setImporting(true)}
        >
          {t('statements.import')}
        </Button>
      }
    >
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {opened.value !== '' && <OneStatement key={opened.value} id={Number(opened.value)} onClose={opened.close} />}
    </ListPage>
  )
}

const pageSize = 100

function OneStatement({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [word, setWord] = useState<StatementWord>()
  const [page, setPage] = useState(1)
  const asked = { params: { id }, query: { page, pageSize, word } }
  const { data, error, refetch } = useCall(statements.lines, asked, { keepPrevious: true })
  const statement = data?.statement
  return (
    <SideDrawer title={statement?.file.name ?? t('payments.tab.statements')} onClose={onClose}>
      {error && <LoadProblem title="statements.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data && statement && (
        <Stack className="statement-body books">
          <p>
            <Period row={statement} /> · {t('statements.known', { rows: statement.rows, known: statement.known })}
          </p>
          <StatementGroups groups={statement.groups} currency={statement.currency} />
          <NativeSelect<StatementWord>
            aria-label={t('statements.word')}
            none={t('statements.all')}
            value={word}
            options={statementWords.map((value) => ({ value, label: t(`statements.word.${value}`) }))}
            onChange={(chosen) => {
              setWord(chosen)
              setPage(1)
            }}
          />
          {word && <p className="blank">{t(`statements.does.${word}`)}</p>}
          <StatementLines rows={data.list} provider={statement.provider} />
          {data.total > page * pageSize && <Button onClick={() => setPage(page + 1)}>{t('statements.next')}</Button>}
        </Stack>
      )}
    </SideDrawer>
  )
}
