import type { Survey } from '#contract/surveys.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { useSetPayText } from './set-pay-text.ts'

/** What one response earns, in words where it is nothing. */
export function SurveyPay({ survey }: { survey: Survey }) {
  const { surveyType, amount, currency, paymentAggregation, aggregationCount } = survey
  const t = useText()
  const format = useFormat()
  const setPayText = useSetPayText()
  if (surveyType === 'FREE' || amount === null) return <span className="blank">{t('surveys.surveyType.FREE')}</span>
  if (paymentAggregation === 'INDIVIDUAL') return format.money(amount, currency)
  return (
    <span title={setPayText(survey)}>{`${format.money(amount, currency)} × ${format.number(aggregationCount)}`}</span>
  )
}
