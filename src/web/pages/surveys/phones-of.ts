import type { Survey } from '#contract/surveys.ts'
import { phoneCountryOf } from '#domain/phone-country.ts'
import { phoneCountry } from '../../api/page-settings.ts'

/** Of which country phone numbers without a country code are in this survey; undefined: such numbers are refused. */
export function phonesOf({ country, currency }: Pick<Survey, 'country' | 'currency'>): string | undefined {
  return phoneCountryOf({ surveyCountry: country, installationCountry: phoneCountry, currency })
}
