import { surveyAccess } from '#contract/survey-access.ts'
import type { AccessRule } from '#domain/people/access-rule.ts'
import { errorText } from '../../../api/error-text.ts'
import { useCall } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'

/** How many people the rule reaches now, and the first of them by name. */
export function RuleReach({ rule }: { rule: AccessRule }) {
  const t = useText()
  const basic = useBasicText()
  const { subjectType, subjectId, right, filter } = rule
  const query = { subjectType, subjectId, right, ...filter }
  const { data, error } = useCall(surveyAccess.reach, { query }, { keepPrevious: true })
  if (error) return <p role="alert">{errorText(error, basic)}</p>
  if (!data) return <p>{t('surveyAccess.counting')}</p>
  const { count, first } = data.data
  const names = first.map(({ name }) => name).join(', ')
  const more = count - first.length
  return (
    <output className="access-reach">
      <strong>{t('surveyAccess.reaches', { count })}</strong>{' '}
      {first.length > 0 && (more > 0 ? t('surveyAccess.firstAndMore', { names, more }) : names)}
    </output>
  )
}
