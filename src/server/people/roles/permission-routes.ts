import { type Permission, permissions } from '#contract/roles.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { inUseOrMissing } from '../../records/crud.ts'
import { bulkResult } from '../../records/bulk-result.ts'
import {
  deletePermissions,
  insertPermission,
  listPermissions,
  lockPermissions,
  permissionsByArea,
  rolesHolding,
} from './permission-store.ts'

interface Removal {
  removed: Permission[]
  refused: Map<number, ErrorCode>
  holding: Map<number, number>
}

/** The product's own stay; what roles still hold is refused by name. */
async function removePermissions(
  { db, audit }: { db: Db; audit: (entry: AuditEntry) => void },
  ids: readonly number[],
): Promise<Removal> {
  const found = await lockPermissions(db, ids)
  const holding = await rolesHolding(db, ids)
  const refused = new Map<number, ErrorCode>(ids.map((id) => [id, 'NOT_FOUND']))
  for (const { id, builtIn } of found) {
    if (builtIn) refused.set(id, 'BUILT_IN')
    else if (holding.has(id)) refused.set(id, 'IN_USE')
    else refused.delete(id)
  }
  const removed = found.filter(({ id }) => !refused.has(id))
  await deletePermissions(
    db,
    removed.map(({ id }) => id),
  )
  const subjectType = 'permission'
  for (const before of removed) audit({ action: 'permissions.delete', subjectType, subjectId: before.id, before })
  for (const [subjectId, code] of refused)
    audit({ action: 'permissions.refused', subjectType, subjectId, after: { code, deed: 'delete' } })
  return { removed, refused, holding }
}

export const permissionRoutes = [
  on(permissions.list, ({ db, query }) => listPermissions(db, query)),
  on(permissions.byArea, async ({ db }) => {
    const rows = await permissionsByArea(db)
    return { rows, total: rows.length }
  }),
  on(permissions.create, async ({ db, body, audit }) => {
    const after = await insertPermission(db, body.name, body.description ?? '')
    audit({ action: 'permissions.create', subjectType: 'permission', subjectId: after.id, after })
    return after
  }),
  on(permissions.remove, async (context) => {
    const { id } = context.params
    const { removed, refused, holding } = await removePermissions(context, [id])
    const [permission] = removed
    if (permission) return permission
    const code = refused.get(id) ?? 'NOT_FOUND'
    throw code === 'IN_USE' ? inUseOrMissing({ role: holding.get(id) ?? 0 }) : new AppError(code)
  }),
  on(permissions.removeMany, async (context) => {
    const ids = [...new Set(context.body.ids)]
    const { refused } = await removePermissions(context, ids)
    return bulkResult(ids, refused)
  }),
]
