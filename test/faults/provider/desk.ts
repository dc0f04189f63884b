/** The desk of a bank: it takes the file of a client, pays it, and writes another file about that. */
import type { Ledger } from './ledger.ts'

/** By the last two digits of the phone; all others are paid. */
const deskFaults = { failed: 0, missing: 1, doubled: 2, amount: 3, unknown: 4 }

export function workOff(ledger: Ledger, account: string, file: string): string {
  const [head = '', ...rows] = file.split('\r\n').filter((line) => line !== '')
  const headings = head.split(',')
  const results = ['Reference,Status,Reason,Delivered amount,Date,Receipt']
  const paidBefore = new Set(
    ledger.movements.filter((one) => one.account === account).map(({ reference }) => reference),
  )
  for (const row of rows) {
    const cells = row.split(',')
    const cell = (heading: string) => cells[headings.indexOf(heading)]?.replaceAll(/["']/g, '') ?? ''
    const [reference, phone] = [cell('Reference'), cell('Phone')]
    const cents = Math.round(Number(cell('Amount')) * 100)
    const kind = Number(phone.slice(-2))
    const receipt = ledger.receipt()
    const line = (paid: number, ref = reference) =>
      [ref, 'Paid', '', (paid / 100).toFixed(2), new Date().toISOString().slice(0, 10), receipt].join(',')
    if (kind === deskFaults.failed) {
      results.push(`${reference},Not paid,Account closed,0.00,,`)
      continue
    }
    // The whole file may be handed in twice.
    if (paidBefore.has(reference)) continue
    const paid = kind === deskFaults.amount ? cents * 2 : cents
    ledger.pay({ account, reference, receipt, phone, cents: paid })
    if (kind !== deskFaults.missing) results.push(line(paid))
    if (kind === deskFaults.doubled) results.push(line(paid))
    if (kind === deskFaults.unknown) results.push(line(paid, `X-${receipt}`))
  }
  return [...results, ''].join('\n')
}
