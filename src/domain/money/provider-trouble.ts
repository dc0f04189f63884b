/**
 * What the provider's answers say of the provider itself and of our account there, and when nothing more is sent for it (a
 * stop of the kind TROUBLE, payment-stops.ts).
 */
import { meaningOf, type ProviderMeaning } from './provider-codes.ts'

/** What is wrong with our account, or with our way in: one answer says enough. */
const certain: ReadonlySet<ProviderMeaning> = new Set(['FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT', 'PROVIDER_ACCESS'])

/** Of these, so many in a row are no chance any more. */
const perhaps = /^(TIMEOUT|CONNECTION|HTTP_5\d\d)$/
export const enoughInARow = 5

interface Seen {
  /** Answers in a row that may be a trouble. */
  inARow: number
  /** Why sending stops. */
  trouble?: ProviderMeaning
}

/** After one more answer. `code`: what it says instead of an outcome, or with a failure. */
export function afterAnswer(inARow: number, code: string | undefined): Seen {
  if (code === 'NEVER_SENT') return { inARow }
  const meaning = code === undefined ? undefined : meaningOf(code)
  if (meaning && certain.has(meaning)) return { inARow: 0, trouble: meaning }
  if (code === undefined || !perhaps.test(code)) return { inARow: 0 }
  return inARow + 1 < enoughInARow || !meaning ? { inARow: inARow + 1 } : { inARow: 0, trouble: meaning }
}

/** A single try of a provider in trouble goes wrong again, or proves nothing. */
export function isStillInTrouble(code: string | undefined): boolean {
  return code === 'NEVER_SENT' || afterAnswer(enoughInARow, code).trouble !== undefined
}
