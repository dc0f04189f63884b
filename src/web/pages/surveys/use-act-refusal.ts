import type { SurveyDetail } from '#contract/surveys.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { actRefusal, type SurveyAct } from '#domain/people/survey-access.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'

/** Why this person may not do this with the survey, in words; undefined when they may. */
export function useActRefusal({ ties }: SurveyDetail, act: SurveyAct, permission: PermissionName): string | undefined {
  const t = useText()
  const basic = useBasicText()
  if (!useCan(permission)) return t('action.needs', { permission })
  const code = actRefusal(ties, act)
  return code && basic(`errors.${code}`)
}
