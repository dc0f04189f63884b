/**
 * Money is a whole number of minor units inside and a decimal string at the edges; never a float in between. One amount
 * is a number, below 2^53; a sum of amounts may pass that, so sums are bigint.
 */

/** Money as it goes over the wire. The decimal `amount` keeps every digit, also of a sum. */
export interface Money {
  amount: string
  currency: string
}

/** Digits after the point by ISO 4217, for the currencies whose count is not two. */
const minorDigitsOf: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** How many digits after the decimal point the currency has: 2 for MZN, 0 for UGX, 3 for TND. */
export function minorDigits(currency: string): number {
  return minorDigitsOf[currency] ?? 2
}

/** The currencies whose count of digits is not two, by that count. */
export function unusualCurrencies(digits: number): string[] {
  return Object.keys(minorDigitsOf).filter((currency) => minorDigitsOf[currency] === digits)
}

/** 50000 and MZN → "500.00". */
export function toDecimal(minor: number | bigint, currency: string): string {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0')
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * "500", "500.00" or 500 and MZN → 50000n, of any size. Undefined when the text is not a plain decimal number or has
 * more digits after the point than the currency.
 */
export function toMinorSum(amount: string | number, currency: string): bigint | undefined {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,4}))?$/.exec(String(amount).trim())
  if (!match) return undefined
  const [, sign = '', whole = '', rawFraction = ''] = match
  const digits = minorDigits(currency)
  const fraction = rawFraction.replace(/0+$/, '')
  if (fraction.length > digits) return undefined
  const minor = BigInt(whole + fraction.padEnd(digits, '0'))
  return sign === '-' ? -minor : minor
}

/** The same of one amount: undefined also outside the range in which whole numbers are exact. */
export function toMinor(amount: string | number, currency: string): number | undefined {
  const minor = Number(toMinorSum(amount, currency))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** How an amount is written, with as many digits after the point as the currency has: "1250.00" of MZN. */
export function sampleAmount(currency: string): string {
  return toDecimal(1250 * 10 ** minorDigits(currency), currency)
}

/** The sum of minor units of one currency. */
export function sumOf(minors: readonly (number | bigint)[]): bigint {
  return minors.reduce<bigint>((sum, minor) => sum + BigInt(minor), 0n)
}

/** Minor units of money that was written by `toDecimal`; throws at anything else, rather than to count it as none. */
export function minorOf({ amount, currency }: Money): bigint {
  const minor = toMinorSum(amount, currency)
  if (minor === undefined) throw new Error(`${amount} is no amount of ${currency}`)
  return minor
}

/** One sum per currency: money of two currencies is never added up. */
export function addUp(amounts: readonly Money[]): Money[] {
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, group]) => {
    return { amount: toDecimal(sumOf(group.map(minorOf)), currency), currency }
  })
}

export function money(amountMinor: number, currency: string) {
  return { amount: toDecimal(amountMinor, currency), amountMinor, currency }
}

/** Money that was added up (`sumFields` of the contract). */
export function sum(minor: bigint, currency: string) {
  const amountMinor = Number(minor)
  return {
    amount: toDecimal(minor, currency),
    amountMinor: Number.isSafeInteger(amountMinor) ? amountMinor : null,
    currency,
  }
}

/** Whole days for which money is enough if as much is spent as in the last 30; null where nothing was. In minor units. */
export function daysLeft(available: bigint, spentIn30: bigint): number | null {
  if (spentIn30 <= 0n) return null
  const days = (available > 0n ? available * 30n : 0n) / spentIn30
  return Number(days > 9999n ? 9999n : days)
}
