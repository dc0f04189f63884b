import { pageOf } from '#contract/fields.ts'
import { type Grant, grants } from '#contract/roles.ts'
import { confirmRefusal, ownAccountRefusal, reauthRefusal } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { confirmGrant, getGrant, listGrants, removeGrant, requestReset } from './grant-store.ts'
import { resetFactors, waysOf } from '../sign-in/second-factor.ts'
import { keepingAnAdministrator, lockPersonFor } from '../person-rules.ts'
import { lockPeople, updatePerson } from '../person-store.ts'
import { addRolePermissions, getRole, updateRole } from './role-store.ts'

const resetFactor = on(grants.resetFactor, async ({ db, params, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  refuse(ownAccountRefusal(actor, params.id, ['resetPassword']))
  await lockPersonFor(db, actor, params.id, 'write')
  if ((await waysOf(db, params.id)).length === 0) throw new AppError('NO_FACTOR')
  const grant = await requestReset(db, params.id, actor.id)
  audit({ action: 'grants.askReset', ...subjectOf(grant), after: grant })
  return grant
})

/** A second factor is reset by the same two people as a payment step takes: taken away by one alone it would be none. */
const confirm = on(grants.confirm, async ({ db, params, actor, audit, services }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const grant = await getGrant(db, actor.id, params.id)
  const { person, requestedBy, requesterMay, sameHands } = grant
  const role = grant.roleId === null ? undefined : await getRole(db, grant.roleId)
  if (!role && person) refuse(ownAccountRefusal(actor, person.id, ['resetPassword']))
  const ofRole = role?.permissions ?? []
  refuse(
    confirmRefusal(actor, {
      requestedBy: requestedBy.id,
      requesterMay,
      sameHands,
      personId: person?.id,
      role: role?.role ?? '',
      permissions: person ? ofRole : [...ofRole, ...grant.permissions],
    }),
  )
  await confirmGrant(db, grant.id, actor.id)
  if (role) await takeEffect(db, role.id, grant)
  else if (person) {
    await lockPersonFor(db, actor, person.id, 'write')
    await resetFactors(db, services, person.id)
  }
  await removeGrant(db, grant.id)
  audit({ action: role ? 'grants.confirm' : 'grants.confirmReset', ...subjectOf(grant), after: grant })
  return grant
})

/** The database lets no payment step through without the confirmed grant, which has done its work then. */
async function takeEffect(db: Db, roleId: number, { person, permissions }: Grant): Promise<void> {
  if (person) {
    await lockPeople(db, [person.id])
    await keepingAnAdministrator(db, () => updatePerson(db, person.id, { roleId }))
  } else {
    await addRolePermissions(db, roleId, permissions)
    await updateRole(db, roleId, {}, true)
  }
}

const withdraw = on(grants.withdraw, async ({ db, params, actor, audit }) => {
  const grant = await getGrant(db, actor.id, params.id)
  await removeGrant(db, grant.id)
  audit({ action: 'grants.withdraw', ...subjectOf(grant), before: grant })
  return grant
})

/** On the trail it belongs to whom or what it is about. */
function subjectOf({ person, roleId }: Grant): { subjectType: string; subjectId: number } {
  return person ? { subjectType: 'person', subjectId: person.id } : { subjectType: 'role', subjectId: roleId ?? 0 }
}

export const grantRoutes = [
  on(grants.list, ({ db, query, actor }) => listGrants(db, actor.id, pageOf(query))),
  resetFactor,
  confirm,
  withdraw,
]
