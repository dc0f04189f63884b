/** The form for moving money of floats: what it holds, what is missing, and what it sends. Pure. */
import type * as z from 'zod/mini'
import type { floats } from '#contract/floats.ts'
import { type FundingCounter, type FundingKind, fundingKinds } from '#domain/money/funding.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'

export interface Ask {
  kind: FundingKind
  amount: string
  /** Undefined: the user has not typed it, and the currency that the house has counts. */
  currency: string | undefined
  /** Undefined: the one that payments go through first. */
  provider: string | undefined
  /** Of the float that a transfer goes to. */
  otherProvider: string | undefined
  otherAmount: string
  otherCurrency: string
  reference: string
  day: string
  note: string
}

export const emptyAsk: Ask = {
  kind: 'TOPUP',
  amount: '',
  currency: undefined,
  provider: undefined,
  otherProvider: undefined,
  otherAmount: '',
  otherCurrency: '',
  reference: '',
  day: '',
  note: '',
}

/** Of a link that asks for a booking: what it says of it is filled in. */
export function askOf(search: URLSearchParams): Ask {
  const kind = fundingKinds.find((one) => one === search.get('ask'))
  if (!kind) return emptyAsk
  const said = ['amount', 'currency', 'provider', 'reference', 'day'].flatMap((name) => {
    const word = search.get(name)
    return word === null ? [] : [[name, word] as const]
  })
  return { ...emptyAsk, kind, ...Object.fromEntries(said) }
}

type Filled = Ask & { currency: string }

/** The names of the fields that must still be filled. */
export function missingOf(ask: Filled, hasFile: boolean): string[] {
  const { kind, note } = ask
  const names = ['amount', 'currency', 'reference', 'day'] as const
  const ofTransfer = kind === 'TRANSFER' ? (['otherAmount', 'otherCurrency'] as const) : []
  const blank = [...names, ...ofTransfer].filter((name) => ask[name].trim() === '')
  const hasNote = note.trim() !== ''
  if (kind === 'OPENING') return [...blank, ...(hasFile ? [] : ['document']), ...(hasNote ? [] : ['note'])]
  return hasFile || hasNote ? blank : [...blank, 'note']
}

/** Whether the money comes into the one float that is named. */
export function comesIn(kind: FundingKind): boolean {
  return kind === 'OPENING' || kind === 'TOPUP' || kind === 'SURPLUS'
}

const counters: Partial<Record<FundingKind, FundingCounter>> = {
  OPENING: 'OPENING',
  FEE: 'FEES',
  SURPLUS: 'SUSPENSE',
  SHORTAGE: 'SUSPENSE',
}

export function requestOf(ask: Filled): z.input<typeof floats.ask.body> {
  const { kind, amount, currency, provider, otherAmount, otherCurrency, otherProvider, reference, day, note } = ask
  const own = { provider, amount: typedAmount(amount, currency), currency }
  const other = { provider: otherProvider, amount: typedAmount(otherAmount, otherCurrency), currency: otherCurrency }
  return {
    from: comesIn(kind) ? null : own,
    into: comesIn(kind) ? own : kind === 'TRANSFER' ? other : null,
    counter: counters[kind] ?? 'FUNDER',
    reference: reference.trim(),
    day,
    note: note.trim() || null,
  }
}
