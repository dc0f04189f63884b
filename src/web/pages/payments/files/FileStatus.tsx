import type { PaymentFileRow } from '#contract/payment-files.ts'
import { useText } from '../../../i18n/text.ts'

export function FileStatus({ row: { status, acts } }: { row: PaymentFileRow }) {
  const t = useText()
  const isAskedBack = status === 'RELEASED' && acts.some(({ act }) => act === 'ASK_BACK')
  return t(isAskedBack ? 'payFiles.status.ASKED_BACK' : `payFiles.status.${status}`)
}
