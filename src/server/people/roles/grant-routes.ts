import { pageOf } from '#contract/fields.ts'
import { type Grant, grants } from '#contract/roles.ts'
import { confirmRefusal, reauthRefusal } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'
import { refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { confirmGrant, getGrant, listGrants, removeGrant } from './grant-store.ts'
import { keepingAnAdministrator } from '../person-rules.ts'
import { lockPeople, updatePerson } from '../person-store.ts'
import { addRolePermissions, getRole, updateRole } from './role-store.ts'

const confirm = on(grants.confirm, async ({ db, params, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const grant = await getGrant(db, actor.id, params.id)
  const role = await getRole(db, grant.roleId)
  refuse(
    confirmRefusal(actor, {
      requestedBy: grant.requestedBy.id,
      requesterMay: grant.requesterMay,
      sameHands: grant.sameHands,
      personId: grant.person?.id,
      role: role.role,
      permissions: grant.person ? role.permissions : [...role.permissions, ...grant.permissions],
    }),
  )
  await takeEffect(db, actor, grant)
  audit({ action: 'grants.confirm', ...subjectOf(grant), after: grant })
  return grant
})

/** The database lets no payment step through without the confirmed grant, which has done its work then. */
async function takeEffect(db: Db, actor: Actor, { id, roleId, person, permissions }: Grant): Promise<void> {
  await confirmGrant(db, id, actor.id)
  if (person) {
    await lockPeople(db, [person.id])
    await keepingAnAdministrator(db, () => updatePerson(db, person.id, { roleId }))
  } else {
    await addRolePermissions(db, roleId, permissions)
    await updateRole(db, roleId, {}, true)
  }
  await removeGrant(db, id)
}

const withdraw = on(grants.withdraw, async ({ db, params, actor, audit }) => {
  const grant = await getGrant(db, actor.id, params.id)
  await removeGrant(db, grant.id)
  audit({ action: 'grants.withdraw', ...subjectOf(grant), before: grant })
  return grant
})

/** On the trail it belongs to whom or what it is about. */
function subjectOf({ person, roleId }: Grant): { subjectType: string; subjectId: number } {
  return person ? { subjectType: 'person', subjectId: person.id } : { subjectType: 'role', subjectId: roleId }
}

export const grantRoutes = [
  on(grants.list, ({ db, query, actor }) => listGrants(db, actor.id, pageOf(query))),
  confirm,
  withdraw,
]
