/** Deletes roles. The staff who have one are moved to another first, or it stays. */
import { type Role, roles } from '#contract/roles.ts'
import { moveRefusal, roleDeleteRefusal } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { inUseOrMissing } from '../../records/crud.ts'
import { bulkResult } from '../../records/bulk-result.ts'
import { keepingAnAdministrator } from '../person-rules.ts'
import { deleteRole, getNamedRole, listRolesOf, lockStaffOf, moveStaff } from './role-store.ts'

interface Doer {
  db: Db
  actor: Actor
  audit: (entry: AuditEntry) => void
}

interface Removal {
  removed: Role[]
  refused: Map<number, ErrorCode>
  staff: Map<number, number>
}

async function removeRoles(doer: Doer, ids: readonly number[], moveTo: number | undefined): Promise<Removal> {
  const { db, actor, audit } = doer
  const target = moveTo === undefined ? undefined : await getNamedRole(db, moveTo, 'moveTo')
  const found = await listRolesOf(db, ids)
  const refused = new Map<number, ErrorCode>(ids.map((id) => [id, 'NOT_FOUND']))
  for (const role of found) {
    const moved = target && role.staffCount > 0 ? moveRefusal(actor, role, target) : undefined
    const code = roleDeleteRefusal(actor, role, target ? 0 : role.staffCount) ?? moved
    if (code) refused.set(role.id, code)
    else refused.delete(role.id)
  }
  const removed = found.filter((role) => !refused.has(role.id))
  await keepingAnAdministrator(db, async () => {
    for (const role of removed) await removeRole(doer, role, target)
  })
  for (const before of removed) audit({ action: 'roles.delete', subjectType: 'role', subjectId: before.id, before })
  for (const [subjectId, code] of refused)
    audit({ action: 'roles.refused', subjectType: 'role', subjectId, after: { code, deed: 'delete' } })
  return { removed, refused, staff: new Map(found.map((role) => [role.id, role.staffCount])) }
}

async function removeRole({ db, audit }: Doer, role: Role, target: Role | undefined): Promise<void> {
  if (target) {
    const people = await lockStaffOf(db, role.id)
    await moveStaff(db, role.id, target.id)
    for (const subjectId of people) {
      const [before, after] = [role, target].map(({ id, role: code }) => ({ roleId: id, role: code }))
      audit({ action: 'people.update', subjectType: 'person', subjectId, before, after })
    }
  }
  await deleteRole(db, role.id)
}

export const roleRemovalRoutes = [
  on(roles.remove, async (context) => {
    const { id } = context.params
    const { removed, refused, staff } = await removeRoles(context, [id], context.query.moveTo)
    const [role] = removed
    if (role) return role
    const code = refused.get(id) ?? 'NOT_FOUND'
    throw code === 'IN_USE' ? inUseOrMissing({ person: staff.get(id) ?? 0 }) : new AppError(code)
  }),
  on(roles.removeMany, async (context) => {
    const ids = [...new Set(context.body.ids)]
    const { refused } = await removeRoles(context, ids, context.body.moveTo)
    return bulkResult(ids, refused)
  }),
]
