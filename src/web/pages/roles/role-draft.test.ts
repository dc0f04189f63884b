import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { differences, type Draft, noChanges, sumsOf, toggled, wantedBy } from './role-draft.ts'

function role(more: Partial<Role> = {}): Role {
  const at = '2026-01-01T00:00:00Z'
  return {
    id: 1,
    name: 'Lead',
    role: 'LEAD',
    description: '',
    builtIn: false,
    secondFactor: false,
    permissions: ['surveys.read'],
    pendingPermissions: [],
    staffCount: 3,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...more,
  }
}

const empty: Draft = new Map()

test('a box turned over is a change; turned back it is none', () => {
  const once = toggled(empty, role(), 'logs.read')
  expect(wantedBy(role(), once.get(1) ?? noChanges)).toEqual(['surveys.read', 'logs.read'])
  expect(toggled(once, role(), 'logs.read').size).toBe(0)
})

test('what waits for its confirmation counts as wanted, and can be taken back', () => {
  const waiting = role({ pendingPermissions: ['payments.approve'] })
  expect(wantedBy(waiting, noChanges)).toContain('payments.approve')
  expect(wantedBy(waiting, toggled(empty, waiting, 'payments.approve').get(1) ?? noChanges)).toEqual(['surveys.read'])
})

test('changes go on top of those that another user saved meanwhile', () => {
  const mine = toggled(empty, role(), 'logs.read').get(1) ?? noChanges
  expect(wantedBy(role({ permissions: ['users.read'] }), mine)).toEqual(['users.read', 'logs.read'])
})

test('the sums count boxes, roles, people and the payment steps that will wait', () => {
  const other = role({ id: 2, staffCount: 4 })
  const draft = toggled(toggled(toggled(empty, role(), 'payments.approve'), role(), 'surveys.read'), other, 'logs.read')
  expect(sumsOf(draft, [role(), other])).toEqual({ changes: 3, roles: 2, people: 7, waiting: 1 })
})

test('differences say what was given and what was taken', () => {
  expect(differences(['a', 'b'], ['b', 'c'])).toEqual({ given: ['c'], taken: ['a'] })
})
