import type { Role } from '#contract/roles.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { Select } from '../../ui/Select.tsx'

interface RoleChoiceProps {
  roles: readonly Role[]
  /** The role shown alone. */
  value: number | undefined
  allowsAll: boolean
  onChange: (roleId: string | undefined) => void
}

export function RoleChoice({ roles, value, allowsAll, onChange }: RoleChoiceProps) {
  const t = useText()
  const roleName = useRoleName()
  return (
    <Select<number>
      className="roles-choice"
      aria-label={t('roles.shownRole')}
      placeholder={t('roles.allRoles')}
      allowClear={allowsAll}
      popupMatchSelectWidth={false}
      value={value ?? null}
      options={roles.map((role) => ({ value: role.id, label: roleName(role) }))}
      onChange={(chosen: number | null | undefined) => onChange(chosen ? String(chosen) : undefined)}
    />
  )
}
