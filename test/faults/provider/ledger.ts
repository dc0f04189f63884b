/** The books of the provider: each movement is a line of its file, and no line ever changes. */
import { appendFileSync } from 'node:fs'

export interface Movement {
  account: string
  kind: 'DEPOSIT' | 'PAYOUT' | 'FEE' | 'REVERSAL'
  /** Milliseconds of the epoch. */
  at: number
  /** The client's, and our own. */
  reference: string
  receipt: string
  phone: string
  /** Above zero came in. */
  cents: number
}

export function openLedger(file: string) {
  const movements: Movement[] = []
  let receipts = 0
  /** What each payout costs. */
  let feeCents = 20

  function write(movement: Omit<Movement, 'at'>): void {
    const written = { ...movement, at: Date.now() }
    appendFileSync(file, `${JSON.stringify(written)}\n`)
    movements.push(written)
  }

  return {
    movements,
    receipt: () => `P${String((receipts += 1)).padStart(7, '0')}`,
    balance: (account: string) =>
      movements.reduce((sum, { account: its, cents }) => sum + (its === account ? cents : 0), 0),
    charge: (cents: number) => (feeCents = cents),
    deposit(account: string, cents: number, reference: string): void {
      write({ account, kind: 'DEPOSIT', reference, receipt: reference, phone: '', cents })
    },
    pay(payout: Pick<Movement, 'account' | 'reference' | 'receipt' | 'phone' | 'cents'>): void {
      write({ ...payout, kind: 'PAYOUT', cents: -payout.cents })
      if (feeCents > 0) write({ ...payout, kind: 'FEE', cents: -feeCents })
    },
    takeBack(payout: Pick<Movement, 'account' | 'reference' | 'receipt' | 'phone' | 'cents'>): void {
      write({ ...payout, kind: 'REVERSAL' })
    },
    /** A file as the client fetches it from the portal: the lines from the first to before the last, by their places. */
    statement(account: string, first: number, last: number): string {
      const details = { DEPOSIT: 'Deposit', PAYOUT: 'Payout', FEE: 'Payout fee', REVERSAL: 'Reversal' }
      const lines = movements
        .filter((one) => one.account === account)
        .slice(first, last)
        .map(({ kind, at, reference, receipt, phone, cents }) =>
          [
            kind === 'DEPOSIT' ? '' : reference,
            receipt,
            new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
            (cents / 100).toFixed(2),
            details[kind],
            phone,
          ].join(','),
        )
      return ['Our reference,Receipt,Time,Amount,Details,Phone', ...lines, ''].join('\n')
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
