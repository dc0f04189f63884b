/** Statements beside the books: one word for each line, and sums that explain the whole difference. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsOf, judge, type Movement, type StatementLine } from './reconcile.ts'

function line(more: Partial<StatementLine> = {}): StatementLine {
  return { row: 2, isFee: false, ourRef: undefined, providerRef: undefined, change: -20, at: 5, ...more }
}
function paid(more: Partial<Movement> = {}): Movement {
  const usual = { refs: ['our-1'], providerRef: 'P1', goesOut: true, isFee: false, change: -20, from: 4, at: 5 }
  return { ...usual, isTaken: false, isMissed: false, ...more }
}
const period = { first: 0, last: 10 }
const sum = (values: (number | bigint)[]) => values.reduce<bigint>((all, value) => all + BigInt(value), 0n)
const within = (first: number, last: number) => ({ first, last })
const wordOf = (judged: { line: unknown; word: string }[]) => judged.filter(({ line }) => line).map(({ word }) => word)
const wordsOf = (lines: StatementLine[], movements: Movement[]) =>
  judge(lines, movements, period).map(({ word }) => word)

test.each<[string, StatementLine[], Movement[], string[]]>([
  ['our reference, written otherwise', [line({ ourRef: 'OUR1' })], [paid()], ['MATCHED']],
  ['the reference of the provider', [line({ providerRef: 'P1' })], [paid()], ['MATCHED']],
  ['ours before that of the provider', [line({ ourRef: 'our-1', providerRef: 'P2' })], [paid()], ['MATCHED']],
  ['a bank that names our reference as its own', [line({ providerRef: 'OUR-1' })], [paid()], ['MATCHED']],
  ['another amount', [line({ ourRef: 'our-1', change: -40 })], [paid()], ['AMOUNT_DIFFERS']],
  ['what is sent and not booked', [line({ ourRef: 'our-1' })], [paid({ change: 0 })], ['AMOUNT_DIFFERS']],
  ['the same amount and day alone', [line({ providerRef: 'P2' })], [paid()], ['MISSING_HERE', 'MISSING_THERE']],
  ['one movement twice', [line({ ourRef: 'our-1' }), line({ ourRef: 'our-1' })], [paid()], ['MATCHED', 'DOUBLE']],
  ['a movement of an earlier file', [line({ ourRef: 'our-1' })], [paid({ isTaken: true })], ['DOUBLE']],
  [
    'money back under the same reference',
    [line({ ourRef: 'our-1', change: 20 })],
    [paid({ isTaken: true })],
    ['MISSING_HERE'],
  ],
  ['a fee of a payment', [line({ ourRef: 'our-1', isFee: true })], [paid({ isTaken: true })], ['FEE']],
  [
    'a fee that is booked',
    [line({ providerRef: 'f-1', isFee: true })],
    [paid({ refs: ['F-1'], isFee: true })],
    ['MATCHED'],
  ],
  ['a payment at the edge of the period', [], [paid({ from: -1 }), paid({ at: 11 })], []],
  ['silence about what is not booked', [], [paid({ change: 0 })], []],
  ['silence about what an earlier file missed', [], [paid({ isMissed: true })], []],
  ['silence about a payment', [], [paid()], ['MISSING_THERE']],
])('%s', (_, lines, movements, words) => {
  expect(wordsOf(lines, movements)).toEqual(words)
})

const ref = fc.constantFrom('a', 'b', 'c', 'd', undefined)
const anyLine = fc.record({
  ourRef: ref,
  providerRef: ref,
  change: fc.integer({ min: -3, max: 3 }),
  isFee: fc.boolean(),
})
const anyMovement = fc
  .record({
    ref: fc.constantFrom('a', 'b', 'c'),
    providerRef: ref,
    change: fc.integer({ min: -3, max: 3 }),
    at: fc.nat(30),
  })
  .map(({ ref, change, at, providerRef }) =>
    paid({ refs: [ref], providerRef, change, goesOut: change <= 0, from: at, at }),
  )

test('each line has one word, and the groups explain the whole difference', () => {
  fc.assert(
    fc.property(fc.array(anyLine), fc.array(anyMovement), (drawn, movements) => {
      const lines = drawn.map((one, n) => line({ ...one, row: n + 2, at: n }))
      const judged = judge(lines, movements, { first: 0, last: 30 })
      expect(judged.flatMap((one) => one.line ?? [])).toEqual(lines)
      const groups = groupsOf(judged)
      expect(sum(groups.map(({ theirs }) => theirs))).toBe(sum(lines.map(({ change }) => change)))
      expect(groups.reduce((all, { count }) => all + count, 0)).toBe(judged.length)
      // Each movement counts once on our side, whether a line names it or none does.
      const told = judged.filter(({ word }) => word !== 'DOUBLE').flatMap((one) => one.movement ?? [])
      expect(new Set(told).size).toBe(told.length)
      expect(sum(groups.map(({ ours }) => ours))).toBe(sum(told.map(({ change }) => change)))
    }),
  )
})

test('two files that overlap say together what one file says', () => {
  const shape = fc.record({
    drawn: fc.array(anyLine, { minLength: 1 }),
    movements: fc.array(anyMovement),
    from: fc.nat(),
    to: fc.nat(),
  })
  fc.assert(
    fc.property(shape, ({ drawn, movements, from, to }) => {
      const lines = drawn.map((one, n) => line({ ...one, row: n + 2, at: n }))
      const [begin, end] = [from % lines.length, to % lines.length].sort((a, b) => a - b) as [number, number]
      const whole = judge(lines, movements, within(0, lines.length - 1))
      const early = judge(lines.slice(0, end + 1), movements, within(0, end))
      const taken = new Set(early.flatMap(({ line, movement }) => (line && movement ? [movement] : [])))
      const then = movements.map((one) => ({ ...one, isTaken: taken.has(one), was: one }))
      // The lines of both are known by then.
      const late = judge(lines.slice(end + 1), then, within(begin, lines.length - 1))
      expect([...wordOf(early), ...wordOf(late)]).toEqual(wordOf(whole))
      const found = new Set([
        ...taken,
        ...late.flatMap(({ line, movement }) => (line && movement ? [movement.was] : [])),
      ])
      const missing = new Set(
        [
          ...early.map(({ line, movement }) => (line ? undefined : movement)),
          ...late.map((one) => (one.line ? undefined : one.movement?.was)),
        ].filter((one) => one !== undefined && !found.has(one)),
      )
      expect(missing).toEqual(new Set(whole.flatMap(({ line, movement }) => (line ? [] : (movement ?? [])))))
    }),
  )
})
