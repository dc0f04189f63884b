import type { SurveyDetail } from '#contract/surveys.ts'
import { useFormat, useText } from '../i18n/text.ts'

/** How long the personal data of a survey is kept, and until which day once that is known. */
export function Retention({ of }: { of: SurveyDetail['retention'] }) {
  const t = useText()
  const format = useFormat()
  if (of === null) return t('erasures.never')
  return t('erasures.after', { count: of.months, day: of.dueAt === null ? 'none' : format.date(of.dueAt) })
}
