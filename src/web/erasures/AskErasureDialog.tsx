/** Reports what would be erased of a closed survey or a participant, and asks another person to confirm it. */
import { useState } from 'react'
import { bell } from '#contract/bell.ts'
import { erasures, type ErasureReport } from '#contract/erasures.ts'
import { newKey } from '../api/client.ts'
import { useCall, useSend } from '../api/query.ts'
import { FieldBox } from '../form/FieldBox.tsx'
import { useText } from '../i18n/text.ts'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { Stack } from '../ui/Stack.tsx'
import { TextArea } from '../ui/TextInput.tsx'

interface AskErasureProps {
  of: { surveyId: number } | { personId: number }
  name: string
  onClose: () => void
}

export function AskErasureDialog({ of, name, onClose }: AskErasureProps) {
  const t = useText()
  const [key] = useState(newKey)
  const [reason, setReason] = useState('')
  const look = useCall(erasures.report, { query: of })
  const ask = useSend(erasures.ask, { refreshes: [erasures.list, bell.get] })
  const report = look.data?.data

  async function run() {
    await ask.mutateAsync({ body: { ...of, reason }, idempotencyKey: key })
    return t('erasures.asked')
  }

  return (
    <ConfirmDialog
      title={`${t('erasures.open').replace('…', '')}: ${name}`}
      action={report && t('erasures.ask')}
      danger
      size="medium"
      run={run}
      onClose={onClose}
    >
      <Stack aria-busy={look.isPending}>
        <ErrorNote error={look.error} />
        {report && (
          <>
            <Finds report={report} />
            <FieldBox label={t('erasures.reason')} required sets={['reason']}>
              <TextArea rows={3} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
            </FieldBox>
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** What goes and what stays, in words. */
export function Finds({ report }: { report: ErasureReport }) {
  const t = useText()
  return (
    <>
      <p>
        <strong>{t('erasures.finds', { ...report })}</strong>
      </p>
      <p>
        {t('erasures.goes')} {t('erasures.stays')}
      </p>
      {report.payments > 0 && <p>{t('erasures.payments', { count: report.payments })}</p>}
      {report.documents > 0 && <Note tone="warning">{t('erasures.documents', { count: report.documents })}</Note>}
      <Note tone="warning">{t('list.deleteForGood')}</Note>
    </>
  )
}
