/** Why a payment is rejected: a reason to choose, and words. Enter stays inside the field. */
import { useId } from 'react'
import { rejectReasons } from '#domain/money/payment.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { useReasonText } from '../../i18n/reason-text.ts'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextArea } from '../../ui/TextInput.tsx'

export interface Rejection {
  reason: string | undefined
  text: string
}

export const noRejection: Rejection = { reason: undefined, text: '' }

/** What is still missing; OTHER says nothing without words. */
export function useRejectionProblem(): (rejection: Rejection) => string | undefined {
  const t = useText()
  const basic = useBasicText()
  return ({ reason, text }) => {
    if (reason === undefined) return basic('errors.REASON_REQUIRED')
    return reason === 'OTHER' && text.trim() === '' ? t('payments.otherNeedsText') : undefined
  }
}

/** As the calls take it. */
export function rejectionFields({ reason, text }: Rejection): { reason?: string; reasonText?: string } {
  const reasonText = text.trim()
  return { ...(reason === undefined ? {} : { reason }), ...(reasonText === '' ? {} : { reasonText }) }
}

interface RejectReasonProps {
  value: Rejection
  onChange: (value: Rejection) => void
  disabled?: boolean
}

export function RejectReason({ value, onChange, disabled = false }: RejectReasonProps) {
  const t = useText()
  const reasonText = useReasonText()
  return (
    <div className="reject-reason">
      <RadioGroup
        label={t('payments.rejectReason')}
        disabled={disabled}
        options={rejectReasons.map((reason) => ({ value: reason, label: reasonText(reason) }))}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
      />
      <ReasonText
        label={t('payments.rejectText')}
        value={value.text}
        onChange={(text) => onChange({ ...value, text })}
        disabled={disabled}
      />
    </div>
  )
}

interface ReasonTextProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

export function ReasonText({ label, value, onChange, disabled }: ReasonTextProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <TextArea
        id={id}
        disabled={disabled}
        rows={2}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
