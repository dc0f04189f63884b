/** The messages of the GSMA Mobile Money API 1.2, as far as we read them, and the tables that say what their words mean. */
import { z } from 'zod'
import { toMinor } from '#domain/money/money.ts'
import type { Accepted, FailedDefinite, Succeeded, Unknown } from './provider.ts'
import type { Answer } from './exchange.ts'

const ErrorObject = z.object({ errorCategory: z.string(), errorCode: z.string() })
type ErrorObject = z.infer<typeof ErrorObject>

/** Printable ASCII: it goes into addresses and into our books. */
export const Reference = z.string().regex(/^[\x21-\x7e]{1,256}$/)

/** The specification's prose calls the reason of a failure `errorReference`, its schema calls it `error`. */
export const RequestState = z.object({
  serverCorrelationId: Reference,
  status: z.enum(['pending', 'completed', 'failed']),
  objectReference: Reference.optional(),
  error: ErrorObject.optional().catch(undefined),
  errorReference: ErrorObject.optional().catch(undefined),
  /** How often it may be asked for. */
  pollLimit: z.int().min(0).max(1_000_000).optional().catch(undefined),
  /** When the provider will have decided. */
  expiryTime: z.iso.datetime({ offset: true, local: true }).optional().catch(undefined),
})

export function acceptedBy({ serverCorrelationId, pollLimit, expiryTime }: z.infer<typeof RequestState>): Accepted {
  return {
    kind: 'ACCEPTED',
    providerRef: serverCorrelationId,
    ...(pollLimit !== undefined && { pollLimit }),
    ...(expiryTime !== undefined && { decidesInMs: Date.parse(expiryTime) - Date.now() }),
  }
}

export const Heartbeat = z.object({ serviceStatus: z.enum(['available', 'degraded', 'unavailable']) })

export const ResponseLink = z.object({ link: z.string() })

export const AccountBalance = z.object({
  currentBalance: z.string().optional(),
  availableBalance: z.string().optional(),
  currency: z.string().optional(),
})

const NamePart = z.string().max(256).optional().catch(undefined)
const names = ['firstName', 'middleName', 'lastName', 'fullName', 'nativeName'] as const
export const AccountHolder = z.object({
  name: z.object(
    Object.fromEntries(names.map((name) => [name, NamePart])) as Record<(typeof names)[number], typeof NamePart>,
  ),
})

/** The whole names of the holder, as far as some are given. */
export function namesIn({ name }: z.infer<typeof AccountHolder>): string[] {
  const parts = [name.firstName, name.middleName, name.lastName].join(' ')
  return [name.fullName, parts, name.nativeName].flatMap((whole) => whole?.replace(/[\p{C}\s]+/gu, ' ').trim() || [])
}

export const Transaction = z.object({
  transactionReference: Reference,
  transactionStatus: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  creditParty: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  requestingOrganisationTransactionReference: z.string().optional(),
})
export type Transaction = z.infer<typeof Transaction>

/** The error object of an answer, its words in the schema's spelling: the prose writes `DuplicateRequest`. */
export function errorOf(answer: Answer): ErrorObject | undefined {
  const { data } = ErrorObject.safeParse(answer.json)
  return data && { errorCategory: lowerFirst(data.errorCategory), errorCode: errorCode(data) }
}

/** A provider's error code, fit for a log and a screen: letters and digits only, whatever was sent. */
export function errorCode(error: ErrorObject | undefined): string {
  const code = error?.errorCode.replace(/[^A-Za-z0-9_]/g, '').slice(0, 64)
  return code ? lowerFirst(code) : 'unspecified'
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** `transactionStatus` is free text in the specification. A word that is not here decides nothing. */
const meaningOf: Record<string, 'PAID' | 'NOT_PAID' | 'PENDING'> = {
  completed: 'PAID',
  successful: 'PAID',
  success: 'PAID',
  failed: 'NOT_PAID',
  rejected: 'NOT_PAID',
  declined: 'NOT_PAID',
  cancelled: 'NOT_PAID',
  pending: 'PENDING',
  created: 'PENDING',
  accepted: 'PENDING',
  processing: 'PENDING',
}

/** The answer is about another payment than the one that was asked about. */
export const otherReference = 'OTHER_REFERENCE'

/** What a transaction of the provider says of our payment `clientRef`. */
export function outcomeOf(
  transaction: Transaction,
  clientRef: string,
): Accepted | Succeeded | FailedDefinite | Unknown {
  const { transactionReference: providerRef, transactionStatus, amount, currency } = transaction
  const theirRef = transaction.requestingOrganisationTransactionReference
  if (theirRef !== undefined && theirRef !== clientRef) return { kind: 'UNKNOWN', reason: otherReference }
  const meaning = meaningOf[transactionStatus.toLowerCase()]
  if (meaning === 'PENDING') return { kind: 'ACCEPTED', providerRef: undefined }
  if (meaning === 'NOT_PAID') return { kind: 'FAILED_DEFINITE', code: 'transactionFailed' }
  if (meaning !== 'PAID') return { kind: 'UNKNOWN', reason: 'UNREADABLE_STATUS' }
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined) return { kind: 'UNKNOWN', reason: 'UNREADABLE_AMOUNT' }
  return { kind: 'SUCCEEDED', providerRef, amountMinor, currency, msisdn: payeeOf(transaction) }
}

/** The payee as E.164: providers write the number with and without the plus. */
function payeeOf({ creditParty }: Transaction): string | undefined {
  const value = creditParty.find(({ key }) => key.toLowerCase() === 'msisdn')?.value
  return value === undefined ? undefined : `+${value.replace(/\D/g, '')}`
}
