import type { Person } from '#contract/people.ts'
import { useText } from '../../i18n/text.ts'
import type { KnownRoles } from './use-roles.ts'

interface RoleWordProps {
  person: Pick<Person, 'roleId' | 'role' | 'pendingRole'>
  roles: KnownRoles
}

/** The role by its name, else by its code; and the one that waits for a second administrator. */
export function RoleWord({ person: { roleId, role, pendingRole }, roles }: RoleWordProps) {
  const t = useText()
  const nameOf = (id: number | null, code: string | null) => roles.byId.get(id ?? 0)?.name ?? code
  const name = nameOf(roleId, role)
  return (
    <>
      {name ?? (pendingRole ? '' : '–')}
      {pendingRole && (
        <span className="person-pending">
          {t('people.pendingRole', { role: nameOf(pendingRole.roleId, pendingRole.role) })}
        </span>
      )}
    </>
  )
}
