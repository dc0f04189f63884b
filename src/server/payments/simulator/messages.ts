/** What the simulator says, in the words of the GSMA Mobile Money API 1.2, and what it understands. */
import { z } from 'zod'
import { toDecimal, toMinor } from '#domain/money/money.ts'
import { faultOf, type Refusal } from './faults.ts'
import type { Instruction } from './ledger.ts'

/** What goes over the wire. A string is an HTML page of some gateway; DROP breaks the connection without a word. */
export type Reply =
  | { status: number; body: object | string; headers?: Record<string, string>; afterMs?: number }
  | { status: 'DROP' }

const Party = z.array(z.object({ key: z.string(), value: z.string() }))

/** The amount as the specification writes it: no sign, no leading zero, up to four decimals. */
const Disbursement = z.object({
  amount: z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,4})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  debitParty: Party,
  creditParty: Party,
})

export interface Order {
  amountMinor: number
  currency: string
  debitAccount: string | undefined
  msisdn: string
}

/** The order in a request body; undefined when the specification would not let it pass. */
export function orderOf(json: unknown): Order | undefined {
  const { data } = Disbursement.safeParse(json)
  const msisdn = data && valueOf(data.creditParty, 'msisdn')
  const amountMinor = data && toMinor(data.amount, data.currency)
  if (!data || !amountMinor || !msisdn || !/^\+[1-9]\d{5,14}$/.test(msisdn)) return undefined
  return { amountMinor, currency: data.currency, debitAccount: valueOf(data.debitParty, 'accountid'), msisdn }
}

function valueOf(party: z.infer<typeof Party>, key: string): string | undefined {
  return party.find((each) => each.key === key)?.value
}

export function refused({ status, category, code }: Refusal): Reply {
  const headers = status === 429 ? { 'Retry-After': '1' } : {}
  return { status, headers, body: errorObject(category, code) }
}

function errorObject(errorCategory: string, errorCode: string): object {
  return { errorCategory, errorCode, errorDateTime: new Date().toISOString() }
}

export function requestState(instruction: Instruction): object {
  const status = stateOf(instruction)
  const { transactionRef } = instruction
  const { failField = 'error', failFirst = '' } = faultOf(instruction.msisdn)
  const { failure = failFirst } = instruction
  return {
    serverCorrelationId: instruction.serverRef,
    status,
    notificationMethod: 'polling',
    pollLimit: 100,
    ...(status === 'completed' ? { objectReference: transactionRef } : {}),
    ...(status === 'failed' ? { [failField]: errorObject('businessRule', failure) } : {}),
  }
}

export function transaction(instruction: Instruction): object {
  const { amountMinor, currency, msisdn } = instruction
  const stated = faultOf(msisdn).states === 'WRONG_AMOUNT' ? amountMinor * 10 : amountMinor
  return {
    transactionReference: instruction.transactionRef,
    requestingOrganisationTransactionReference: instruction.clientRef,
    type: 'disbursement',
    transactionStatus: stateOf(instruction),
    amount: toDecimal(stated, currency),
    currency,
    creditParty: [{ key: 'msisdn', value: msisdn }],
    creationDate: new Date(instruction.acceptedAt).toISOString(),
  }
}

function stateOf({ finalAt, failure, failedAt = finalAt }: Instruction): 'pending' | 'completed' | 'failed' {
  if (finalAt > Date.now()) return failedAt > Date.now() ? 'pending' : 'failed'
  return failure === undefined ? 'completed' : 'failed'
}
