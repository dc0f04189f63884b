/** Asks before many responses are approved or rejected, then says of each what became of it. */
import { useId, useState } from 'react'
import { reasonRefusal } from '#domain/response.ts'
import type { BulkResult } from '#contract/fields.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { BulkOutcome } from '../../list/BulkOutcome.tsx'
import type { Selection } from '../../list/use-selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import type { BulkTarget } from './ReviewButtons.tsx'
import { useBulkReview } from './use-bulk-review.ts'

interface ReviewDialogProps {
  target: BulkTarget
  selection: Selection
  onClose: () => void
}

export function ReviewDialog({ target, selection, onClose }: ReviewDialogProps) {
  const t = useText()
  const [labels] = useState(selection.chosen)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const review = useBulkReview(target, selection)
  const { count, result, error } = review

  async function run(send: (words: string) => Promise<BulkResult | undefined>) {
    const words = reason.trim()
    if (reasonRefusal(target, words)) return setMissing(true)
    const outcome = await send(words)
    if (!outcome) return
    selection.clear()
    if (outcome.failed > 0 || outcome.skipped > 0 || result) return
    toast(t(`responses.reviewed.${target}`, { count: outcome.succeeded }))
    onClose()
  }

  const failed = result?.failed ?? 0
  const retry = failed > 0 ? t('list.retryFailed', { count: failed }) : undefined
  return (
    <ConfirmDialog
      title={result ? t('list.outcome') : t(`responses.question.${target}`, { count })}
      action={result ? retry : t(`responses.confirm.${target}`, { count })}
      dismissal={t(result ? 'action.close' : 'action.cancel')}
      danger={target === 'REJECTED' && !result ? 'danger' : 'plain'}
      size={result ? 'medium' : 'small'}
      run={() => run(result ? review.retryFailed : review.send)}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      {result ? (
        <BulkOutcome rows={result.results} targets={labels} counts={result} />
      ) : (
        <>
          <p>{t(`responses.means.${target}`)}</p>
          {target === 'REJECTED' && (
            <ReasonField value={reason} missing={missing} onChange={(words) => (setReason(words), setMissing(false))} />
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

interface ReasonFieldProps {
  value: string
  missing: boolean
  onChange: (reason: string) => void
}

function ReasonField({ value, missing, onChange }: ReasonFieldProps) {
  const t = useText()
  const basic = useBasicText()
  const id = useId()
  return (
    <div className="field review-reason">
      <label htmlFor={id}>{t('responses.field.reason')}</label>
      <TextArea
        id={id}
        rows={3}
        maxLength={2000}
        aria-required
        aria-invalid={missing}
        aria-describedby={`${id}-notes`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-notes`} className="field-notes" role="alert">
        {missing && <p className="field-problem">{basic('errors.REASON_REQUIRED')}</p>}
      </div>
    </div>
  )
}
