import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import { isHeldByPayment } from './verdict-refusal.ts'

/** Why this person may not change the answers now; undefined when they may. */
export function useEditRefusal(response: ResponseDetail): string | undefined {
  const t = useText()
  const basic = useBasicText()
  const permission = 'responses.edit'
  const canEdit = useCan(permission)
  if (!canEdit) return t('action.needs', { permission })
  return isHeldByPayment(response) ? basic('errors.RESPONSE_LOCKED') : undefined
}
