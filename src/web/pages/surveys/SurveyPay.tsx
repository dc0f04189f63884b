import type { Survey } from '#contract/surveys.ts'
import { useFormat, useText } from '../../i18n/text.ts'

/** What one response earns, in words where it is nothing. */
export function SurveyPay({ survey: { surveyType, amount, currency } }: { survey: Survey }) {
  const t = useText()
  const format = useFormat()
  if (surveyType === 'FREE' || amount === null) return <span className="blank">{t('surveys.surveyType.FREE')}</span>
  return format.money(amount, currency)
}
