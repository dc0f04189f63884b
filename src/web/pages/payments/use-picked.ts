/** The chosen payments with what was seen of them: sums are made of it, and the review compares with it. */
import { useState } from 'react'
import type { PaymentRow } from '#contract/payments.ts'
import type { ListTable } from '../../list/use-list-table.ts'
import type { Selection } from '../../list/use-selection.ts'

export interface Picked {
  rows: readonly PaymentRow[]
  selection: Selection
  /** Adds payments that are on no page shown. */
  add: (rows: readonly PaymentRow[]) => void
}

export function usePicked({ rows: shown, selection, labelOf }: ListTable<PaymentRow>): Picked {
  const [seen, setSeen] = useState<ReadonlyMap<number, PaymentRow>>(new Map())

  function note(rows: readonly PaymentRow[]) {
    setSeen((before) => new Map([...before, ...rows.map((row) => [row.paymentId, row] as const)]))
  }

  return {
    rows: selection.chosen.flatMap(({ id }) => seen.get(Number(id)) ?? []),
    selection: {
      ...selection,
      set: (chosen, how) => {
        const ids = new Set(chosen.map(({ id }) => id))
        note(shown.filter(({ id }) => ids.has(id)))
        selection.set(chosen, how)
      },
    },
    add: (rows) => {
      note(rows)
      selection.set(
        rows.map((row) => ({ id: row.paymentId, label: labelOf(row) })),
        'add',
      )
    },
  }
}
