import { type SubmitEvent, useId, useState } from 'react'
import { reasonRefusal } from '#domain/response.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { takeFocus } from '../../ui/focus.ts'
import { TextArea } from '../../ui/TextInput.tsx'

interface VerdictReasonProps {
  target: 'REJECTED' | 'HAS_ISSUES'
  isSending: boolean
  onSend: (reason: string) => void
  onCancel: () => void
}

/** Why: needed to reject, welcome with issues. */
export function VerdictReason({ target, isSending, onSend, onCancel }: VerdictReasonProps) {
  const t = useText()
  const basic = useBasicText()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const words = reason.trim()
    if (reasonRefusal(target, words)) setMissing(true)
    else onSend(words)
  }

  return (
    <form className="verdict-reason field" onSubmit={submit}>
      <label htmlFor={id}>{t('responses.field.reason')}</label>
      <TextArea
        id={id}
        // The field opened because a button asked for it: it is what comes next.
        ref={takeFocus}
        rows={3}
        maxLength={2000}
        aria-required={target === 'REJECTED'}
        aria-invalid={missing}
        aria-describedby={`${id}-notes`}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <div id={`${id}-notes`} className="field-notes" role="alert">
        {missing && <p className="field-problem">{basic('errors.REASON_REQUIRED')}</p>}
      </div>
      <div className="form-choices">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button look="primary" tone={target === 'REJECTED' ? 'danger' : undefined} type="submit" loading={isSending}>
          {t(`responses.to.${target}`)}
        </Button>
      </div>
    </form>
  )
}
