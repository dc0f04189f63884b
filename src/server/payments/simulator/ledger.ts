/**
 * The simulator's own books: what it really paid, whatever it told its caller. Tests judge the product by them. One
 * line per accepted instruction in an append-only file. The line already says when the money moves, so a restart has
 * nothing to resume and forgets nothing.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Instruction {
  clientRef: string
  /** Names the request state. */
  serverRef: string
  transactionRef: string
  msisdn: string
  amountMinor: number
  currency: string
  /** Milliseconds of the epoch: accepted, final, and from when on status calls know of it. */
  acceptedAt: number
  finalAt: number
  visibleAt: number
  /** Why it ends unpaid; absent when it ends paid. */
  failure?: string
  /** From when on, until it is paid, it is called failed. */
  failedAt?: number
}

interface PaidEntry {
  clientRef: string
  msisdn: string
  amountMinor: number
  currency: string
  /** ISO 8601: when the money moved. */
  at: string
}

type Call = 'SEND' | 'STATUS'

export type Ledger = ReturnType<typeof openLedger>

/** `floatMinor` is what the float account of each currency held at the beginning. */
export function openLedger({ file, floatMinor }: { file: string | undefined; floatMinor: number }) {
  const instructions = file === undefined ? [] : replay(file)
  const byClientRef = new Map(instructions.map((each) => [each.clientRef, each]))
  const byServerRef = new Map(instructions.map((each) => [each.serverRef, each]))
  const byTransactionRef = new Map(instructions.map((each) => [each.transactionRef, each]))
  const promised = new Map<string, number>()
  let funded = floatMinor
  const calls = new Map<string, Call[]>()
  for (const each of instructions) promise(each)

  function promise({ currency, amountMinor, failure }: Instruction): void {
    if (failure === undefined) promised.set(currency, (promised.get(currency) ?? 0) + amountMinor)
  }

  function paid(): Instruction[] {
    const now = Date.now()
    return instructions.filter((each) => each.failure === undefined && each.finalAt <= now)
  }

  return {
    byClientRef: (clientRef: string) => byClientRef.get(clientRef),
    byServerRef: (serverRef: string) => byServerRef.get(serverRef),
    byTransactionRef: (transactionRef: string) => byTransactionRef.get(transactionRef),

    /** The reference must be new. */
    accept(instruction: Instruction): void {
      // On disk before anybody hears of it, as a provider's own commit would be.
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(instruction)}\n`)
      instructions.push(instruction)
      byClientRef.set(instruction.clientRef, instruction)
      byServerRef.set(instruction.serverRef, instruction)
      byTransactionRef.set(instruction.transactionRef, instruction)
      promise(instruction)
    },

    /** What of the float may still be promised, in minor units. */
    available: (currency: string): number => funded - (promised.get(currency) ?? 0),

    /** The float of each currency is topped up, in minor units. */
    topUp(amountMinor: number): void {
      funded += amountMinor
    },

    /** The balance of the float, promised and unpaid money included. */
    current(currency: string): number {
      const spent = paid().filter((each) => each.currency === currency)
      return spent.reduce((rest, each) => rest - each.amountMinor, funded)
    },

    /** Every payment made, in the order of acceptance. */
    payments(): PaidEntry[] {
      return paid().map(({ clientRef, msisdn, amountMinor, currency, finalAt }) => ({
        clientRef,
        msisdn,
        amountMinor,
        currency,
        at: new Date(finalAt).toISOString(),
      }))
    },

    /** How many times money moved for the reference: anything but 0 or 1 is a bug of the simulator. */
    paidCount: (clientRef: string): number => paid().filter((each) => each.clientRef === clientRef).length,

    /** The calls about a reference since the start, in order. They show that a status call came before each repeat. */
    calls: (clientRef: string): readonly Call[] => calls.get(clientRef) ?? [],

    noteCall(clientRef: string, call: Call): void {
      const known = calls.get(clientRef)
      if (known) known.push(call)
      else calls.set(clientRef, [call])
    },
  }
}

/** A last line without its end was written by a killed process: no caller got an answer, so the line is cut off. */
function replay(file: string): Instruction[] {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Instruction)
}
