import { useMemo } from 'react'
import { type Role, roles } from '#contract/roles.ts'
import { maxPageSize } from '#contract/fields.ts'
import type { PersonRow } from '#contract/people.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'

export interface KnownRoles {
  /** Whether the caller may see them; they come a moment later. */
  canRead: boolean
  list: readonly Role[]
  byId: ReadonlyMap<number, Role>
  /** Whether an administrator who is invited by mail is a second one. */
  isNewHouse: boolean
  /** What the person may do, by their role; empty when the role is not known. */
  heldBy: (person: Pick<PersonRow, 'roleId'>) => readonly string[]
}

/** All roles by name in the page's language, loaded on entry (seed §2); none for users without the right. */
export function useRoles(): KnownRoles {
  const canRead = useCan('roles.read')
  const roleName = useRoleName()
  const { data } = useCall(roles.list, { query: { page: 1, pageSize: maxPageSize } }, { enabled: canRead })
  return useMemo(() => {
    const list = (data?.list ?? []).map((role) => ({ ...role, name: roleName(role) }))
    const byId = new Map(list.map((role) => [role.id, role]))
    const isNewHouse = data?.isNewHouse === true
    return { canRead, list, byId, isNewHouse, heldBy: ({ roleId }) => byId.get(roleId ?? 0)?.permissions ?? [] }
  }, [canRead, data, roleName])
}
