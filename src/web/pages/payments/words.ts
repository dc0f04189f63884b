/** How this area says things: sums in a sentence, reasons, roles, phones, failures. */
import { useMemo } from 'react'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { payeeOf } from '#domain/money/payee.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useReasonText } from '../../i18n/reason-text.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { failureText } from './failure-text.ts'
import { groupedPhone } from '../../i18n/grouped-phone.ts'

/** "MZN 500.00 + UGX 700": sums of different currencies in one sentence. */
export function useSumText(): (sums: readonly { amount: string; currency: string }[]) => string {
  const format = useFormat()
  return (sums) => sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')
}

/** Why a step is refused. */
export function useRefusalText(): (code: string | undefined) => string | undefined {
  const reasonText = useReasonText()
  const textOr = useTextOr()
  return (code) => (code === undefined ? undefined : textOr(`payments.refusal.${code}`, reasonText(code)))
}

/** By its code alone: a seeded role has a name in every language; any other is called as it is. */
export function useRoleText(): (role: string) => string {
  const textOr = useTextOr()
  return (role) => textOr(`role.name.${role}`, role)
}

/** What a payment is called in checkboxes, dialogs and results. */
export function usePaymentLabel(): (payment: PaymentRow) => string {
  const format = useFormat()
  const t = useText()
  return useMemo(
    () => (payment) => {
      const { id, phone, amount, currency } = payment
      const who = payeeOf(payment) ?? (phone === null ? undefined : groupedPhone(phone))
      return `${who ?? t('payments.number', { id })}, ${format.money(amount, currency)}`
    },
    [format, t],
  )
}

export function useFailureText(): (error: unknown) => string {
  const t = useText()
  const basic = useBasicText()
  return (error) => failureText(error, basic, t('payments.unknownError'))
}
