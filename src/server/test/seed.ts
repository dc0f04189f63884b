/** All chance in tests follows from one number: TEST_SEED, or another one for each run. */
import { randomInt } from 'node:crypto'
import { type Chance, chanceFrom } from '../demo/content/chance.ts'

/** The first caller of a run draws the seed; processes that it starts inherit it. */
export function testSeed(): number {
  const text = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)))
  if (!/^\d{1,10}$/.test(text)) throw new Error(`TEST_SEED is a whole number of at most ten digits, not ${text}`)
  return Number(text)
}

/** The draws of one test. Work that runs at the same time takes a `stream` each, as its order is not ours. */
export function testChance(stream = 0): Chance {
  return chanceFrom(testSeed() + stream)
}
