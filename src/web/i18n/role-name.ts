/**
 * What a role is called: the product's own have a name in every language for as long as nobody has given them another one;
 * any other is called as it is.
 */
import { useMemo } from 'react'
import { seededRoles } from '#domain/permissions.ts'
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
