import type { Survey } from '#contract/surveys.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { phoneCountry } from '../../api/page-settings.ts'

/** The country of this survey's phone numbers without a country code; undefined refuses such numbers. */
export function phonesOf(survey: Pick<Survey, 'country' | 'surveyType' | 'currency'>): string | undefined {
  return phoneCountryOf(survey, phoneCountry)
}
