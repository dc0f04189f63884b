/**
 * Dates and numbers as people and programs write them, made plain. `03/04/2024` and `1.500` say two things: they are read by the
 * conventions of their file, all others as what they are alone.
 */
export const dateOrders = ['DAY_FIRST', 'MONTH_FIRST'] as const
export const decimalSigns = ['POINT', 'COMMA'] as const

export interface Conventions {
  dates: (typeof dateOrders)[number]
  decimals: (typeof decimalSigns)[number]
}

/** What a user says of a file. */
export type GivenConventions = { [Name in keyof Conventions]?: Conventions[Name] | undefined }

/** OPEN: it says two things. Undefined: it says nothing of the convention. */
export type Sign<Name extends keyof Conventions> = Conventions[Name] | 'OPEN' | undefined

/** The value in plain writing; a text that is none comes back as it was. */
interface Written<Name extends keyof Conventions> {
  sign: Sign<Name>
  plain: (by: Conventions[Name]) => string
}

/** Digits in threes, by the sign between them. */
const grouped: Readonly<Record<string, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(\.\d{3})*$/,
  ',': /^[+-]?[1-9]\d{0,2}(,\d{3})*$/,
}
const thousandsAlone: Readonly<Record<string, RegExp>> = {
  '.': /^[+-]?\d{1,3}(\.\d{3})+$/,
  ',': /^[+-]?\d{1,3}(,\d{3})+$/,
}

const groups = /(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/g

/** `isWhole`: the number has no decimals, so that `1,234` is in thousands. */
export function writtenNumber(text: string, isWhole: boolean): Written<'decimals'> {
  const bare = text.trim().replace(groups, '').replace(/\s?%$/, '')
  const [, first = '', sign = '', last = ''] = /^([+-]?\d[\d.,]*?)([.,])(\d+)$/.exec(bare) ?? []
  if (sign === '') return { sign: undefined, plain: () => bare }
  const other = sign === '.' ? ',' : '.'
  const asDecimal = `${first.replaceAll(other, '')}.${last}`
  const asThousands = bare.replaceAll(sign, '')
  const decimal = sign === '.' ? 'POINT' : 'COMMA'
  const thousands = sign === '.' ? 'COMMA' : 'POINT'
  // `1.234.567` has thousands alone; `1.234,5` and `1,5` can only have decimals.
  if (first.includes(sign))
    return thousandsAlone[sign]?.test(bare)
      ? { sign: thousands, plain: () => asThousands }
      : { sign: undefined, plain: () => text }
  if (first.includes(other)) return { sign: decimal, plain: () => (grouped[other]?.test(first) ? asDecimal : text) }
  if (last.length !== 3 || !/^[+-]?[1-9]\d{0,2}$/.test(first)) return { sign: decimal, plain: () => asDecimal }
  if (isWhole && last !== '000') return { sign: thousands, plain: () => asThousands }
  return { sign: 'OPEN', plain: (by) => (by === decimal ? asDecimal : asThousands) }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** In Portuguese where they differ. */
const alsoMonths: Readonly<Record<string, string>> = {
  fev: 'feb',
  abr: 'apr',
  mai: 'may',
  ago: 'aug',
  set: 'sep',
  out: 'oct',
  dez: 'dec',
}

/** A day with or without its time. What is written plainly already comes back as it is. */
export function writtenDay(text: string): Written<'dates'> {
  const [, day = '', rest = ''] =
    /^(\S+(?:\.? \d{1,2},? \d{4}| [A-Za-z]{3,}\.?,? \d{4})?),?(?:[T ]+(.*))?$/.exec(text.trim()) ?? []
  const time = rest === '' ? '' : `T${writtenTime(rest)}`
  const asIs: Written<'dates'> = { sign: undefined, plain: () => text }
  const numbers = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(day)?.slice(1)
  if (!numbers) {
    const named = namedDay(day)
    return named === undefined ? asIs : { sign: undefined, plain: () => named + time }
  }
  const [one = '', two = '', three = ''] = numbers
  if (one.length === 4 && three.length <= 2) return { sign: undefined, plain: () => isoDay(one, two, three) + time }
  if (one.length > 2 || three.length !== 4) return asIs
  const dayFirst = isoDay(three, two, one) + time
  const monthFirst = isoDay(three, one, two) + time
  if (Number(one) > 12 || Number(two) > 12) {
    const isDayFirst = Number(one) > 12
    return { sign: isDayFirst ? 'DAY_FIRST' : 'MONTH_FIRST', plain: () => (isDayFirst ? dayFirst : monthFirst) }
  }
  const sign = one.padStart(2, '0') === two.padStart(2, '0') ? undefined : 'OPEN'
  return { sign, plain: (by) => (by === 'DAY_FIRST' ? dayFirst : monthFirst) }
}

/** `Jun 15, 2024` and `15-Jun-2024`. */
function namedDay(text: string): string | undefined {
  const american = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(text)
  const [, month, day, year] = american ?? []
  const [, day2, month2, year2] = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4})$/.exec(text) ?? []
  const word = (month ?? month2)?.toLowerCase()
  const number = months.indexOf(alsoMonths[word ?? ''] ?? word ?? '') + 1
  return number === 0 ? undefined : isoDay(year ?? year2 ?? '', String(number), day ?? day2 ?? '')
}

function isoDay(year: string, month: string, day: string): string {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** `3:45:12 PM` → `15:45:12`; zones like `+0200` get their colon. */
export function writtenTime(text: string): string {
  const [, hours, rest = '', half, zone = ''] =
    /^(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([ap])?(?:\.?m\.?)?(z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return text
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}${rest}${zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`
}

const noAnswers = new Set(['na', 'n/a', '-', '--', '.', 'null', 'nan', '#n/a'])

/** Words for "no answer" where a cell cannot hold them as one. */
export function isNoAnswer(text: string): boolean {
  return text.length < 8 && noAnswers.has(text.trim().toLowerCase())
}
