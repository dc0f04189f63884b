import { expect, test } from 'vitest'
import { memberPath, membersOf } from './member-path.ts'

test('a path to the payments of a run or selection names it again', () => {
  for (const members of [{ runId: 5 }, { selectionId: 7 }]) {
    const path = memberPath(members, { outcome: 'REFUSED' })
    expect(path).toContain('outcome=REFUSED')
    expect(membersOf(new URL(path, 'http://x').searchParams)).toEqual(members)
  }
})

test('a list of several runs, of none or of all payments belongs to no one page', () => {
  for (const search of ['runId=4,9', 'runId=~', 'status=FAILED'])
    expect(membersOf(new URLSearchParams(search))).toBeUndefined()
})
