import { describe, expect, test } from 'vitest'
import {
  administratorKinds,
  confirmRefusal,
  dutiesRefusal,
  grantRefusal,
  lastAdministratorRefusal,
  manageRefusal,
  ownAccountRefusal,
  type PendingGrant,
  personRefusal,
  reauthRefusal,
  type RightsActor,
  roleDeleteRefusal,
  roleEditRefusal,
  stepsGained,
} from './access.ts'
import { permissionEntries, seededRoles } from './permissions.ts'

const rightsOf = (role: string) => seededRoles.find((seeded) => seeded.role === role)?.permissions ?? []
const acting = (role: string, permissions: readonly string[] = rightsOf(role)): RightsActor => {
  return { id: 1, role, permissions: new Set(permissions) }
}
const administrator = acting('ADMINISTRATOR')

describe('granting', () => {
  test('an actor grants only permissions that they hold', () => {
    const clerk = acting('CLERK', ['roles.write', 'companies.read'])
    expect(grantRefusal(clerk, ['companies.read'])).toBeUndefined()
    expect(grantRefusal(clerk, ['companies.read', 'companies.write'])).toBe('GRANT_NOT_HELD')
    expect(grantRefusal(clerk, ['payments.read'])).toBe('GRANT_NOT_HELD')
  })

  test('roles.grantPayments grants payment permissions that its holder lacks, no others', () => {
    expect(grantRefusal(administrator, rightsOf('PAYMENT_AUTHORIZER'))).toBeUndefined()
    const granter = acting('GRANTER', ['roles.grantPayments'])
    expect(grantRefusal(granter, ['payments.authorize'])).toBeUndefined()
    expect(grantRefusal(granter, ['surveys.read'])).toBe('GRANT_NOT_HELD')
  })

  test('no set holds a payment step together with rights over people', () => {
    expect(dutiesRefusal(['payments.approve', 'roles.read'])).toBe('DUTIES_CONFLICT')
    expect(dutiesRefusal(['payments.authorize', 'admins.write'])).toBe('DUTIES_CONFLICT')
    expect(dutiesRefusal(['payments.reject', 'admins.write', 'roles.write'])).toBeUndefined()
    expect(dutiesRefusal(['payments.approve', 'users.write', 'logs.read'])).toBeUndefined()
  })

  test('what is gained of payment steps is what waits', () => {
    expect(stepsGained(['payments.initiate'], ['payments.initiate', 'payments.approve', 'payments.read'])).toEqual([
      'payments.approve',
    ])
    expect(stepsGained([], rightsOf('AUDITOR'))).toEqual([])
  })
})

describe('managing', () => {
  test('an account is managed by those who hold all it holds, payment permissions aside', () => {
    for (const { permissions } of seededRoles) expect(manageRefusal(administrator, permissions)).toBeUndefined()
    const deputy = acting('DEPUTY', ['admins.write', 'companies.read'])
    expect(manageRefusal(deputy, ['companies.read'])).toBeUndefined()
    expect(manageRefusal(deputy, rightsOf('ADMINISTRATOR'))).toBe('HIGHER_RIGHTS')
    expect(manageRefusal(deputy, ['payments.approve'])).toBe('HIGHER_RIGHTS')
  })

  test('an actor without rights over staff does not learn who is of the staff', () => {
    const manager = acting('SURVEY_MANAGER')
    expect(personRefusal(manager, 'PARTICIPANT', 'delete')).toBeUndefined()
    expect(personRefusal(manager, 'ADMIN', 'read')).toBe('NOT_FOUND')
    expect(personRefusal(acting('AUDITOR'), 'ADMIN', 'write')).toBe('FORBIDDEN')
    expect(personRefusal(administrator, 'ADMIN', 'delete')).toBeUndefined()
  })

  test('one’s own role, status, phone and password reset are for others to decide', () => {
    expect(ownAccountRefusal(administrator, 1, ['changeRole', 'changePhone'])).toBe('OWN_ROLE')
    for (const deed of ['changeStatus', 'changePhone', 'resetPassword', 'delete'] as const)
      expect(ownAccountRefusal(administrator, 1, [deed])).toBe('OWN_ACCOUNT')
    expect(ownAccountRefusal(administrator, 1, [])).toBeUndefined()
    expect(ownAccountRefusal(administrator, 2, ['delete'])).toBeUndefined()
  })

  test('the last administrator of each kind stays', () => {
    expect(lastAdministratorRefusal([2, 1], [1, 0])).toBe('LAST_ADMINISTRATOR')
    expect(lastAdministratorRefusal([1, 0], [0, 0])).toBe('LAST_ADMINISTRATOR')
    expect(lastAdministratorRefusal([2, 1], [1, 1])).toBeUndefined()
    expect(lastAdministratorRefusal([1, 0], [1, 0])).toBeUndefined()
  })

  test('a full administrator can grant every right again', () => {
    const [, full = []] = administratorKinds
    expect(rightsOf('ADMINISTRATOR')).toEqual(expect.arrayContaining([...full]))
    const names = permissionEntries.map(({ name }) => name)
    expect(grantRefusal(acting('FULL', full), names)).toBeUndefined()
    for (const name of full) {
      const narrower = full.filter((other) => other !== name)
      expect(grantRefusal(acting('NARROWER', narrower), names)).toBe('GRANT_NOT_HELD')
    }
  })
})

describe('roles', () => {
  const reviewer = { role: 'REVIEWER', builtIn: true, permissions: rightsOf('REVIEWER') }
  const own = { role: 'ADMINISTRATOR', builtIn: true, permissions: rightsOf('ADMINISTRATOR') }
  const custom = { role: 'FIELD_LEAD', builtIn: false, permissions: ['surveys.read'] }

  test('no actor edits their own or a higher role, adds a missing right or mixes duties', () => {
    expect(roleEditRefusal(administrator, own, ['surveys.read'])).toBe('OWN_ROLE')
    expect(roleEditRefusal(administrator, reviewer, ['surveys.read', 'payments.approve'])).toBeUndefined()
    expect(roleEditRefusal(administrator, reviewer, ['roles.read', 'payments.approve'])).toBe('DUTIES_CONFLICT')
    const deputy = acting('DEPUTY', ['roles.write', 'surveys.read'])
    expect(roleEditRefusal(deputy, reviewer, [])).toBe('HIGHER_RIGHTS')
    expect(roleEditRefusal(deputy, custom, ['surveys.read', 'surveys.write'])).toBe('GRANT_NOT_HELD')
    expect(roleEditRefusal(deputy, custom, [])).toBeUndefined()
  })

  test('a role is deleted when unused, not built in and within the actor’s rights', () => {
    expect(roleDeleteRefusal(administrator, custom, 0)).toBeUndefined()
    expect(roleDeleteRefusal(administrator, custom, 2)).toBe('IN_USE')
    expect(roleDeleteRefusal(administrator, reviewer, 0)).toBe('BUILT_IN')
    expect(roleDeleteRefusal(acting('FIELD_LEAD', ['roles.delete']), custom, 0)).toBe('OWN_ROLE')
    expect(roleDeleteRefusal(acting('DEPUTY', ['roles.delete']), custom, 0)).toBe('HIGHER_RIGHTS')
  })
})

describe('confirming a grant of payment permissions', () => {
  const grant: PendingGrant = {
    requestedBy: 7,
    requesterMay: true,
    sameHands: false,
    personId: 8,
    role: 'PAYMENT_APPROVER',
    permissions: rightsOf('PAYMENT_APPROVER'),
  }

  test('needs a second administrator, who gains nothing, and a first who still may', () => {
    expect(confirmRefusal(administrator, grant)).toBeUndefined()
    expect(confirmRefusal(administrator, { ...grant, requestedBy: 1 })).toBe('GRANT_NEEDS_SECOND')
    expect(confirmRefusal(administrator, { ...grant, sameHands: true })).toBe('GRANT_SAME_HANDS')
    expect(confirmRefusal(administrator, { ...grant, personId: 1 })).toBe('OWN_ROLE')
    expect(confirmRefusal(administrator, { ...grant, role: 'ADMINISTRATOR', personId: undefined })).toBe('OWN_ROLE')
    expect(confirmRefusal(administrator, { ...grant, requesterMay: false })).toBe('GRANT_VOID')
    expect(confirmRefusal(acting('DEPUTY', ['roles.grantPayments']), grant)).toBe('GRANT_NOT_HELD')
    const mixed = { ...grant, permissions: ['roles.read', 'payments.approve'] }
    expect(confirmRefusal(administrator, mixed)).toBe('DUTIES_CONFLICT')
  })

  test('and a password given within the last quarter of an hour', () => {
    expect(reauthRefusal(14 * 60_000)).toBeUndefined()
    expect(reauthRefusal(16 * 60_000)).toBe('REAUTH_REQUIRED')
  })
})
