/** What a box of the matrix shows, and why it may not be turned over. */
import type { Role } from '#contract/roles.ts'
import { roleEditRefusal } from '#domain/people/access.ts'
import { useCan } from '../../api/session.ts'
import { type Draft, noChanges, toggled, wantedBy } from './role-draft.ts'
import { useActor, useRefusalText } from './use-rights.ts'

export interface Box {
  checked: boolean
  /** Turned over, and not saved. */
  changed: boolean
  /** Granted, and waiting for a second administrator. */
  waiting: boolean
  refusal: string | undefined
}

export function usePermissionBoxes(draft: Draft): (role: Role, name: string) => Box {
  const actor = useActor()
  const canWrite = useCan('roles.write')
  const refusalText = useRefusalText()
  return (role, name) => {
    const changes = draft.get(role.id) ?? noChanges
    const after = toggled(draft, role, name).get(role.id) ?? noChanges
    const code = canWrite ? roleEditRefusal(actor, role, wantedBy(role, after)) : 'FORBIDDEN'
    const checked = wantedBy(role, changes).includes(name)
    return {
      checked,
      changed: changes.has(name),
      waiting: checked && role.pendingPermissions.includes(name),
      refusal: refusalText(code),
    }
  }
}
