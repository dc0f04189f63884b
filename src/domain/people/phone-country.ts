/** The country of a phone number that was entered without a country code. It is known, or the number is refused. */
import type { SurveyType } from '../surveys/survey.ts'

/** Currencies that are money in one country alone; the code of each begins with that of its country. */
export const soleCurrencies: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC CUP ' +
    'CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR IQD IRR ISK JMD JPY KES ' +
    'KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD ' +
    'NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SLE SOS SRD SSP STN SYP SZL ' +
    'THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST YER ZMW ZWG'
  ).split(' '),
)

/** The one country whose money it is; undefined for money of several. */
export function countryOfCurrency(currency: string): string | undefined {
  return soleCurrencies.has(currency) ? currency.slice(0, 2) : undefined
}

interface SurveyOfPhones {
  /** The survey's own choice. */
  country: string | null
  surveyType: SurveyType
  currency: string
}

/**
 * The nearest setting counts: the survey's, the one for all numbers of this server, then the currency that the survey pays
 * in; undefined when none says it. The currency of a free survey is a default.
 */
export function phoneCountryOf(
  { country, surveyType, currency }: SurveyOfPhones,
  installationCountry: string | undefined,
): string | undefined {
  const ofPay = surveyType === 'PAID' ? countryOfCurrency(currency) : undefined
  return country ?? installationCountry ?? ofPay
}
