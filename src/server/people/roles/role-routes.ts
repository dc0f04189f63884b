import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Role, type RoleChanges, roles } from '#contract/roles.ts'
import {
  dutiesRefusal,
  factorRuleRefusal,
  grantRefusal,
  moveRefusal,
  roleDeleteRefusal,
  roleEditRefusal,
  stepsGained,
} from '#domain/people/access.ts'
import { roleCodeOf } from '#domain/people/role-code.ts'
import type { Db } from '../../db/pool.ts'
import { stopWrites } from '../../db/rights-locks.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { settleRoleGrants } from './grant-store.ts'
import { resolvePermissions } from './permission-store.ts'
import { keepingAnAdministrator } from '../person-rules.ts'
import { isNewHouseOf } from '../sign-in/credentials.ts'
import {
  deleteRole,
  getNamedRole,
  getRole,
  insertRole,
  listRoles,
  listRolesOf,
  lockStaffOf,
  moveStaff,
  setRolePermissions,
  updateRole,
} from './role-store.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../../audit.ts'
import { inUseOrMissing } from '../../records/crud.ts'
import { bulkResult } from '../../records/bulk-result.ts'

/** Deletes roles. The staff who have one are moved to another first, or it stays. */
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

const roleRemovalRoutes = [
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

const create = on(roles.create, async ({ db, body, actor, audit }) => {
  const wanted = await resolvePermissions(db, body.permissions ?? [])
  refuse(grantRefusal(actor, wanted) ?? dutiesRefusal(wanted))
  const role = body.role ?? roleCodeOf(body.name) ?? `ROLE_${randomBytes(4).toString('hex').toUpperCase()}`
  const id = await insertRole(db, { name: body.name, role, description: body.description || undefined })
  await setPermissions(db, actor, await getRole(db, id), wanted)
  const after = await getRole(db, id)
  audit({ action: 'roles.create', subjectType: 'role', subjectId: id, after })
  return after
})

const edit = on(roles.edit, async ({ db, params, body, actor, audit }) => {
  const before = await getRole(db, params.roleId)
  if (body.version !== undefined && body.version !== before.version) throw new AppError('STALE', { data: before })
  const waiting = before.pendingPermissions.filter((name) => body.pendingPermissions?.includes(name))
  const wanted = body.permissions && (await resolvePermissions(db, [...body.permissions, ...waiting]))
  const { secondFactor, version: _, ...others } = body
  if (secondFactor !== undefined) refuse(factorRuleRefusal(actor, before, secondFactor))
  if (secondFactor === undefined || Object.keys(others).length > 0)
    refuse(roleEditRefusal(actor, before, wanted ?? before.permissions))
  if (wanted ?? secondFactor) await stopWrites(db, sql`role_id = ${before.id}`)
  await keepingAnAdministrator(db, async () => {
    if (wanted) await setPermissions(db, actor, before, wanted)
    const held = await getRole(db, before.id)
    await updateRole(db, before.id, { ...textsOf(body), secondFactor }, !isDeepStrictEqual(held, before))
  })
  const after = await getRole(db, before.id)
  audit({ action: 'roles.update', subjectType: 'role', subjectId: before.id, before, after })
  return after
})

/** Payment steps that the role gains wait for a second administrator; everything else is in force at once. */
async function setPermissions(db: Db, actor: Actor, role: Role, wanted: readonly string[]): Promise<void> {
  const waiting = stepsGained(role.permissions, wanted)
  await setRolePermissions(
    db,
    role.id,
    wanted.filter((name) => !waiting.includes(name)),
  )
  await settleRoleGrants(db, { roleId: role.id, permissions: waiting, requestedBy: actor.id })
}

function textsOf({ name, description }: RoleChanges) {
  return { name, description: description ?? (description === null ? '' : undefined) }
}

export const roleRoutes = [
  on(roles.list, async ({ db, query, actor }) => ({
    ...(await listRoles(db, query, actor.id)),
    isNewHouse: await isNewHouseOf(db, actor.id),
  })),
  create,
  edit,
  ...roleRemovalRoutes,
]
