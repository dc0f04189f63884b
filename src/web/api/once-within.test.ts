import { expect, test } from 'vitest'
import { onceWithin } from './once-within.ts'

test('what happens again within the time is ignored, after it no more', () => {
  let now = 5000
  let acted = 0
  const act = onceWithin(
    1000,
    () => (acted += 1),
    () => now,
  )
  for (const moment of [5000, 5001, 5999]) {
    now = moment
    act()
  }
  expect(acted).toBe(1)
  now = 6000
  act()
  expect(acted).toBe(2)
})

test('what happens to another thing is another event, however soon', () => {
  let acted = 0
  const act = onceWithin(
    1000,
    () => (acted += 1),
    () => 5000,
  )
  for (const about of ['a', 'a', undefined, 'b', 'b']) act(about)
  expect(acted).toBe(2)
})
