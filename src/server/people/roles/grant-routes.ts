import { pageOf } from '#contract/fields.ts'
import { type Grant, grants } from '#contract/roles.ts'
import { confirmRefusal, ownAccountRefusal, reauthRefusal } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, type Context, on } from '../../http/context.ts'
import { confirmGrant, getGrant, listGrants, removeGrant, requestReset } from './grant-store.ts'
import { resetFactors, waysOf } from '../sign-in/second-factor.ts'
import { keepingAnAdministrator, lockPersonFor } from '../person-rules.ts'
import { lockPeople, updatePerson } from '../person-store.ts'
import { addRolePermissions, getRole, updateRole } from './role-store.ts'

/** The same two people as a payment step takes: a factor that one of them took away alone would be no factor. */
async function confirmReset({ db, actor, audit, services }: Context<typeof grants.confirm>, grant: Grant) {
  const { id, person, requestedBy, requesterMay, sameHands } = grant
  if (!person) throw new AppError('NOT_FOUND')
  const personId = person.id
  refuse(ownAccountRefusal(actor, personId, ['resetPassword']))
  const { role, permissions } = actor
  refuse(
    confirmRefusal(
      { id: actor.id, role, permissions },
      {
        requestedBy: requestedBy.id,
        requesterMay,
        sameHands,
        personId,
        role: '',
        permissions: [],
      },
    ),
  )
  await lockPersonFor(db, actor, personId, 'write')
  await confirmGrant(db, id, actor.id)
  await resetFactors(db, services, personId)
  await removeGrant(db, id)
  audit({ action: 'grants.confirmReset', ...subjectOf(grant), after: grant })
}

const resetFactor = on(grants.resetFactor, async ({ db, params, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  refuse(ownAccountRefusal(actor, params.id, ['resetPassword']))
  await lockPersonFor(db, actor, params.id, 'write')
  if ((await waysOf(db, params.id)).length === 0) throw new AppError('NO_FACTOR')
  const grant = await requestReset(db, params.id, actor.id)
  audit({ action: 'grants.askReset', ...subjectOf(grant), after: grant })
  return grant
})

const confirm = on(grants.confirm, async (context) => {
  const { db, params, actor, audit } = context
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const grant = await getGrant(db, actor.id, params.id)
  if (grant.roleId === null) {
    await confirmReset(context, grant)
    return grant
  }
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
  await takeEffect(db, actor, { ...grant, roleId: role.id })
  audit({ action: 'grants.confirm', ...subjectOf(grant), after: grant })
  return grant
})

/** The database lets no payment step through without the confirmed grant, which has done its work then. */
async function takeEffect(
  db: Db,
  actor: Actor,
  { id, roleId, person, permissions }: Grant & { roleId: number },
): Promise<void> {
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
  return person ? { subjectType: 'person', subjectId: person.id } : { subjectType: 'role', subjectId: roleId ?? 0 }
}

export const grantRoutes = [
  on(grants.list, ({ db, query, actor }) => listGrants(db, actor.id, pageOf(query))),
  resetFactor,
  confirm,
  withdraw,
]
