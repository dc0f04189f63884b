/** The next file of a provider: how its columns are written, how it looks, and who is asked to release it. */
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type FileWaiting, paymentFiles } from '#contract/payment-files.ts'
import {
  amountForms,
  fileDelimiters,
  fileFormats,
  fileValues,
  missingValues,
  phoneForms,
} from '#domain/money/payment-file.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { usePaused } from '../../../ui/use-paused-search.ts'
import { Choice } from '../Choice.tsx'
import { SampleTable } from '../FileColumns.tsx'

type Mapping = z.output<typeof paymentFiles.ask.body>['mapping']
type Column = Mapping['columns'][number]

export function AskFileDialog({ queue, onClose }: { queue: FileWaiting; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const [changed, setChanged] = useState<Mapping>()
  const which = { provider: queue.provider, currency: queue.sum.currency }
  // Each look reads all that waits.
  const asked = usePaused(changed)
  const body = asked ? { ...which, mapping: asked } : which
  const seen = useCall(paymentFiles.preview, { body }, { keepPrevious: true })
  const preview = seen.data?.data
  const mapping = changed ?? preview?.mapping
  const asking = useSend(paymentFiles.ask, { refreshes: [paymentFiles.list] })
  const missing = mapping ? missingValues(mapping) : []

  async function ask() {
    if (!mapping) return
    await asking.mutateAsync({ body: { ...which, mapping } })
    toast(t('payFiles.asked'))
    onClose()
  }

  return (
    <Dialog
      size="wide"
      title={t('payFiles.askTitle', { provider: queue.title })}
      busy={asking.isPending}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        <Button
          look="primary"
          loading={asking.isPending}
          refusal={missing[0] ? t('payFiles.valueNeeded', { name: t(`payFiles.value.${missing[0]}`) }) : undefined}
          onClick={() => void ask().catch(() => undefined)}
        >
          {t('payFiles.askNow')}
        </Button>
      }
    >
      <Stack gap="large">
        <p>{t('payFiles.askLead')}</p>
        <ErrorNote error={asking.error ?? seen.error ?? undefined} />
        {mapping && <MappingFields mapping={mapping} change={(changes) => setChanged({ ...mapping, ...changes })} />}
        {preview && mapping && (
          <>
            <Note tone={preview.problems.length > 0 ? 'warning' : 'neutral'} said="politely">
              {t('payFiles.preview', {
                name: preview.name,
                count: preview.count,
                sum: format.money(preview.sum.amount, preview.sum.currency),
              })}{' '}
              {preview.problems[0] &&
                t('payFiles.unwritable', {
                  name: t(`payFiles.value.${preview.problems[0].value}`),
                  id: preview.problems[0].paymentId,
                })}
            </Note>
            <SampleTable headings={mapping.columns.map(({ heading }) => heading)} rows={preview.rows} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

interface MappingFieldsProps {
  mapping: Mapping
  change: (changes: Partial<Mapping>) => void
}

function MappingFields({ mapping, change }: MappingFieldsProps) {
  const t = useText()
  const { columns } = mapping
  const setColumn = (at: number, changes: Partial<Column>) =>
    change({ columns: columns.map((column, place) => (place === at ? { ...column, ...changes } : column)) })
  const input = (name: 'countryCode' | 'nationalPrefix' | 'name', max: number) => (
    <FieldBox label={t(`payFiles.mapping.${name}`)}>
      <TextInput maxLength={max} value={mapping[name]} onChange={({ target }) => change({ [name]: target.value })} />
    </FieldBox>
  )
  const delimiters = { ',': ',', ';': ';', '\t': 'Tab', '|': '|' }
  return (
    <>
      {columns.map((column, at) => (
        <div key={at} className="file-column">
          <Choice
            label={t('payFiles.column', { n: at + 1 })}
            value={column.value}
            options={fileValues.map((value) => [value, t(`payFiles.value.${value}`)])}
            onChange={(value) => setColumn(at, { value })}
          />
          <FieldBox label={t('payFiles.heading')}>
            <TextInput
              maxLength={100}
              value={column.heading}
              onChange={({ target }) => setColumn(at, { heading: target.value })}
            />
          </FieldBox>
          {column.value === 'CONSTANT' && (
            <FieldBox label={t('payFiles.value.CONSTANT')}>
              <TextInput
                maxLength={100}
                value={column.text}
                onChange={({ target }) => setColumn(at, { text: target.value })}
              />
            </FieldBox>
          )}
          <Button
            disabled={columns.length === 1}
            onClick={() => change({ columns: columns.filter((_, place) => place !== at) })}
          >
            {t('payFiles.removeColumn', { n: at + 1 })}
          </Button>
        </div>
      ))}
      <Button onClick={() => change({ columns: [...columns, { heading: '', value: 'CONSTANT', text: '' }] })}>
        {t('payFiles.addColumn')}
      </Button>
      <div className="file-columns">
        <Choice
          label={t('payFiles.mapping.format')}
          value={mapping.format}
          options={fileFormats.map((value) => [value, value])}
          onChange={(chosen) => change({ format: chosen })}
        />
        {mapping.format === 'CSV' && (
          <Choice
            label={t('payFiles.mapping.delimiter')}
            value={mapping.delimiter}
            options={fileDelimiters.map((value) => [value, delimiters[value]])}
            onChange={(delimiter) => change({ delimiter })}
          />
        )}
        <Choice
          label={t('payFiles.mapping.headings')}
          value={mapping.hasHeadings ? 'YES' : 'NO'}
          options={(['YES', 'NO'] as const).map((value) => [value, t(`payFiles.headings.${value}`)])}
          onChange={(chosen) => change({ hasHeadings: chosen === 'YES' })}
        />
        <Choice
          label={t('payFiles.mapping.phones')}
          value={mapping.phones}
          options={phoneForms.map((value) => [value, t(`payFiles.phones.${value}`)])}
          onChange={(phones) => change({ phones })}
        />
        {mapping.phones === 'NATIONAL' && input('countryCode', 4)}
        {mapping.phones === 'NATIONAL' && input('nationalPrefix', 3)}
        <Choice
          label={t('payFiles.mapping.amounts')}
          value={mapping.amounts}
          options={amountForms.map((value) => [value, { POINT: '1250.50', COMMA: '1250,50', WHOLE: '1250' }[value]])}
          onChange={(amounts) => change({ amounts })}
        />
        {input('name', 100)}
      </div>
    </>
  )
}
