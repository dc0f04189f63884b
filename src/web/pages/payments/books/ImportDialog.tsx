/** A statement of a provider from a file, laid beside the books of one float. */
import { useState } from 'react'
import { Link } from 'react-router'
import { books } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { maxStatementRows, type StatementSample, statements } from '#contract/statements.ts'
import { missingColumns, statementColumns } from '#domain/money/statement-file.ts'
import { call } from '../../../api/client.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { Choice } from '../Choice.tsx'
import { ProviderFileDialog } from '../ProviderFileDialog.tsx'
import { StatusWords } from '../StatusWords.tsx'
import { StatementGroups, StatementLines } from './StatementLines.tsx'

type Mapping = StatementSample['mapping']

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const accounts = useCall(books.accounts, {}).data?.list.filter(({ kind }) => kind === 'FLOAT') ?? []
  const [chosen, setChosen] = useState<number>()
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const accountId = account?.id ?? 0
  const taking = useSend(statements.take, { refreshes: [statements.list, floats.list] })
  return (
    <ProviderFileDialog
      title={t('statements.import')}
      lead={t('statements.lead', { rows: maxStatementRows })}
      words="statements"
      takes={t('statements.keep')}
      names={statementColumns}
      missingIn={missingColumns}
      labelOf={(name) => t(`statements.column.${name}`)}
      read={(file, sending) => {
        const query = { accountId: String(accountId), offsetMinutes: String(-new Date().getTimezoneOffset()) }
        return call(statements.sample, { file, ...sending, query })
      }}
      taking={taking}
      inputOf={(file, mapping, dryRun) => ({ file, body: { accountId, mapping, dryRun } })}
      renderChoice={(isFixed) => (
        <FieldBox label={t('statements.field.float')}>
          <NativeSelect<number>
            value={account?.id}
            disabled={isFixed}
            options={accounts.map(({ id, provider, currency }) => ({
              value: id,
              label: `${provider.toUpperCase()} ${currency}`,
            }))}
            onChange={setChosen}
          />
        </FieldBox>
      )}
      isReady={account !== undefined}
      noteOf={(name, { isKept, delimiter }) =>
        t(isKept ? 'statements.kept' : 'statements.guessed', { name }) +
        (delimiter === null ? '' : ` ${t('statements.delimiter', { sign: delimiter === '\t' ? 'Tab' : delimiter })}`)
      }
      renderFields={(mapping, change) => <StatementFields mapping={mapping} change={change} />}
      renderNote={({ id, rows, known, others, skipped, failed }) => (
        <>
          {t('statements.known', { rows, known })} {others + skipped > 0 && t('statements.left', { others, skipped })}{' '}
          {failed > 0 && t('statements.failedLines', { count: failed })}{' '}
          {id !== null && (
            <Link to={`/payments?view=statements&open=${id}`} onClick={onClose}>
              {t('statements.show')}
            </Link>
          )}
        </>
      )}
      renderReport={({ groups, lines }) => (
        <>
          <StatementGroups groups={groups} currency={account?.currency ?? ''} />
          <StatementLines rows={lines} />
        </>
      )}
      onClose={onClose}
    />
  )
}

function StatementFields({ mapping, change }: { mapping: Mapping; change: (changes: Partial<Mapping>) => void }) {
  const t = useText()
  return (
    <>
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
      {mapping.columns.status !== undefined && (
        <StatusWords
          label={t('statements.failedWords')}
          words={mapping.failed ?? []}
          onChange={(failed) => change({ failed })}
        />
      )}
      <FieldBox label={t('statements.feeText')} help={t('statements.feeTextHelp')}>
        <TextInput
          maxLength={100}
          value={mapping.feeText}
          onChange={({ target }) => change({ feeText: target.value })}
        />
      </FieldBox>
    </>
  )
}

/** Whole hours from UTC, and the one that is chosen. */
function clocksWith(chosen: number): [number, string][] {
  const hours = Array.from({ length: 27 }, (_, at) => (at - 12) * 60)
  const all = hours.includes(chosen) ? hours : [...hours, chosen].sort((one, other) => one - other)
  return all.map((minutes) => [minutes, `UTC${minutes < 0 ? '−' : '+'}${Math.abs(minutes) / 60}`])
}
