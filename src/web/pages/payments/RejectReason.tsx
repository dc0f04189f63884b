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
  const id = useId()
  return (
    <div className="reject-reason">
      <RadioGroup
        label={t('payments.rejectReason')}
        disabled={disabled}
        options={rejectReasons.map((reason) => ({ value: reason, label: reasonText(reason) }))}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
      />
      <label htmlFor={`${id}-text`}>{t('payments.rejectText')}</label>
      <TextArea
        id={`${id}-text`}
        disabled={disabled}
        rows={2}
        maxLength={2000}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
    </div>
  )
}
