import type { Role } from '#contract/roles.ts'
import { useFormat, useText } from '../../i18n/text.ts'

/** How many permissions the role holds, and how many more wait. */
export function PermissionCount({ role: { permissions, pendingPermissions } }: { role: Role }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      {format.number(permissions.length)}
      {pendingPermissions.length > 0 && (
        <span className="roles-waiting"> {t('roles.plusWaiting', { count: pendingPermissions.length })}</span>
      )}
    </>
  )
}
