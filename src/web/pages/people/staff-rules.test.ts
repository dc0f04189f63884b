import { expect, test } from 'vitest'
import type { RightsActor } from '#domain/people/access.ts'
import { deedRefusal, roleChoice } from './staff-rules.ts'

const actor: RightsActor = {
  id: 1,
  role: 'ADMINISTRATOR',
  permissions: new Set(['admins.read', 'admins.write', 'roles.write', 'roles.grantPayments', 'surveys.read']),
}
const other = { id: 2, adminType: 'ADMIN' } as const
const suspend = { verb: 'write', own: ['changeStatus'] } as const

test('a person who holds no more than I do may be suspended', () => {
  expect(deedRefusal(actor, other, ['surveys.read'], suspend)).toBeUndefined()
})

test('the missing permission is told before anything else', () => {
  expect(deedRefusal(actor, other, ['logs.read'], { verb: 'delete', own: ['delete'] })).toBe('FORBIDDEN')
})

test('a higher account may not be touched', () => {
  expect(deedRefusal(actor, other, ['logs.read'], suspend)).toBe('HIGHER_RIGHTS')
})

test('a user may edit their own account but not suspend it', () => {
  expect(deedRefusal(actor, { ...other, id: 1 }, [], suspend)).toBe('OWN_ACCOUNT')
  expect(deedRefusal(actor, { ...other, id: 1 }, [], { verb: 'write', own: [] })).toBeUndefined()
})

test('a role with a payment step waits for a second administrator', () => {
  const role = { id: 5, permissions: ['surveys.read', 'payments.approve'] }
  expect(roleChoice(actor, role, undefined, [])).toEqual({ refusal: undefined, waits: true })
  expect(roleChoice(actor, role, { id: 2, roleId: 5 }, role.permissions).waits).toBe(false)
})

test('a role beyond me cannot be chosen, nor another one for myself', () => {
  expect(roleChoice(actor, { id: 5, permissions: ['logs.read'] }, undefined, []).refusal).toBe('GRANT_NOT_HELD')
  expect(roleChoice(actor, { id: 5, permissions: [] }, { id: 1, roleId: 4 }, []).refusal).toBe('OWN_ROLE')
})
