import { useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { useText } from '../../../i18n/text.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { useActRefusal } from '../use-act-refusal.ts'

/** To the form of an open survey, for those who may enter responses. */
export function EntryLink({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [now] = useState(() => new Date())
  const refusal = useActRefusal(survey, 'enter', 'responses.enter')
  if (refusal !== undefined || intakeRefusal(survey, now)) return null
  return <ButtonLink to={`/form?survey=${survey.id}`}>{t('surveys.enterResponse')}</ButtonLink>
}
