import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { looksLikePhone, type PhoneParser } from '#domain/phone.ts'

/**
 * Parses phone numbers into E.164. A number without a country code is taken as one of the country of `currency`, whose
 * code begins a currency's (MZN: MZ); a shared currency such as EUR has none, and its local numbers are refused.
 */
export function phoneParser(currency: string): PhoneParser {
  return phoneParserIn(currency.slice(0, 2))
}

/** The same, for numbers without a country code that are of this country (`MZ`); undefined or unknown: they are refused. */
export function phoneParserIn(country: string | undefined): PhoneParser {
  const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined
  return (text) => {
    if (!looksLikePhone(text)) return undefined
    const plain = text.normalize('NFKC').trim()
    return parse(plain, defaultCountry) ?? parse(`+${plain}`, undefined)
  }
}

function parse(text: string, defaultCountry: CountryCode | undefined): string | undefined {
  const phone = parsePhoneNumberFromString(text, { extract: false, ...(defaultCountry ? { defaultCountry } : {}) })
  return phone?.isValid() ? phone.number : undefined
}
