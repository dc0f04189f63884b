/** Why an action on a staff account is refused: the questions of domain/people/access.ts in the order of the server. */
import type { PersonRow } from '#contract/people.ts'
import type { Role } from '#contract/roles.ts'
import {
  dutiesRefusal,
  grantRefusal,
  manageRefusal,
  type OwnDeed,
  ownAccountRefusal,
  personRefusal,
  type PersonVerb,
  type RightsActor,
  stepsGained,
} from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'

export interface Deed {
  verb: PersonVerb
  /** The parts of it that users may not do to their own account. */
  own: readonly OwnDeed[]
}

/** `held`: what the person may do; empty when that is not known here, and the server alone decides. */
export function deedRefusal(
  actor: RightsActor,
  { id, adminType }: Pick<PersonRow, 'id' | 'adminType'>,
  held: readonly string[],
  { verb, own }: Deed,
): ErrorCode | undefined {
  return personRefusal(actor, adminType, verb) ?? manageRefusal(actor, held) ?? ownAccountRefusal(actor, id, own)
}

export interface RoleChoice {
  refusal: ErrorCode | undefined
  /** A second administrator must confirm before the person has it. */
  waits: boolean
}

/** Whether the role may be given; `person` is undefined for a new account. */
export function roleChoice(
  actor: RightsActor,
  { id, permissions }: Pick<Role, 'id' | 'permissions'>,
  person: Pick<PersonRow, 'id' | 'roleId'> | undefined,
  held: readonly string[],
): RoleChoice {
  if (person?.roleId === id) return { refusal: undefined, waits: false }
  const own = person && ownAccountRefusal(actor, person.id, ['changeRole'])
  const refusal = own ?? grantRefusal(actor, permissions) ?? dutiesRefusal(permissions)
  return { refusal, waits: refusal === undefined && stepsGained(held, permissions).length > 0 }
}
