/** The chosen payments with what was seen of them: sums are made of it, and the review compares with it. */
import { useState } from 'react'
import type { PaymentRow } from '#contract/payment-rows.ts'
import type { List } from '../../list/use-list.ts'
import type { RowSelection } from '../../list/use-selection.ts'

export interface ChosenPayments {
  rows: readonly PaymentRow[]
  selection: RowSelection<PaymentRow>
}

export function useChosenPayments({ data, selection }: List<PaymentRow>): ChosenPayments {
  const [seen, setSeen] = useState<ReadonlyMap<number, PaymentRow>>(new Map())

  function note(rows: readonly PaymentRow[]) {
    setSeen((before) => new Map([...before, ...rows.map((row) => [row.paymentId, row] as const)]))
  }

  return {
    rows: selection.chosen.flatMap(({ id }) => seen.get(Number(id)) ?? []),
    selection: {
      ...selection,
      add: (chosen) => {
        const ids = new Set(chosen.map(({ id }) => id))
        note(data.rows.filter(({ id }) => ids.has(id)))
        selection.add(chosen)
      },
    },
  }
}
