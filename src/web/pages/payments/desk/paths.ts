/** Where the next step of a row of the desk is done, and where its evidence is. Pure. */
import type { DeskRow } from '#contract/desk.ts'

type Placed = Pick<DeskRow, 'kind' | 'next' | 'provider' | 'amount' | 'currency' | 'paymentId' | 'placeId' | 'details'>

/** Undefined: the menu of the row closes it. */
export function deskPath(row: Placed): string | undefined {
  const { next, paymentId, placeId } = row
  switch (next) {
    case 'RESOLVE':
    case 'ASK_PROVIDER':
      return paymentId === null ? evidenceOf(row) : at('all', { open: paymentId })
    case 'BOOK':
    case 'FUND':
      return at('floats', bookingOf(row))
    case 'READ_FILE':
    case 'RELEASE':
    case 'TAKE_BACK':
    case 'ANSWER':
      return at('files', { open: placeId })
    case 'GO_ON':
      return at('providers', {})
    case 'CONFIRM':
      return at('before', {})
    case 'READ_BOOKS':
      return at('books', {})
    case 'LIFT':
    case 'CLOSE':
      return undefined
  }
}

/** The statement, the file or the response that shows it. */
export function evidenceOf({ kind, placeId }: Pick<DeskRow, 'kind' | 'placeId'>): string | undefined {
  if (kind.startsWith('STATEMENT_')) return at('statements', { open: placeId })
  if (kind.startsWith('SAMPLE_')) return `/response?open=${placeId}`
  return kind.startsWith('FILE_') ? at('files', { open: placeId }) : undefined
}

/** The request that two people book it by, filled in: under the reference of the line, so that the line is settled by it. */
function bookingOf({ next, provider, amount, currency, details }: Placed) {
  const change = Number(details['change'] ?? 0)
  const kind = next === 'FUND' ? 'TOPUP' : change < 0 ? 'SHORTAGE' : 'SURPLUS'
  return { ask: kind, provider, currency, amount, reference: details['reference'] ?? null }
}

function at(view: string, words: Record<string, string | number | null>): string {
  const search = new URLSearchParams({ view })
  for (const [key, value] of Object.entries(words)) if (value !== null) search.set(key, String(value))
  return `/payments?${search.toString()}`
}
