/** What the screens of roles know: all roles, all permissions, who acts, and the words for them. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { maxPageSize } from '#contract/fields.ts'
import { type Role, roles } from '#contract/roles.ts'
import type { RightsActor } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { noDescription } from '#domain/people/permissions.ts'
import type { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText, useTextOr } from '../../i18n/text.ts'

/** Every role there is; a matrix of one page would hide who else holds something. */
export function useAllRoles(): UseQueryResult<Role[], ApiError> {
  return useQuery<Role[], ApiError>({
    queryKey: [roles.list.path, 'all'],
    queryFn: async ({ signal }) => {
      const all: Role[] = []
      for (let page = 1; ; page++) {
        const { list, total } = await ask(roles.list, { query: { page, pageSize: maxPageSize }, signal })
        all.push(...list)
        if (list.length === 0 || all.length >= total) return all
      }
    },
  })
}

export function useActor(): RightsActor {
  const { user, permissions } = useSession()
  return { id: user?.id ?? 0, role: user?.role ?? '', permissions: new Set(permissions.list) }
}

/** The words of a refusal; undefined stays undefined. */
export function useRefusalText(): (code: ErrorCode | undefined) => string | undefined {
  const basic = useBasicText()
  return (code) => (code === undefined ? undefined : basic(`errors.${code}`))
}

/** The purpose of the role: as a user wrote it, else as we know it of the product's own roles. */
export function useRoleDescription(): (role: Pick<Role, 'role' | 'description'>) => string {
  const textOr = useTextOr()
  const t = useText()
  return ({ role, description }) =>
    description === noDescription ? textOr(`roles.about.${role}`, t('roles.noDescription')) : description
}

/** What a permission allows, in words; one that people made by its own name. */
export function usePermissionText(): (name: string) => string {
  const textOr = useTextOr()
  return (name) => textOr(`roles.permission.${name}`, name)
}
