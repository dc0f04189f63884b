import { expect, test } from 'vitest'
import type { BalanceRow, PaymentRow } from '#contract/payments.ts'
import { givenPayment } from '../given-payment.ts'
import { pickOf } from '../review-state.ts'
import { floatsAfter, rangesOf, sheetOf } from './sheet.ts'

const actor = { id: 5, phone: undefined, permissions: new Set(['payments.approve']) }
const free = [{ action: 'approve' as const, allowed: true, code: null }]
const own = [{ action: 'approve' as const, allowed: false, code: 'SELF_ACTION' }]

function approvable(id: number, more: Partial<PaymentRow> = {}): PaymentRow {
  return givenPayment({ paymentId: id, phone: `+25884000000${id}`, allowedActions: free, ...more })
}

function picksOf(rows: readonly PaymentRow[]) {
  return rows.map((row) => pickOf(row, `payment ${row.id}`))
}

test('what may take the step is included, the rest is sorted by why not', () => {
  const rows = [
    approvable(1),
    approvable(2, { allowedActions: own }),
    approvable(3, { status: 'SUCCESSFUL', allowedActions: [] }),
  ]
  const sheet = sheetOf('approve', picksOf(rows), rows, actor)
  expect(sheet.included.map(({ id }) => id)).toEqual([1])
  expect(sheet.refused.map(({ code, rows: [row] }) => `${code} ${row?.id}`)).toEqual([
    'SELF_ACTION 2',
    'ILLEGAL_TRANSITION 3',
  ])
})

test('what changed since it was chosen is shown, and counts as it is now', () => {
  const before = approvable(1)
  const now = approvable(1, { version: 2, amount: '9.00', amountMinor: 900 })
  const sheet = sheetOf('approve', picksOf([before]), [now], actor)
  expect(sheet.changed).toEqual([{ pick: pickOf(before, 'payment 1'), row: now }])
  expect(sheet.included).toEqual([now])
})

test('what is not there any more is missed', () => {
  const rows = [approvable(1), approvable(2)]
  expect(sheetOf('approve', picksOf(rows), rows.slice(1), actor).gone.map(({ id }) => id)).toEqual([1])
})

test('two payments to one phone stand out, but not by a masked phone', () => {
  const same = [approvable(1, { phone: '+258840000009' }), approvable(2, { phone: '+258840000009' }), approvable(3)]
  expect(sheetOf('approve', picksOf(same), same, actor).samePhone.map((group) => group.length)).toEqual([2])
  const masked = same.map((row) => ({ ...row, phone: '+258•••••••09' }))
  expect(sheetOf('approve', picksOf(masked), masked, actor).samePhone).toEqual([])
})

test('a payment is named where another one of its visit is paid or under way', () => {
  const other = { id: 'MAN-1', paymentId: 9, status: 'SUCCESSFUL' as const, overrideReason: null }
  const rows = [
    approvable(1, { others: [other] }),
    approvable(2),
    approvable(3, { others: [other], allowedActions: own }),
  ]
  expect(sheetOf('approve', picksOf(rows), rows, actor).sameVisit.map(({ id }) => id)).toEqual([1])
})

test('each float is set against what is drawn on it; one that is not there is empty', () => {
  const rows = [approvable(1), approvable(2), approvable(3, { currency: 'UGX', amount: '500' })]
  expect(floatsAfter([balanceOf('15.00')], rows)).toMatchObject([
    { currency: 'MZN', before: '15.00', taken: '10.00', after: '5.00', isShort: false },
    { currency: 'UGX', before: '0', taken: '500', after: '-500', isShort: true },
  ])
})

test('a float that is one unit short is short, however large it is', () => {
  const rows = [1, 2, 3].map((id) => approvable(id, { amount: '90071992547409.91' }))
  expect(floatsAfter([balanceOf('270215977642229.72')], rows)).toMatchObject([
    { taken: '270215977642229.73', after: '-0.01', isShort: true },
  ])
  expect(floatsAfter([balanceOf('270215977642229.73')], rows)).toMatchObject([{ after: '0.00', isShort: false }])
})

test('each currency has its own smallest and largest amount, by value and not by text', () => {
  const rows = [
    { amount: '500.00', currency: 'MZN' },
    { amount: '700', currency: 'UGX' },
    { amount: '1000.00', currency: 'MZN' },
    { amount: '9999999999999.99', currency: 'MZN' },
  ]
  expect(rangesOf(rows).map(({ currency, least, most }) => [currency, least.amount, most.amount])).toEqual([
    ['MZN', '500.00', '9999999999999.99'],
    ['UGX', '700', '700'],
  ])
})

function balanceOf(available: string): BalanceRow {
  const none = { amount: '0.00', amountMinor: 0, currency: 'MZN' }
  const held = { amount: available, amountMinor: null, currency: 'MZN' }
  return { provider: 'gsma', currency: 'MZN', available: held, reserved: none, spent: none }
}
