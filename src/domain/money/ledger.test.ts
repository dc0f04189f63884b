import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FundingCounter } from './funding.ts'
import { accountName, type MoneyOfAttempt, type Transfer, transfersFor } from './ledger.ts'
import { sumOf } from './money.ts'

const anyAttempts = fc
  .array(
    fc.record({
      surveyId: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom('MZN', 'UGX'),
      amountMinor: fc.oneof(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.maxSafeInteger().filter((n) => n > 0),
      ),
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
function balances(transfers: readonly Transfer[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount)
  for (const { from, to, amountMinor } of transfers) {
    add(accountName(from), -BigInt(amountMinor))
    add(accountName(to), BigInt(amountMinor))
  }
  return sums
}

function sum(attempts: readonly { amountMinor: number | bigint }[]): bigint {
  return sumOf(attempts.map(({ amountMinor }) => amountMinor))
}

test('at every end of payments the float is reserved or spent, exactly, per currency', () => {
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
        expect(spent.reduce((total, [, amount]) => total + amount, 0n)).toBe(ending('PAID'))
        expect(books.get(`HELD:gsma:${currency}:7`) ?? 0n).toBe(0n)
        expect(books.get(`RESERVED:gsma:${currency}:7`) ?? 0n).toBe(ending(undefined))
        expect(0n - (books.get(`FLOAT:gsma:${currency}`) ?? 0n)).toBe(ending('PAID') + ending(undefined))
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

test('incoming money goes to the float, outgoing money leaves it, under one request', () => {
  const [from, into] = [
    { provider: 'gsma', currency: 'USD', amountMinor: 5 },
    { provider: 'gsma', currency: 'MZN', amountMinor: 320 },
  ]
  const moved = (sides: { from?: typeof from; into?: typeof into }, counter: FundingCounter = 'FUNDER') =>
    transfersFor({ event: 'FUNDED', funding: { id: 7, counter, from: sides.from, into: sides.into } }).map(
      (transfer) => {
        const { kind, amountMinor, fundingId } = transfer
        return [kind, accountName(transfer.from), accountName(transfer.to), amountMinor, fundingId]
      },
    )
  const withdrawn = ['withdraw', 'FLOAT:gsma:USD', 'FUNDER:gsma:USD', 5, 7]
  const toppedUp = ['topup', 'FUNDER:gsma:MZN', 'FLOAT:gsma:MZN', 320, 7]
  expect(moved({ into })).toEqual([toppedUp])
  expect(moved({ from })).toEqual([withdrawn])
  expect(moved({ from, into })).toEqual([withdrawn, toppedUp])
  expect(moved({ from }, 'FEES')).toEqual([['fee', 'FLOAT:gsma:USD', 'FEES:gsma:USD', 5, 7]])
  expect(moved({ from }, 'SUSPENSE')).toEqual([['shortage', 'FLOAT:gsma:USD', 'SUSPENSE:gsma:USD', 5, 7]])
  expect(moved({ into }, 'SUSPENSE')).toEqual([['surplus', 'SUSPENSE:gsma:MZN', 'FLOAT:gsma:MZN', 320, 7]])
})
