/** Why a payment waits, failed or was rejected, in words. */
import { meaningOf } from '#domain/money/provider-codes.ts'
import { hasBasic, useBasicText } from './basic.ts'
import { useTextOr } from './text.ts'

/** The words for a reason code: ours, those of an error of the same name, what a provider means by it, else the code. */
export function useReasonText(): (code: string) => string {
  const textOr = useTextOr()
  const basic = useBasicText()
  return (code) => {
    const error = `errors.${code}`
    const meaning = meaningOf(code)
    const known = hasBasic(error) ? basic(error) : meaning && textOr(`payments.reason.${meaning}`, code)
    return textOr(`payments.reason.${code}`, known ?? code)
  }
}
