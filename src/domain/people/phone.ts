/**
 * Phone numbers: how they are shown to those who may not see them, what Excel does to them, and the country of one without a
 * country code, which is known, or the number is refused.
 */
import type { ProblemCode } from '../problems.ts'
import type { SurveyType } from '../surveys/survey.ts'

/** What may be wrong with a number: it is none, or it may be one of any country. */
export type PhoneProblem = Extract<ProblemCode, 'BAD_PHONE' | 'PHONE_COUNTRY_NEEDED'>

type PhoneRead = { value: string; problem?: undefined } | { problem: PhoneProblem; value?: undefined }

/** Reads a number as people write it into E.164. The library that knows all numbers stays outside the domain. */
export type PhoneParser = (text: string) => PhoneRead

/** Digits alone, with a + in front when the country code is among them; undefined when no phone has such a number. */
export function writtenPhone(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const digits = plain.replace(/\D/g, '')
  if (!/^[\s(]*\+?[\d\s().\p{Pd}]+$/u.test(plain) || digits.length < 4 || digits.length > 20) return undefined
  if (plain.includes('+')) return `+${digits}`
  return digits.replace(/^00/, '+')
}

/** What the page can tell without knowing the numbers of every country; `country`: of numbers without a country code. */
export function phoneProblem(text: string, country: string | undefined): PhoneProblem | undefined {
  const written = writtenPhone(text)
  if (written === undefined) return 'BAD_PHONE'
  return country === undefined && !written.startsWith('+') ? 'PHONE_COUNTRY_NEEDED' : undefined
}

/** `+258841234567` → `+258•••••••67`: enough to tell two people apart, too little to call one. */
export function maskPhone(phone: string): string {
  const hidden = Math.max(0, phone.length - 6)
  return phone.slice(0, 4) + '•'.repeat(hidden) + phone.slice(phone.length - 2)
}

/**
 * The digits by which a number is searched for; '' when the text is none. The 0 that people dial in front of a number at
 * home, and the 00 abroad, are no part of it.
 */
export function searchedDigits(text: string): string {
  const plain = text.trim()
  if (!/^\+?[\d\s().-]+$/.test(plain)) return ''
  const digits = plain.replace(/\D/g, '')
  return digits.length > 6 ? digits.replace(/^00?/, '') : digits
}

/** Digits of a number that must have its country code in it: no country has longer ones of its own. */
const international = 12

/**
 * What the numbers are like that a word with these digits asks for. Every number of a country begins alike: a word
 * written that way asks for a beginning, not for any part.
 */
export function phonePattern(word: string, digits: string): string {
  return word.trim().startsWith('+') || digits.length >= international ? `+${digits}%` : `%${digits}%`
}

/** The form that `maskPhone` makes. */
export const maskedPhone = /^\+\d{3}•+\d{2}$/

/** Whether a person sees phone numbers in full (product.md §2). */
export function seesPhones(permissions: ReadonlySet<string>): boolean {
  return permissions.has('payments.viewPhone') || permissions.has('responses.personal')
}

/** `8.41E+08`: a phone number that went through Excel as a number and lost its digits. */
export function isScientific(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text.trim())
}

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
