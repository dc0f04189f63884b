import { useId } from 'react'
import { useText } from '../../../i18n/text.ts'
import { TextArea } from '../../../ui/TextInput.tsx'

interface WayReasonProps {
  isNeeded: boolean
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

/** Why they take this way, in words that the trail of each payment keeps. */
export function WayReason({ isNeeded, value, onChange, disabled }: WayReasonProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="reject-reason">
      <label htmlFor={id}>{t(isNeeded ? 'payments.way.reasonText' : 'payments.way.reasonOptional')}</label>
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
