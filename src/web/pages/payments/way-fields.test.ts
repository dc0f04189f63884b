import { expect, test } from 'vitest'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { paymentWayNames } from '#domain/money/payment-ways.ts'
import { bodyOf, fieldsOf, missingOf, noWords, outcomesOf, type WayWords } from './way-fields.ts'

const worded = paymentWayNames.filter((way) => way !== 'payOutside')
const payment = { version: 3, currency: 'MZN', status: 'INITIATED' } as const

test('a filled question of each way is a body that its call takes', () => {
  for (const way of worded) {
    const outcome = outcomesOf(way)?.[0] ?? ''
    const full: WayWords = {
      phone: '+258841230001',
      amount: '4,50',
      evidence: 'e',
      document: 'd',
      reasonText: 'r',
      outcome,
    }
    expect([way, missingOf(way, payment, full)]).toEqual([way, undefined])
    expect([way, paymentWayCalls[way].body.safeParse(bodyOf(way, full, payment)).success]).toEqual([way, true])
  }
})

test('a question left empty says what is missing, or goes out without it', () => {
  for (const way of worded) {
    const missing = missingOf(way, payment, noWords)
    const isTaken = paymentWayCalls[way].body.safeParse(bodyOf(way, noWords, payment)).success
    expect([way, isTaken]).toEqual([way, missing === undefined])
  }
  expect(missingOf('withdraw', { status: 'FAILED' }, noWords)).toBe('payments.way.reasonNeeded')
  expect(fieldsOf('correct')).toContain('phone')
  expect(bodyOf('correct', { ...noWords, amount: '4,50' }, payment)).toEqual({ amount: '4.50', version: 3 })
})
