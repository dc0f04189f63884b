/** What a review puts before the eyes: the payments as they are now, sorted by what the step would do to them. Pure. */
import type { BalanceRow, PaymentRow } from '#contract/payments.ts'
import { minorOf, type Money, sumOf, toDecimal } from '#domain/money/money.ts'
import type { PaymentActor } from '#domain/money/payment.ts'
import { refusalOf } from '../step-refusal.ts'
import type { Pick, ReviewedAction } from '../review-state.ts'

export interface Changed {
  pick: Pick
  row: PaymentRow
}

interface Refused {
  code: string
  rows: PaymentRow[]
}

export interface Sheet {
  /** These would take the step. */
  included: PaymentRow[]
  /** By why not. */
  refused: Refused[]
  /** Another version than when they were chosen; the included ones among them count as they are now. */
  changed: Changed[]
  /** Not there any more. */
  gone: Pick[]
  /** Included payments to the same phone: lawful, but worth a look. */
  samePhone: PaymentRow[][]
  /** Included payments for whose visit another one is paid or under way. */
  sameVisit: PaymentRow[]
}

export function sheetOf(
  step: ReviewedAction,
  picks: readonly Pick[],
  rows: readonly PaymentRow[],
  actor: PaymentActor,
): Sheet {
  const byId = new Map(rows.map((row) => [row.paymentId, row]))
  const found = picks.flatMap(({ id }) => byId.get(id) ?? [])
  const codes = Map.groupBy(found, (row) => refusalOf(step, row, actor))
  const included = codes.get(undefined) ?? []
  return {
    included,
    refused: [...codes].flatMap(([code, refused]) => (code === undefined ? [] : [{ code, rows: refused }])),
    changed: picks.flatMap((pick) => {
      const row = byId.get(pick.id)
      return row && row.version !== pick.version ? [{ pick, row }] : []
    }),
    gone: picks.filter(({ id }) => !byId.has(id)),
    samePhone: samePhone(included),
    sameVisit: included.filter(({ others }) => others.length > 0),
  }
}

/** A masked phone (without `payments.viewPhone`) may look like another: those are not compared. */
function samePhone(rows: readonly PaymentRow[]): PaymentRow[][] {
  const whole = rows.filter(({ phone }) => phone !== null && /^\+\d+$/.test(phone))
  return [...Map.groupBy(whole, ({ phone }) => phone).values()].filter((group) => group.length > 1)
}

export interface FloatAfter {
  provider: string
  currency: string
  /** Decimals. */
  before: string
  taken: string
  after: string
  isShort: boolean
}

/** What the authorization leaves of each float it draws on; a float that is not there holds nothing. */
export function floatsAfter(balances: readonly BalanceRow[], rows: readonly PaymentRow[]): FloatAfter[] {
  const groups = Map.groupBy(rows, ({ provider, currency }) => `${provider} ${currency}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { provider, currency } = first
    const float = balances.find((balance) => balance.provider === provider && balance.currency === currency)
    const before = float ? minorOf(float.available) : 0n
    const taken = sumOf(group.map(minorOf))
    const decimal = (minor: bigint) => toDecimal(minor, currency)
    const after = before - taken
    const amounts = { before: decimal(before), taken: decimal(taken), after: decimal(after) }
    return [{ provider, currency, ...amounts, isShort: after < 0n }]
  })
}

interface Range {
  currency: string
  least: Money
  most: Money
}

/** The smallest and the largest payment of each currency. */
export function rangesOf(rows: readonly Money[]): Range[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    least: group.reduce((a, b) => (minorOf(b) < minorOf(a) ? b : a)),
    most: group.reduce((a, b) => (minorOf(b) > minorOf(a) ? b : a)),
  }))
}
