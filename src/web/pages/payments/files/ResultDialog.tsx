/** A provider's answer to a file: its lines end their payments. */
import { Link } from 'react-router'
import { paymentFiles, type ResultReport } from '#contract/payment-files.ts'
import { payments } from '#contract/payments.ts'
import { missingResultColumns, resultColumns } from '#domain/money/payment-result.ts'
import { call } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { endHead, Table } from '../../../ui/Table.tsx'
import { ProviderFileDialog } from '../ProviderFileDialog.tsx'
import { StatusWords } from '../StatusWords.tsx'

export function ResultDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const params = { id }
  const taking = useSend(paymentFiles.takeResult, {
    refreshes: [paymentFiles.list, paymentFiles.lines, payments.list, payments.transactions, payments.balance],
  })
  return (
    <ProviderFileDialog
      title={t('payFiles.answer')}
      lead={t('payFiles.answerLead')}
      words="payFiles"
      takes={t('payFiles.book')}
      names={resultColumns}
      missingIn={missingResultColumns}
      labelOf={(name) => t(`payFiles.column.${name}`)}
      read={(file, sending) => call(paymentFiles.sample, { file, ...sending, params })}
      taking={taking}
      inputOf={(file, mapping, dryRun) => ({ params, file, body: { mapping, dryRun } })}
      renderFields={(mapping, change) =>
        (['paid', 'failed'] as const).map((name) => (
          <StatusWords
            key={name}
            label={t(`payFiles.words.${name}`)}
            words={mapping[name]}
            onChange={(words) => change({ [name]: words })}
          />
        ))
      }
      renderNote={({ waiting }) => t('payFiles.left', { count: waiting })}
      renderReport={(report) => <Report report={report} />}
      onClose={onClose}
    />
  )
}

function Report({ report }: { report: ResultReport }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
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
