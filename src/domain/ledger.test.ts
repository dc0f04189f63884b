import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountName, type MoneyOfAttempt, type Transfer, transfersFor } from './ledger.ts'

const anyAttempts = fc
  .array(
    fc.record({
      surveyId: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom('MZN', 'UGX'),
      amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
      ending: fc.constantFrom('PAID' as const, 'NOT_PAID' as const, undefined),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ ending, ...row }, index) => {
      const attempt: MoneyOfAttempt = { paymentId: index + 1, attemptNo: 1, batchId: 7, provider: 'gsma', ...row }
      return { attempt, ending }
    }),
  )

/** Balances by account name, as debits minus credits. */
function balances(transfers: readonly Transfer[]): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount)
  for (const { from, to, amountMinor } of transfers) {
    add(accountName(from), -amountMinor)
    add(accountName(to), amountMinor)
  }
  return sums
}

function sum(attempts: readonly { amountMinor: number }[]): number {
  return attempts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}

test('however payments end, what left the float is reserved or spent, per currency and to the last unit', () => {
  fc.assert(
    fc.property(anyAttempts, (rows) => {
      const authorized = transfersFor({ event: 'AUTHORIZED', attempts: rows.map(({ attempt }) => attempt) })
      const ended = rows.flatMap(({ attempt, ending }) => (ending ? transfersFor({ event: ending, attempt }) : []))
      const books = balances([...authorized, ...ended])
      for (const currency of ['MZN', 'UGX']) {
        const mine = rows.filter(({ attempt }) => attempt.currency === currency)
        const ending = (wanted: string | undefined) =>
          sum(mine.filter((row) => row.ending === wanted).map(({ attempt }) => attempt))
        const spent = [...books].filter(([name]) => name.startsWith(`SPENT:gsma:${currency}:`))
        expect(spent.reduce((total, [, amount]) => total + amount, 0)).toBe(ending('PAID'))
        expect(books.get(`HELD:gsma:${currency}:7`) ?? 0).toBe(0)
        expect(books.get(`RESERVED:gsma:${currency}:7`) ?? 0).toBe(ending(undefined))
        expect(0 - (books.get(`FLOAT:gsma:${currency}`) ?? 0)).toBe(ending('PAID') + ending(undefined))
      }
    }),
  )
})

test('a batch takes its money from the float at once per currency', () => {
  fc.assert(
    fc.property(anyAttempts, (rows) => {
      const attempts = rows.map(({ attempt }) => attempt)
      const transfers = transfersFor({ event: 'AUTHORIZED', attempts })
      const holds = transfers.filter(({ kind }) => kind === 'hold')
      expect(holds.map(({ currency }) => currency).sort()).toEqual(
        [...new Set(attempts.map(({ currency }) => currency))].sort(),
      )
      expect(sum(holds)).toBe(sum(attempts))
      expect(transfers.slice(0, holds.length)).toEqual(holds)
    }),
  )
})

test('money that comes in goes to the float under its reference', () => {
  const [topup, ...others] = transfersFor({
    event: 'FUNDED',
    provider: 'gsma',
    currency: 'MZN',
    amountMinor: 5,
    ref: 'bank-1',
  })
  expect(others).toEqual([])
  expect(topup).toMatchObject({ kind: 'topup', amountMinor: 5, ref: 'bank-1' })
  expect(topup && [accountName(topup.from), accountName(topup.to)]).toEqual(['FUNDER:gsma:MZN', 'FLOAT:gsma:MZN'])
})
