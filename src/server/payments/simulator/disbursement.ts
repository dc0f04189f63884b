/** The one call that moves money: is it accepted, and what does the caller get to hear of it? */
import { randomUUID } from 'node:crypto'
import { faultOf, type Fault, type HouseFaults } from './faults.ts'
import type { Instruction, Ledger } from './ledger.ts'
import { orderOf, refused, requestState, transaction, type Order, type Reply } from './messages.ts'

/** Our float accounts, in the form the adapter's `accountId` setting takes. */
export const simulatorAccountId = 'FLOAT-{currency}'

export interface Timing {
  /** From acceptance to the final state. */
  delayMs: number
  /** How long the faults last that last (see faults.ts). */
  faultMs: number
}

export function disburse(
  ledger: Ledger,
  timing: Timing,
  { clientRef, json, faults }: { clientRef: string; json: unknown; faults: HouseFaults },
): Reply {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(clientRef)) return invalid('formatError')
  ledger.noteCall(clientRef, 'SEND')
  const order = orderOf(json)
  if (!order) return invalid('formatError')
  const isOurs = order.debitAccount === simulatorAccountId.replace('{currency}', order.currency)
  if (!isOurs || faults.account) return refused({ status: 404, category: 'identification', code: 'identifierError' })

  const fault = faultOf(order.msisdn)
  const isFirst = ledger.calls(clientRef).filter((call) => call === 'SEND').length === 1
  if (isFirst && fault.refuseOnce) return refused(fault.refuseOnce)
  // Nothing from here to `accept` waits, so two sends at once cannot both find the reference new.
  if (ledger.byClientRef(clientRef) && !faults.repeats) return refused(broken('duplicateRequest'))
  if (fault.refuse) return refused(fault.refuse)
  if (ledger.available(order.currency) < order.amountMinor) return refused(broken('insufficientFunds'))

  const instruction = instructionFor(order, clientRef, { fault, timing })
  ledger.accept(instruction)
  return answerFor(instruction, fault, timing)
}

function instructionFor(
  { msisdn, amountMinor, currency }: Order,
  clientRef: string,
  { fault, timing }: { fault: Fault; timing: Timing },
): Instruction {
  const acceptedAt = Date.now()
  const delay = fault.answer === 'AT_ONCE' ? 0 : fault.pending || fault.failFirst ? timing.faultMs : timing.delayMs
  return {
    clientRef,
    serverRef: randomUUID(),
    transactionRef: `SIM-${randomUUID()}`,
    msisdn,
    amountMinor,
    currency,
    acceptedAt,
    finalAt: acceptedAt + delay,
    visibleAt: fault.hidden ? acceptedAt + timing.faultMs : acceptedAt,
    ...(fault.failLater === undefined ? {} : { failure: fault.failLater }),
    ...(fault.failFirst === undefined ? {} : { failedAt: acceptedAt + timing.delayMs }),
  }
}

function answerFor(instruction: Instruction, { answer }: Fault, { faultMs }: Timing): Reply {
  const pending = { status: 202, body: requestState(instruction) }
  const answers: Record<NonNullable<Fault['answer']> | 'PENDING', Reply> = {
    PENDING: pending,
    LATE: { ...pending, afterMs: faultMs },
    AT_ONCE: { status: 201, body: transaction(instruction) },
    HTTP_500: refused({ status: 500, category: 'internal', code: 'genericError' }),
    GATEWAY_502: { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
    DROP: { status: 'DROP' },
  }
  return answers[answer ?? 'PENDING']
}

function invalid(code: string): Reply {
  return refused({ status: 400, category: 'validation', code })
}

function broken(code: string) {
  return { status: 400, category: 'businessRule', code }
}
