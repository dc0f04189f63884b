/** A provider's answer to a file: its columns are named, each line is looked at, then the lines end their payments. */
import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { paymentFiles, type ResultReport } from '#contract/payment-files.ts'
import { payments } from '#contract/payments.ts'
import { missingResultColumns, resultColumns } from '#domain/money/payment-result.ts'
import { call } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { CheckFooter } from '../CheckFooter.tsx'
import { FileColumns } from '../FileColumns.tsx'

type Sample = z.output<typeof paymentFiles.sample.reply.data>
type Mapping = Sample['mapping']

/** Looking changes nothing. */
const nothing: [] = []

export function ResultDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [mapping, setMapping] = useState<Mapping>()
  const params = { id }
  const upload = useUpload<Sample>({
    send: async (given, sending) => {
      setFile(given)
      taking.reset()
      const answer = await call(paymentFiles.sample, { file: given, ...sending, params })
      if ('data' in answer) setMapping(answer.data.mapping)
      return answer
    },
    refreshes: nothing,
  })
  const taking = useSend(paymentFiles.takeResult, {
    refreshes: [paymentFiles.list, paymentFiles.lines, payments.list, payments.transactions, payments.balance],
  })
  const report = taking.data?.data
  const missing = mapping ? missingResultColumns(mapping) : []
  const isBusy = upload.state.step === 'sending' || taking.isPending
  const isOver = report !== undefined && report.id !== null
  const take = (dryRun: boolean) =>
    file && mapping && taking.mutateAsync({ params, file, body: { mapping, dryRun } }).catch(() => undefined)

  return (
    <Dialog
      size="wide"
      title={t('payFiles.answer')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        upload.state.step === 'done' &&
        !isOver && (
          <CheckFooter
            isChecked={report !== undefined}
            takes={t('payFiles.book')}
            missing={missing[0] && t(`payFiles.column.${missing[0]}`)}
            isBusy={isBusy}
            isTaking={taking.isPending}
            onBack={taking.reset}
            onTake={(dryRun) => void take(dryRun)}
          />
        )
      }
    >
      <Stack className="excel" gap="large" aria-busy={isBusy}>
        <p>{t('payFiles.answerLead')}</p>
        {!report && (
          <Upload
            upload={upload}
            renderDone={(_, sample) =>
              mapping && (
                <ResultFields sample={sample} mapping={mapping} change={(one) => setMapping({ ...mapping, ...one })} />
              )
            }
          />
        )}
        <ErrorNote error={taking.error ?? undefined} />
        {report && <Report report={report} />}
      </Stack>
    </Dialog>
  )
}

interface ResultFieldsProps {
  sample: Sample
  mapping: Mapping
  change: (changes: Partial<Mapping>) => void
}

function ResultFields({ sample, mapping, change }: ResultFieldsProps) {
  const t = useText()
  return (
    <FileColumns
      rows={sample.rows}
      mapping={mapping}
      names={resultColumns}
      missing={missingResultColumns(mapping)}
      labelOf={(name) => t(`payFiles.column.${name}`)}
      change={change}
    >
      {(['paid', 'failed'] as const).map((name) => (
        <FieldBox key={name} label={t(`payFiles.words.${name}`)} help={t('payFiles.wordsHelp')}>
          <TextInput
            maxLength={600}
            defaultValue={mapping[name].join(', ')}
            onBlur={({ target }) =>
              change({
                [name]: target.value
                  .split(/[,，]/)
                  .map((word) => word.trim())
                  .filter(Boolean),
              })
            }
          />
        </FieldBox>
      ))}
    </FileColumns>
  )
}

function Report({ report }: { report: ResultReport }) {
  const t = useText()
  const format = useFormat()
  const isDry = report.id === null
  return (
    <>
      <Note tone={isDry || report.repeated ? 'info' : 'success'} said="politely">
        {t(report.repeated ? 'statements.repeated' : isDry ? 'payFiles.dry' : 'payFiles.done')}{' '}
        {t('payFiles.left', { count: report.waiting })}
      </Note>
      <Table
        heads={['statements.word', endHead('statements.count'), endHead('payFiles.value.AMOUNT')]}
        label={t('statements.groups')}
      >
        {report.groups
          .filter(({ count }) => count > 0)
          .map(({ word, count, paid }) => (
            <tr key={word}>
              <th scope="row">{t(`payFiles.word.${word}`)}</th>
              <td className="table-end">{format.number(count)}</td>
              <td className="table-end">{format.money(paid.amount, paid.currency)}</td>
            </tr>
          ))}
      </Table>
      {report.lines.length > 0 && (
        <Table
          heads={[endHead('statements.row'), 'payFiles.column.reference', 'statements.word', 'payFiles.column.status']}
          className="file-sample"
          label={t('statements.lines')}
        >
          {report.lines.map((line) => (
            <tr key={line.row}>
              <td className="table-end">{line.row}</td>
              <td>{line.reference}</td>
              <td>
                {t(`payFiles.word.${line.word}`)}{' '}
                {line.paymentId !== null && (
                  <Link to={`/payments?view=all&open=${line.paymentId}`}>
                    {t('payments.number', { id: line.paymentId })}
                  </Link>
                )}
              </td>
              <td>{line.status}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
