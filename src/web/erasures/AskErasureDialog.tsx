/** Reports what is erased of a survey or a participant, now or after a retention, and asks another person to confirm it. */
import { useState } from 'react'
import { bell } from '#contract/bell.ts'
import { erasures, type ErasureRow } from '#contract/erasures.ts'
import { newKey } from '../api/client.ts'
import { useCall, useSend } from '../api/query.ts'
import { FieldBox } from '../form/FieldBox.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { useText } from '../i18n/text.ts'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { Note } from '../ui/Note.tsx'
import { TextArea } from '../ui/TextInput.tsx'

interface AskErasureProps {
  of: { surveyId: number } | { personId: number }
  /** The survey takes responses, or may yet: only a retention can be set. */
  isOpen?: boolean
  name: string
  onClose: () => void
}

const retentions = [3, 6, 12, 24, 36, 60, 84, 120]

export function AskErasureDialog({ of, isOpen = false, name, onClose }: AskErasureProps) {
  const t = useText()
  const [key] = useState(newKey)
  const [reason, setReason] = useState('')
  const [months, setMonths] = useState(isOpen ? 12 : 0)
  const look = useCall(erasures.report, { query: of })
  const ask = useSend(erasures.ask, { refreshes: [erasures.list, bell.get] })
  const report = look.data?.data
  const retention = months === 0 ? {} : { months }

  async function run() {
    await ask.mutateAsync({ body: { ...of, ...retention, reason }, idempotencyKey: key })
    return t('erasures.asked')
  }

  const times = retentions.map((count) => ({ value: count, label: t('erasures.after', { count, day: 'none' }) }))
  return (
    <ConfirmDialog
      title={`${t('erasures.open').replace('…', '')}: ${name}`}
      action={t('erasures.ask')}
      danger
      size="medium"
      run={run}
      onClose={onClose}
    >
      {look.error && <LoadProblem error={look.error} onRetry={() => void look.refetch()} />}
      {'surveyId' in of && (
        <FieldBox label={t('erasures.when')} help={t(months === 0 ? 'erasures.when.now' : 'erasures.when.later')}>
          <NativeSelect
            options={isOpen ? times : [{ value: 0, label: t('erasures.now') }, ...times]}
            value={months}
            onChange={(chosen = 0) => setMonths(chosen)}
          />
        </FieldBox>
      )}
      {report && <Finds report={report} months={retention.months ?? null} />}
      <FieldBox label={t('erasures.reason')} required sets={['reason']}>
        <TextArea rows={3} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
      </FieldBox>
    </ConfirmDialog>
  )
}

/** What goes and what stays, in words. A retention takes what will be there by then. */
export function Finds({ report, months }: Pick<ErasureRow, 'report' | 'months'>) {
  const t = useText()
  return (
    <>
      {months === null && <strong>{t('erasures.finds', { ...report })}</strong>}
      <p>
        {t('erasures.goes')} {t('erasures.stays')}
      </p>
      {report.documents > 0 && <Note tone="warning">{t('erasures.documents', { count: report.documents })}</Note>}
      {months === null && <Note tone="warning">{t('list.deleteForGood')}</Note>}
    </>
  )
}
