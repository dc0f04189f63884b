/** Gives a member of staff a role: at once, or, with payment steps, once a second administrator confirms. */
import type { Role } from '#contract/roles.ts'
import { dutiesRefusal, grantRefusal, stepsGained } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'
import { refuse } from '../../errors.ts'
import type { Actor } from '../../http/context.ts'
import { requestPersonGrant, withdrawGrantOfOthers, withdrawPersonGrant } from './grant-store.ts'
import type { PersonRecord } from '../person-store.ts'

/** The payment steps that must wait; throws when the actor may not grant the role at all. */
export function waitingSteps(actor: Actor, role: Role, held: readonly string[]): string[] {
  refuse(grantRefusal(actor, role.permissions) ?? dutiesRefusal(role.permissions))
  return stepsGained(held, role.permissions)
}

/** Notes the grant that waits, in the place of any earlier one for this person; none when `steps` is empty. */
export async function settleGrant(
  db: Db,
  actor: Pick<Actor, 'id'>,
  { personId, roleId, steps }: { personId: number; roleId: number; steps: readonly string[] },
): Promise<void> {
  if (steps.length === 0) await withdrawPersonGrant(db, personId)
  else await requestPersonGrant(db, { roleId, personId, permissions: steps, requestedBy: actor.id })
}

/**
 * An actor who restores a suspended account, or resets its password, puts its payment steps within reach of a person.
 * Those steps wait again as if just granted. Returns the role to have meanwhile, none; undefined when it stays as it
 * is.
 */
export async function grantAnew(db: Db, actor: Pick<Actor, 'id'>, person: PersonRecord): Promise<null | undefined> {
  const { id: personId, roleId, permissions } = person
  const steps = stepsGained([], permissions)
  if (roleId === null || steps.length === 0) return undefined
  await withdrawPersonGrant(db, personId)
  await settleGrant(db, actor, { personId, roleId, steps })
  return null
}

/** The same for a password. Requests made before it changed hands end. */
export async function grantToNewHands(
  db: Db,
  actor: Pick<Actor, 'id'>,
  person: PersonRecord,
): Promise<null | undefined> {
  await withdrawGrantOfOthers(db, person.id, actor.id)
  return grantAnew(db, actor, person)
}
