/** Gives somebody of the staff a role: at once, or, when it brings payment steps, once a second administrator confirms. */
import type { Role } from '#contract/roles.ts'
import { dutiesRefusal, grantRefusal, stepsGained } from '#domain/access.ts'
import type { Db } from '../db/pool.ts'
import { refuse } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { requestGrant, withdrawPersonGrant } from './grant-store.ts'

/** The payment steps that must wait; throws when the actor may not grant the role at all. */
export function waitingSteps(actor: Actor, role: Role, held: readonly string[]): string[] {
  refuse(grantRefusal(actor, role.permissions) ?? dutiesRefusal(role.permissions))
  return stepsGained(held, role.permissions)
}

/** Notes the grant that waits, in the place of any earlier one for this person; none when `steps` is empty. */
export async function settleGrant(
  db: Db,
  actor: Actor,
  { personId, roleId, steps }: { personId: number; roleId: number; steps: readonly string[] },
): Promise<void> {
  if (steps.length === 0) await withdrawPersonGrant(db, personId)
  else await requestGrant(db, { roleId, personId, permissions: steps, requestedBy: actor.id })
}
