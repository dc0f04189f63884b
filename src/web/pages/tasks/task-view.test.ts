import { expect, test } from 'vitest'
import { narrowedTo, viewOf, wordOf } from './task-view.ts'

test('the screen opens with what was submitted, and each view has its own URL', () => {
  for (const text of ['', 'status=', 'status=9', 'status=02', 'status=OPEN'])
    expect([text, viewOf(new URLSearchParams(text))]).toEqual([text, 2])
  for (const view of [0, 1, 2, 3, 4, 5, 'all', 'mine'] as const) {
    const word = wordOf(view)
    expect(viewOf(new URLSearchParams(word === undefined ? '' : { status: word }))).toBe(view)
  }
  expect(wordOf(2)).toBeUndefined()
})

test('own tasks are those that still wait for the user', () => {
  expect(narrowedTo('mine')).toEqual({ mine: 'true', status: '0,1,4' })
  expect(narrowedTo('all')).toEqual({})
  expect(narrowedTo(3)).toEqual({ status: '3' })
})
