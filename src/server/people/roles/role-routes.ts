import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Role, type RoleChanges, roles } from '#contract/roles.ts'
import { dutiesRefusal, grantRefusal, roleEditRefusal, stepsGained } from '#domain/people/access.ts'
import { roleCodeOf } from '#domain/people/role-code.ts'
import type { Db } from '../../db/pool.ts'
import { stopWrites } from '../../db/rights-locks.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { settleRoleGrants } from './grant-store.ts'
import { resolvePermissions } from './permission-store.ts'
import { keepingAnAdministrator } from '../person-rules.ts'
import { roleRemovalRoutes } from './role-removal.ts'
import { getRole, insertRole, listRoles, setRolePermissions, updateRole } from './role-store.ts'

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
  refuse(roleEditRefusal(actor, before, wanted ?? before.permissions))
  if (wanted) await stopWrites(db, sql`role_id = ${before.id}`)
  await keepingAnAdministrator(db, async () => {
    if (wanted) await setPermissions(db, actor, before, wanted)
    const held = await getRole(db, before.id)
    await updateRole(db, before.id, textsOf(body), !isDeepStrictEqual(held, before))
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
  on(roles.list, ({ db, query, actor }) => listRoles(db, query, actor.id)),
  create,
  edit,
  ...roleRemovalRoutes,
]
