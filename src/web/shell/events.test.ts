import { expect, test } from 'vitest'
import { retryMs, splitEvents } from './events.ts'

test('Events are read whole however the line cuts them, and signs of life say nothing', () => {
  const text = 'data: {"n":1}\n\n:\n\ndata: {"n":2}\n\n'
  for (let cut = 0; cut <= text.length; cut++) {
    const first = splitEvents(text.slice(0, cut))
    const second = splitEvents(first.rest + text.slice(cut))
    expect([...first.data, ...second.data]).toEqual(['{"n":1}', '{"n":2}'])
    expect(second.rest).toBe('')
  }
})

test('A page waits longer after each failure, and at most 48 seconds', () => {
  expect([0, 1, 2, 3].map((failures) => retryMs(failures, 0))).toEqual([1000, 2000, 4000, 8000])
  expect(retryMs(40, 1)).toBe(48_000)
})
