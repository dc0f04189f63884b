/** What a way asks of the person who takes it, and how it goes out. Pure. */
import { needsReason, type PaymentWay } from '#domain/money/payment-ways.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'

const words = ['phone', 'amount', 'evidence', 'document', 'reasonText'] as const
type Word = (typeof words)[number]
export type WayField = Word | 'outcome'

export function isWord(field: WayField): field is Word {
  return field !== 'outcome'
}

export type WayWords = Record<WayField, string>
export const noWords: WayWords = { phone: '', amount: '', evidence: '', document: '', reasonText: '', outcome: '' }

/** What is paid outside is stated with a file, in a form of its own. */
export type WordedWay = Exclude<PaymentWay, 'payOutside'>

const fields: Readonly<Record<WordedWay, readonly WayField[]>> = {
  withdraw: ['reasonText'],
  reopen: ['reasonText'],
  correct: ['phone', 'amount', 'reasonText'],
  retry: ['reasonText'],
  recall: ['reasonText'],
  resolve: ['outcome', 'evidence', 'document'],
  reverse: ['evidence', 'document'],
  confirmReverse: ['outcome', 'evidence', 'document'],
  oweAgain: ['evidence', 'document'],
}

export function fieldsOf(way: WordedWay): readonly WayField[] {
  return fields[way]
}

/** What may have been found; undefined for a way that asks for no finding, or leaves none to choose. */
export function outcomesOf(way: PaymentWay) {
  if (way === 'resolve') return ['PAID', 'NOT_PAID'] as const
  return way === 'confirmReverse' ? (['RECOVERED', 'NOT_RECOVERED'] as const) : undefined
}

/** The text for what is still missing. */
export function missingOf(way: WordedWay, payment: Parameters<typeof needsReason>[1], given: WayWords) {
  const asked = fieldsOf(way)
  if (asked.includes('outcome') && given.outcome === '') return 'payments.way.outcomeNeeded'
  if (asked.includes('evidence') && given.evidence.trim() === '') return 'payments.way.evidenceNeeded'
  return needsReason(way, payment) && given.reasonText.trim() === '' ? 'payments.way.reasonNeeded' : undefined
}

/** As the call takes it: what was left empty stays out. */
export function bodyOf(
  way: WordedWay,
  given: WayWords,
  { version, currency }: { version: number; currency: string },
): Record<string, string | number> {
  const said = fieldsOf(way).flatMap((name) => {
    const text = name === 'amount' ? typedAmount(given.amount, currency) : given[name].trim()
    return text === '' ? [] : [[name, text] as const]
  })
  return { ...Object.fromEntries(said), version }
}
