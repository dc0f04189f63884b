/**
 * How much may be let go (payments.md §1.4): limits per payment, per call, per phone and per person on one day, and the
 * budgets of surveys. The server refuses by it, the page explains by it. Amounts are minor units.
 */
import type { ErrorCode } from '../errors.ts'
import { decisionRefusal, type FundingFacts } from './funding.ts'
import type { PaymentStep } from './payment.ts'
import type { PermissionName } from '../people/permissions.ts'

export const limitKinds = ['PAYMENT', 'RUN', 'PHONE_DAY', 'ACTOR_DAY', 'SECOND_APPROVAL'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Those that may differ from role to role: the others are of the payee or of the payment. */
export const limitsByRole: readonly LimitKind[] = ['PAYMENT', 'RUN', 'ACTOR_DAY']

export interface Limit {
  kind: LimitKind
  currency: string
  /** Code of a role; null: for each role without a limit of its own. */
  role: string | null
  amountMinor: number
}

/** The limit that counts for this role; undefined: none. */
function limitFor(limits: readonly Limit[], kind: LimitKind, currency: string, role: string): bigint | undefined {
  const of = limits.filter((limit) => limit.kind === kind && limit.currency === currency)
  const found = of.find((limit) => limit.role === role) ?? of.find((limit) => limit.role === null)
  return found && BigInt(found.amountMinor)
}

/** Whether `after` lets more through than `before`, for any role: then a second person confirms it. */
export function loosens(before: readonly Limit[], after: readonly Limit[]): boolean {
  const roles = new Set([...before, ...after].map(({ role }) => role ?? ''))
  return before.some(({ kind, currency }) =>
    [...roles, ''].some((role) =>
      raises(limitFor(before, kind, currency, role), limitFor(after, kind, currency, role)),
    ),
  )
}

/** The same of a budget; undefined: none. */
export function raises(before: bigint | undefined, after: bigint | undefined): boolean {
  return before !== undefined && (after === undefined || after > before)
}

interface ChangeFacts extends FundingFacts {
  /** Whose budget changes; null: the limits. */
  surveyId: number | null
}

/** Why the actor may not decide about a change that waits. Who asked may take it back. */
export function changeRefusal(
  decision: 'CONFIRMED' | 'REFUSED',
  { surveyId, ...facts }: ChangeFacts,
  actor: { id: number; permissions: ReadonlySet<string> },
): ErrorCode | undefined {
  return decisionRefusal(decision, facts, actor, surveyId === null ? limitsRight : budgetRight)
}
const limitsRight: PermissionName = 'roles.grantPayments'
const budgetRight: PermissionName = 'surveys.write'

/** How many different people must approve it. */
export function approvalsNeeded(limits: readonly Limit[], { amountMinor, currency }: AmountOf): number {
  const above = limitFor(limits, 'SECOND_APPROVAL', currency, '')
  return above !== undefined && amountMinor > above ? 2 : 1
}

interface AmountOf {
  amountMinor: number
  currency: string
}

export interface LimitedPayment extends AmountOf {
  id: number
  surveyId: number
  phone: string | undefined
}

/** The past that counts, as sums by key. */
export interface LetGo {
  limits: readonly Limit[]
  /** Of the person who takes the step. */
  role: string
  /** What this person let through at the same step today, by currency. */
  byActorToday: ReadonlyMap<string, bigint>
  /** The sum authorized for a phone today, by `phoneKey`. */
  toPhoneToday: ReadonlyMap<string, bigint>
  /** What the budget of a survey leaves, by `surveyKey`; surveys without one are missing. */
  budgetLeft: ReadonlyMap<string, bigint>
}

export function phoneKey(phone: string, currency: string): string {
  return `${phone} ${currency}`
}
export function surveyKey(surveyId: number, currency: string): string {
  return `${surveyId} ${currency}`
}

/**
 * The payments above a limit among those that one person lets through at once. Payments that exceed it together are
 * refused together: a person chooses among them.
 */
export function limitRefusals(
  step: PaymentStep,
  payments: readonly LimitedPayment[],
  { limits, role, byActorToday, toPhoneToday, budgetLeft }: LetGo,
): Map<number, ErrorCode> {
  const refused = new Map<number, ErrorCode>()
  if (step === 'reject') return refused
  const refuse = (those: readonly LimitedPayment[], code: ErrorCode) => {
    for (const { id } of those) if (!refused.has(id)) refused.set(id, code)
  }
  for (const [currency, group] of Map.groupBy(payments, (payment) => payment.currency)) {
    const above = (kind: LimitKind, sum: bigint) => isAbove(sum, limitFor(limits, kind, currency, role))
    refuse(
      group.filter(({ amountMinor }) => above('PAYMENT', BigInt(amountMinor))),
      'AMOUNT_LIMIT',
    )
    const sum = sumOf(group)
    if (above('RUN', sum)) refuse(group, 'RUN_LIMIT')
    if (above('ACTOR_DAY', sum + (byActorToday.get(currency) ?? 0n))) refuse(group, 'DAY_LIMIT')
    // Money leaves by the last step alone.
    if (step !== 'authorize') continue
    for (const [phone, those] of Map.groupBy(group, (payment) => payment.phone ?? '')) {
      if (above('PHONE_DAY', sumOf(those) + (toPhoneToday.get(phoneKey(phone, currency)) ?? 0n)))
        refuse(those, 'PHONE_LIMIT')
    }
    for (const [surveyId, those] of Map.groupBy(group, (payment) => payment.surveyId))
      if (isAbove(sumOf(those), budgetLeft.get(surveyKey(surveyId, currency)))) refuse(those, 'BUDGET_EXCEEDED')
  }
  return refused
}

/** Why all of a run is refused before its first payment: its sums, by currency, are above a limit of its maker. */
export function runRefusal(
  sums: ReadonlyMap<string, bigint>,
  { limits, role, byActorToday }: Pick<LetGo, 'limits' | 'role' | 'byActorToday'>,
): ErrorCode | undefined {
  const entries = [...sums]
  if (entries.some(([currency, sum]) => isAbove(sum, limitFor(limits, 'RUN', currency, role)))) return 'RUN_LIMIT'
  const isAboveDay = entries.some(([currency, sum]) =>
    isAbove(sum + (byActorToday.get(currency) ?? 0n), limitFor(limits, 'ACTOR_DAY', currency, role)),
  )
  return isAboveDay ? 'DAY_LIMIT' : undefined
}

/** The highest amount of one payment, by currency, that the role lets through. */
export function highestPayments(limits: readonly Limit[], role: string): Map<string, number> {
  const currencies = [...new Set(limits.map(({ currency }) => currency))]
  return new Map(
    currencies.flatMap((currency) => {
      const highest = limitFor(limits, 'PAYMENT', currency, role)
      return highest === undefined ? [] : [[currency, Number(highest)] as const]
    }),
  )
}

function isAbove(sum: bigint, limit: bigint | undefined): boolean {
  return limit !== undefined && sum > limit
}

function sumOf(payments: readonly LimitedPayment[]): bigint {
  return payments.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
}

/** A budget warns when four fifths of it are used or held, and stops when all of it is. */
export const budgetLevels = ['FINE', 'WARNING', 'USED_UP'] as const
export type BudgetLevel = (typeof budgetLevels)[number]

export function budgetLevel(budget: bigint, taken: bigint): BudgetLevel {
  if (taken >= budget) return 'USED_UP'
  return taken * 5n >= budget * 4n ? 'WARNING' : 'FINE'
}
