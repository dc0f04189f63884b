import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { phoneProblem, type PhoneParser, writtenPhone } from '#domain/people/phone.ts'

/** Reads numbers into E.164; those without a country code are of `country` (`MZ`), or refused where it is undefined. */
export function phoneParser(country: string | undefined): PhoneParser {
  return (text) => {
    const problem = phoneProblem(text, country)
    if (problem) return { problem }
    const written = writtenPhone(text) ?? ''
    const value = written.startsWith('+') ? readInternational(written) : readLocal(written, country)
    return value === undefined ? { problem: 'BAD_PHONE' } : { value }
  }
}

/** By its calling code, which some countries share. */
export function isOfCountry(phone: string, country: string): boolean {
  return !isSupportedCountry(country) || phone.startsWith(`+${getCountryCallingCode(country)}`)
}

function readInternational(written: string): string | undefined {
  const phone = parsePhoneNumberFromString(written, { extract: false })
  return phone?.isValid() ? phone.number : undefined
}

/** Countries share calling codes, and some have a prefix of their own for calls abroad: only their own plan is asked. */
function readLocal(written: string, country: string | undefined): string | undefined {
  if (country === undefined || !isSupportedCountry(country)) return undefined
  const phone = parsePhoneNumberFromString(written, { extract: false, defaultCountry: country })
  if (!phone || phone.countryCallingCode !== getCountryCallingCode(country)) return undefined
  phone.country = country
  return phone.isValid() ? phone.number : undefined
}
