import { expect, test } from 'vitest'
import { type FloatSum, lacksOf } from './float-lack.ts'

const sum = (amountMinor: bigint, currency = 'MZN', provider: string | undefined = 'gsma'): FloatSum => ({
  provider,
  currency,
  amountMinor,
})
/** A sum of a survey, which names no provider. */
const anywhere = (amountMinor: bigint): FloatSum => ({ provider: undefined, currency: 'MZN', amountMinor })

test.each([
  ['a float that covers its payments lacks nothing', [sum(100n)], [sum(60n), sum(40n)], []],
  ['a float lacks the rest of all its payments', [sum(100n)], [sum(60n), sum(41n)], [['SHORT', 'gsma MZN', 1n]]],
  ['a float of another currency covers nothing', [sum(100n, 'KES')], [sum(1n)], [['NO_FLOAT', 'gsma MZN', 1n]]],
  ['a float of another provider covers nothing', [sum(9n, 'MZN', 'mtn')], [sum(1n)], [['NO_FLOAT', 'gsma MZN', 1n]]],
  ['a float below zero lacks that as well', [sum(-5n)], [sum(1n)], [['SHORT', 'gsma MZN', 6n]]],
  ['floats of one currency count together', [sum(4n), sum(5n, 'MZN', 'mtn')], [anywhere(10n)], [['SHORT', ' MZN', 1n]]],
] as const)('%s', (_, floats, needs, lacks) => {
  const found = lacksOf(floats, needs)
  expect(
    found.map(({ kind, provider = '', currency, amountMinor }) => [kind, `${provider} ${currency}`, amountMinor]),
  ).toEqual(lacks)
})
