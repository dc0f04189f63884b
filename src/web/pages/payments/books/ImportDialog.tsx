/** A statement from a file, in three steps: its columns are named, each line is looked at, all of it is kept. */
import { useState } from 'react'
import { Link } from 'react-router'
import { books } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { WorkbookReport } from '#contract/response-files.ts'
import { maxStatementRows, type StatementSample, statements } from '#contract/statements.ts'
import { missingColumns, type StatementColumn, statementColumns } from '#domain/money/statement-file.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { RowErrors } from '../../../uploads/RowErrors.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { CheckFooter } from '../CheckFooter.tsx'
import { Choice } from '../Choice.tsx'
import { FileColumns } from '../FileColumns.tsx'
import { StatementGroups, StatementLines } from './StatementLines.tsx'

/** Looking changes nothing. */
const nothing: [] = []
type Mapping = StatementSample['mapping']

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const accounts = useCall(books.accounts, {}).data?.list.filter(({ kind }) => kind === 'FLOAT') ?? []
  const [chosen, setChosen] = useState<number>()
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const [mapping, setMapping] = useState<Mapping>()
  const upload = useUpload<StatementSample>({
    send: async (given, sending) => {
      setFile(given)
      taking.reset()
      const query = { accountId: String(account?.id ?? 0), offsetMinutes: clockHere() }
      const answer = await call(statements.sample, { file: given, ...sending, query })
      if ('data' in answer) setMapping(answer.data.mapping)
      return answer
    },
    refreshes: nothing,
  })
  const taking = useSend(statements.take, { refreshes: [statements.list, floats.list] })
  const report = taking.data?.data
  const refused = taking.error instanceof ApiError ? WorkbookReport.safeParse(taking.error.data) : undefined
  const missing = mapping ? missingColumns(mapping) : []
  const sample = upload.state.step === 'done' ? upload.state.result : undefined
  const isBusy = upload.state.step === 'sending' || taking.isPending

  async function take(dryRun: boolean) {
    if (!file || !mapping || !account) return
    const body = { accountId: account.id, mapping, dryRun }
    await taking.mutateAsync({ file, body }).catch(() => undefined)
  }

  function change(changes: Partial<Mapping>) {
    if (mapping) setMapping({ ...mapping, ...changes })
    taking.reset()
  }

  return (
    <Dialog
      size="wide"
      title={t('statements.import')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        sample &&
        (!report || report.id === null) && (
          <CheckFooter
            isChecked={report !== undefined}
            takes={t('statements.keep')}
            missing={missing[0] && t(`statements.column.${missing[0]}`)}
            isBusy={isBusy}
            isTaking={taking.isPending}
            onBack={taking.reset}
            onTake={(dryRun) => void take(dryRun)}
          />
        )
      }
    >
      <Stack className="excel books" gap="large" aria-busy={isBusy}>
        <p>{t('statements.lead', { rows: maxStatementRows })}</p>
        <FieldBox label={t('statements.field.float')}>
          <NativeSelect<number>
            value={account?.id}
            disabled={isBusy || sample !== undefined}
            options={accounts.map(({ id, provider, currency }) => ({
              value: id,
              label: `${provider.toUpperCase()} ${currency}`,
            }))}
            onChange={setChosen}
          />
        </FieldBox>
        {account && !report && (
          <Upload
            upload={upload}
            renderDone={(name, result) =>
              mapping && (
                <>
                  <Note tone="neutral" said="politely">
                    {t(result.isKept ? 'statements.kept' : 'statements.guessed', { name })}
                    {result.delimiter !== null &&
                      ` ${t('statements.delimiter', { sign: result.delimiter === '\t' ? 'Tab' : result.delimiter })}`}
                  </Note>
                  <StatementFields sample={result} mapping={mapping} missing={missing} change={change} />
                </>
              )
            }
          />
        )}
        {refused?.success ? (
          <RowErrors name={file?.name ?? ''} report={refused.data} />
        ) : (
          <ErrorNote error={taking.error ?? undefined} />
        )}
        {report && account && (
          <>
            <Note tone={report.id === null || report.repeated ? 'info' : 'success'} said="politely">
              {t(report.repeated ? 'statements.repeated' : report.id === null ? 'statements.dry' : 'statements.done')}{' '}
              {t('statements.known', { rows: report.rows, known: report.known })}{' '}
              {report.others + report.skipped > 0 &&
                t('statements.left', { others: report.others, skipped: report.skipped })}{' '}
              {report.id !== null && (
                <Link to={`/payments?view=statements&open=${report.id}`} onClick={onClose}>
                  {t('statements.show')}
                </Link>
              )}
            </Note>
            <StatementGroups groups={report.groups} currency={account.currency} />
            <StatementLines rows={report.lines} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

interface StatementFieldsProps {
  sample: StatementSample
  mapping: Mapping
  missing: readonly StatementColumn[]
  change: (changes: Partial<Mapping>) => void
}

function StatementFields({ sample, mapping, missing, change }: StatementFieldsProps) {
  const t = useText()
  return (
    <FileColumns
      rows={sample.rows}
      mapping={mapping}
      names={statementColumns}
      missing={missing}
      labelOf={(name) => t(`statements.column.${name}`)}
      change={change}
    >
      {mapping.columns.amount !== undefined && (
        <Choice
          label={t('statements.out')}
          value={mapping.isOutPositive ? 'above' : 'below'}
          options={[
            ['below', t('statements.outBelow')],
            ['above', t('statements.outAbove')],
          ]}
          onChange={(side) => change({ isOutPositive: side === 'above' })}
        />
      )}
      <Choice
        label={t('statements.clock')}
        value={mapping.offsetMinutes}
        options={clocksWith(mapping.offsetMinutes)}
        onChange={(offsetMinutes) => change({ offsetMinutes })}
      />
      <FieldBox label={t('statements.feeText')} help={t('statements.feeTextHelp')}>
        <TextInput
          maxLength={100}
          value={mapping.feeText}
          onChange={({ target }) => change({ feeText: target.value })}
        />
      </FieldBox>
    </FileColumns>
  )
}

/** Whole hours from UTC, and the one that is chosen. */
function clocksWith(chosen: number): [number, string][] {
  const hours = Array.from({ length: 27 }, (_, at) => (at - 12) * 60)
  const all = hours.includes(chosen) ? hours : [...hours, chosen].sort((one, other) => one - other)
  return all.map((minutes) => [minutes, `UTC${minutes < 0 ? '−' : '+'}${Math.abs(minutes) / 60}`])
}

function clockHere(): string {
  return String(-new Date().getTimezoneOffset())
}
