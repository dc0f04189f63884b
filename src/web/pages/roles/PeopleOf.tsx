import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'

/** How many of the staff have the role; for who may see the staff, the way to them. */
export function PeopleOf({ role: { id, staffCount }, children }: { role: Role; children?: ReactNode }) {
  const t = useText()
  const words = children ?? t('roles.people', { count: staffCount })
  return useCan('admins.read') && staffCount > 0 ? (
    <Link className="roles-people" to={`/admin?roleId=${id}`}>
      {words}
    </Link>
  ) : (
    words
  )
}
