/** An amount as people type it, in the signs of their own country. */
import { minorDigits } from './money.ts'

/**
 * "1.250.000,50", "1,250,000.50" and "1250000.50" are equal. One sign before three digits separates thousands, unless
 * the currency has three decimals. A text that is no amount stays as it is, and is refused.
 */
export function typedAmount(text: string, currency: string): string {
  const plain = text.trim().replaceAll(/[\s'’]/g, '')
  const [, whole = '', sign = '', fraction = ''] = /^(\d[\d.,]*)([.,])(\d*)$/.exec(plain) ?? []
  if (sign === '') return plain
  const other = sign === '.' ? ',' : '.'
  if (whole.includes(sign)) return whole.includes(other) ? plain : plain.replaceAll(sign, '')
  if (whole.includes(other)) return `${whole.replaceAll(other, '')}.${fraction}`
  const isThousands = fraction.length === 3 && minorDigits(currency) < 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isThousands ? whole + fraction : `${whole}.${fraction}`
}
