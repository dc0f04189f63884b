import { setPay } from '#domain/surveys/payment-sets.ts'
import type { SurveySettings } from '#domain/surveys/survey-settings.ts'
import { useFormat, useText } from '../../i18n/text.ts'

/** "3 responses × MZN 50.00 = MZN 150.00 for each full set"; undefined for a survey that pays no sets. */
export function useSetPayText(): (settings: SurveySettings) => string | undefined {
  const t = useText()
  const format = useFormat()
  return (settings) => {
    const pay = setPay(settings)
    if (pay === undefined) return undefined
    const { count, amount, total, currency } = pay
    return t('surveys.setPay', { count, amount: format.money(amount, currency), total: format.money(total, currency) })
  }
}
