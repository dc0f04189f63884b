/** What the dates of a survey mean now, in words: "Ends in 3 days." */
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Survey } from '#contract/surveys.ts'
import { lastIntakeAt, phaseOf } from '#domain/surveys/survey-life.ts'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'
import { distanceOf } from './distance.ts'

export function usePeriodWords(survey: Survey): string {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const { locale } = useIntl()
  const [now] = useState(() => new Date())
  const { status, startsAt, endsAt, closedAt } = survey
  if (closedAt !== null) return t('surveys.phaseClosed', { when: format.dateTime(closedAt) })
  const ofStatus = textOr(`surveys.phaseOf.${status}`, '')
  if (ofStatus !== '') return ofStatus
  const phase = phaseOf(survey, now)
  const last = lastIntakeAt(survey)
  if (phase === 'GRACE' && last !== undefined)
    return t('surveys.phase.GRACE', { when: format.dateTime(new Date(last).toISOString()) })
  const moment = phase === 'BEFORE' ? startsAt : endsAt
  if (moment === null) return t('surveys.phase.OPEN_END')
  const { value, unit } = distanceOf(new Date(moment), now)
  const when = new Intl.RelativeTimeFormat(locale).format(value, unit)
  return t(`surveys.phase.${phase}`, { when })
}
