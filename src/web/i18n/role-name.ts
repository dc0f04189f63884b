/**
 * The name of a role. The product's own roles have a name in every language until a user renames them; any other role
 * has its stored name.
 */
import { useMemo } from 'react'
import { seededRoles } from '#domain/people/permissions.ts'
import { useTextOr } from './text.ts'

const seededNames = new Map(seededRoles.map(({ role, name }) => [role, name]))

export function useRoleName(): (role: { role: string; name: string }) => string {
  const textOr = useTextOr()
  return useMemo(
    () =>
      ({ role, name }) =>
        seededNames.get(role) === name ? textOr(`role.name.${role}`, name) : name,
    [textOr],
  )
}
