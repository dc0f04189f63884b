/** A list of who was paid before: the file is looked at line by line, and then kept for another person to confirm. */
import { useRef, useState } from 'react'
import { bell } from '#contract/bell.ts'
import { maxUploadBytes } from '#contract/manual-payments.ts'
import { paidBefore, paidBeforeColumns, type PaidBeforeReport } from '#contract/paid-before.ts'
import { surveys } from '#contract/surveys.ts'
import { maxManualRows } from '#domain/money/manual-payment.ts'
import { call } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import type { MessageId } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { useSumText } from '../words.ts'

/** Looking changes nothing. */
const nothing: [] = []
const headings = Object.fromEntries(paidBeforeColumns.map((name) => [name, `manual.field.${name}` satisfies MessageId]))
const empty = `data:text/csv,${paidBeforeColumns.join(',')}%0A`

export function KeepListDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const sumText = useSumText()
  const file = useRef<File>(undefined)
  const [survey, setSurvey] = useState<number>()
  const [costCode, setCostCode] = useState('')
  const holds = survey === undefined ? { costCode: costCode.trim() } : { surveyId: survey }
  const isChosen = survey !== undefined || costCode.trim() !== ''
  const upload = useUpload<PaidBeforeReport>({
    send: (given, sending) => {
      file.current = given
      keeping.reset()
      return call(paidBefore.keep, { file: given, ...sending, query: { ...holds, dryRun: 'true' } })
    },
    refreshes: nothing,
  })
  const keeping = useSend(paidBefore.keep, { refreshes: [paidBefore.list, bell.get] })
  const { state } = upload
  const looked = state.step === 'done' ? state.result : undefined
  const kept = keeping.data?.data
  const isBusy = state.step === 'sending' || keeping.isPending

  async function keep() {
    if (!file.current || keeping.isPending) return
    await keeping.mutateAsync({ file: file.current, query: holds }).catch(() => undefined)
  }

  return (
    <Dialog
      size="large"
      title={t('before.keep')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        looked &&
        !looked.repeated &&
        !kept && (
          <Button look="primary" loading={keeping.isPending} onClick={() => void keep()}>
            {t('before.send')}
          </Button>
        )
      }
    >
      <Stack className="excel" gap="large" aria-busy={isBusy}>
        <p>
          {t('before.lead')} {t('excel.limits', { megabytes: maxUploadBytes / 1024 / 1024, rows: maxManualRows })}{' '}
          {t('excel.allOrNone')}
        </p>
        <FieldBox label={t('before.survey')}>
          <LookupSelect
            className="field-wide"
            aria-label={t('before.survey')}
            allowClear
            disabled={isBusy || looked !== undefined}
            list={surveys.list}
            get={surveys.get}
            value={survey}
            onChange={(id) => setSurvey(typeof id === 'number' ? id : undefined)}
          />
        </FieldBox>
        {survey === undefined && (
          <FieldBox label={t('before.costCode')} help={t('before.costCodeHelp')}>
            <TextInput
              maxLength={60}
              disabled={isBusy || looked !== undefined}
              value={costCode}
              onChange={({ target }) => setCostCode(target.value)}
            />
          </FieldBox>
        )}
        <p>
          <a href={empty} download="paid-before.csv">
            {t('before.template')}
          </a>{' '}
          {t('before.columns', { columns: paidBeforeColumns.map((name) => t(`manual.field.${name}`)).join(', ') })}
        </p>
        {kept && (
          <Note tone="success" said="politely">
            {t('before.kept')}
          </Note>
        )}
        {!kept && !isChosen && <Note tone="neutral">{t('before.chooseFirst')}</Note>}
        {!kept && isChosen && (
          <Upload
            upload={upload}
            columns={headings}
            renderDone={(name, { repeated, rows, total, held }) => (
              <Note tone={repeated ? 'warning' : 'success'} said="politely">
                {repeated
                  ? t('before.repeated', { name })
                  : `${name}: ${t('before.lines', { count: rows, total: sumText(total) })}. ${t('before.wouldHold', { count: held })}`}
              </Note>
            )}
          />
        )}
        <ErrorNote error={keeping.error ?? undefined} />
      </Stack>
    </Dialog>
  )
}
