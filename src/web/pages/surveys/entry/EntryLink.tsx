import { useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { useText } from '../../../i18n/text.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { useActRefusal } from '../use-act-refusal.ts'

/** To the form of an open survey; undefined for those who may not enter responses now. */
export function useEntryPath(survey: SurveyDetail): string | undefined {
  const [now] = useState(() => new Date())
  const refusal = useActRefusal(survey, 'enter', 'responses.enter')
  return refusal !== undefined || intakeRefusal(survey, now) ? undefined : `/form?survey=${survey.id}`
}

export function EntryLink({ survey, look = 'plain' }: { survey: SurveyDetail; look?: 'plain' | 'primary' }) {
  const t = useText()
  const path = useEntryPath(survey)
  return path && <ButtonLink {...{ to: path, look }}>{t('surveys.enterResponse')}</ButtonLink>
}
