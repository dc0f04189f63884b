/** Saves a draft role by role. A role that another user saved meanwhile stops the saving with a choice. */
import { useState } from 'react'
import { grants, type Role, roles as roleCalls } from '#contract/roles.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { type Draft, noChanges, wantedBy, withChanges } from './role-draft.ts'

export interface RoleConflict {
  /** The role as it was when the boxes were ticked. */
  before: Role
  theirs: Role
}

interface SaveDraftOptions {
  draft: Draft
  roles: readonly Role[]
  onChange: (draft: Draft) => void
}

interface Sum {
  roles: number
  waiting: number
}

export function useSaveDraft({ draft, roles, onChange }: SaveDraftOptions) {
  const edit = useSend(roleCalls.edit, { refreshes: [roleCalls.list, grants.list] })
  const [failures, setFailures] = useState<{ role: Role; error: unknown }[]>([])
  const [conflict, setConflict] = useState<RoleConflict>()
  const [said, setSaid] = useState<Sum>()
  const [isSaving, setSaving] = useState(false)

  /** The draft that is left: what failed, and all after a conflict. */
  async function saveRoles(first: Draft, bases: readonly Role[]): Promise<void> {
    setFailures([])
    setConflict(undefined)
    setSaid(undefined)
    setSaving(true)
    let left = first
    let sum: Sum = { roles: 0, waiting: 0 }
    for (const role of bases) {
      const changes = left.get(role.id)
      if (!changes) continue
      try {
        const body = { permissions: wantedBy(role, changes), version: role.version }
        const { data } = await edit.mutateAsync({ params: { roleId: role.id }, body })
        left = withChanges(left, role.id, noChanges)
        sum = { roles: sum.roles + 1, waiting: sum.waiting + data.pendingPermissions.length }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'STALE') {
          setConflict({ before: role, theirs: error.data as Role })
          break
        }
        setFailures((known) => [...known, { role, error }])
      }
    }
    setSaving(false)
    if (sum.roles > 0) setSaid(sum)
    onChange(left)
  }

  return {
    failures,
    conflict,
    said,
    isSaving,
    save: () => void saveRoles(draft, roles),
    back: () => setConflict(undefined),
    takeTheirs: () => {
      if (!conflict) return
      setConflict(undefined)
      onChange(withChanges(draft, conflict.theirs.id, noChanges))
    },
    overwrite: () => {
      if (!conflict) return
      const { theirs } = conflict
      void saveRoles(
        draft,
        roles.map((role) => (role.id === theirs.id ? theirs : role)),
      )
    },
  }
}
