/** What cashing out costs at a provider, by bands of amounts as its tariff says. The database chooses by them (`charge_of`). */
import { type FieldProblem, problem } from '../problems.ts'
import { isCurrency } from './currencies.ts'
import { minorDigits, sampleAmount, toDecimal, toMinor } from './money.ts'
import { typedAmount } from './typed-amount.ts'

/** Amounts above the band before, and up to `upTo`, cost `charge`. */
export interface ChargeBand<Amount = string> {
  currency: string
  upTo: Amount
  charge: Amount
}

/** What is owed of an amount that pays for cashing out, too. */
export function withoutCharge({
  amount,
  charge,
  currency,
}: {
  amount: string
  charge: string
  currency: string
}): string {
  return toDecimal((toMinor(amount, currency) ?? 0) - (toMinor(charge, currency) ?? 0), currency)
}

/** In minor units, with all problems by place: `charges[0].upTo`. */
export function minorBands(bands: readonly ChargeBand<string | number>[]) {
  const errors: FieldProblem[] = []
  const seen = new Set<string>()
  const charges = bands.map(({ currency, ...amounts }, index): ChargeBand<number> => {
    const minorOf = (name: 'upTo' | 'charge') => {
      const minor = toMinor(amounts[name], currency)
      const path = `charges[${index}].${name}`
      if (!/^\d+(\.\d+)?$/.test(String(amounts[name])))
        errors.push(problem(path, 'NOT_AN_AMOUNT', sampleAmount(currency)))
      else if (minor === undefined) errors.push(problem(path, 'CURRENCY_DIGITS', minorDigits(currency)))
      else if (minor === 0 && name === 'upTo') errors.push(problem(path, 'NOT_POSITIVE'))
      return minor ?? 0
    }
    if (!isCurrency(currency)) errors.push(problem(`charges[${index}].currency`, 'UNKNOWN_CURRENCY'))
    const band = { currency, upTo: minorOf('upTo'), charge: minorOf('charge') }
    const key = `${currency} ${band.upTo}`
    if (band.upTo > 0 && seen.has(key)) errors.push(problem(`charges[${index}].upTo`, 'DUPLICATE'))
    seen.add(key)
    return band
  })
  return { charges, errors }
}

/** Of lines such as `MZN 1000 15`, also from a sheet; a word that is missing, or one of too many, is empty. */
export function bandsIn(text: string): ChargeBand[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [currency = '', upTo = '', charge = '', ...more] = line
      .trim()
      .toUpperCase()
      .split(/[\s;]+/)
    return { currency, upTo: typedAmount(upTo, currency), charge: more.length > 0 ? '' : typedAmount(charge, currency) }
  })
}
