import { useId } from 'react'
import { useText } from '../../../i18n/text.ts'
import { TextArea } from '../../../ui/TextInput.tsx'

interface RetryReasonProps {
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

/** Why they are tried again, in words that the trail of each payment keeps. */
export function RetryReason({ value, onChange, disabled }: RetryReasonProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="reject-reason">
      <label htmlFor={id}>{t('payments.way.reasonOptional')}</label>
      <TextArea
        id={id}
        disabled={disabled}
        rows={2}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
