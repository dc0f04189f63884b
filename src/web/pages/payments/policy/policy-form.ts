/** The limits while they are changed: what was typed, and which rows are not ready. Pure. */
import type { LimitRow } from '#contract/payment-policy.ts'
import { toMinor } from '#domain/money/money.ts'
import { type Limit, limitsByRole, type LimitKind, loosens } from '#domain/money/payment-limits.ts'

export interface DraftLimit {
  /** For React: rows have no name of their own. */
  key: number
  kind: LimitKind
  currency: string
  /** '' means each role. */
  role: string
  amount: string
}

export function draftOf(limits: readonly LimitRow[]): DraftLimit[] {
  return limits.map(({ kind, currency, role, amount }, key) => ({ key, kind, currency, role: role ?? '', amount }))
}

export function withRow(rows: readonly DraftLimit[]): DraftLimit[] {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  return [...rows, { key, kind: 'PAYMENT', currency: rows.at(-1)?.currency ?? '', role: '', amount: '' }]
}

/** A kind that is the same for each role has none. */
export function settled(row: DraftLimit): DraftLimit {
  return limitsByRole.includes(row.kind) ? row : { ...row, role: '' }
}

export function isReady({ currency, amount }: DraftLimit): boolean {
  return /^[A-Z]{3}$/.test(currency) && /^\d{1,13}(\.\d{1,4})?$/.test(amount.trim())
}

export function limitsOf(rows: readonly DraftLimit[]) {
  return rows.map(({ kind, currency, role, amount }) => ({ kind, currency, role: role || null, amount: amount.trim() }))
}

/** Whether the rows, once they are ready, let more through than before: then a second person confirms them. */
export function waitsForSecond(before: readonly LimitRow[], rows: readonly DraftLimit[]): boolean {
  const wanted = limitsOf(rows).map(({ amount, ...row }): Limit => {
    return { ...row, amountMinor: toMinor(amount, row.currency) ?? 0 }
  })
  return loosens(before, wanted)
}
