import type { PersonRow } from '#contract/people.ts'
import { useText } from '../../i18n/text.ts'
import type { KnownRoles } from './use-roles.ts'

interface RoleWordProps {
  person: Pick<PersonRow, 'roleId' | 'role' | 'pendingRole'>
  roles: KnownRoles
}

/** The role by its name, else by its code; and the one that waits for a second administrator. */
export function RoleWord({ person: { roleId, role, pendingRole }, roles }: RoleWordProps) {
  const name = roles.byId.get(roleId ?? 0)?.name ?? role
  return (
    <>
      {name ?? (pendingRole ? '' : '–')}
      {pendingRole && <PendingRole pending={pendingRole} roles={roles} />}
    </>
  )
}

interface PendingRoleProps {
  pending: NonNullable<PersonRow['pendingRole']>
  roles: KnownRoles
}

export function PendingRole({ pending: { roleId, role }, roles }: PendingRoleProps) {
  const t = useText()
  return (
    <span className="person-pending">{t('people.pendingRole', { role: roles.byId.get(roleId)?.name ?? role })}</span>
  )
}
