import { Link } from 'react-router'
import type { PersonRow } from '#contract/people.ts'
import { bellPaths } from '#domain/people/bell.ts'
import { useCan } from '../../api/session.ts'
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
  const maySee = useCan('roles.read')
  const words = t('people.pendingRole', { role: roles.byId.get(roleId)?.name ?? role })
  return <span className="person-pending">{maySee ? <Link to={bellPaths.grants}>{words}</Link> : words}</span>
}
