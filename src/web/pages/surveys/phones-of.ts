import type { Survey } from '#contract/surveys.ts'
import { phoneCountryOf } from '#domain/phone-country.ts'
import { phoneCountry } from '../../api/page-settings.ts'

/** Of which country phone numbers without a country code are in this survey; undefined: such numbers are refused. */
export function phonesOf(survey: Pick<Survey, 'country' | 'surveyType' | 'currency'>): string | undefined {
  return phoneCountryOf(survey, phoneCountry)
}
