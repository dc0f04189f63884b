/**
 * Who may change whose rights (product.md §2). The server asks these functions to refuse, the page to explain. Each answers
 * the code of the refusal, or undefined when the actor may.
 */
import type { ErrorCode } from '../errors.ts'
import { dutyOf, isMoneyRight, permissionEntries, type PermissionName } from './permissions.ts'

/** The person who acts. */
export interface RightsActor {
  id: number
  /** Code of their role. */
  role: string
  permissions: ReadonlySet<string>
}

export type PersonKind = 'ADMIN' | 'PARTICIPANT'
export type PersonVerb = 'read' | 'write' | 'delete'

/** The permission that an action on staff or on participants needs. */
export function permissionFor(kind: PersonKind, verb: PersonVerb): PermissionName {
  return kind === 'ADMIN' ? `admins.${verb}` : `users.${verb}`
}

const verbs: readonly PersonVerb[] = ['read', 'write', 'delete']

/** An actor without rights over one kind of people does not learn whether one of them exists. */
export function personRefusal(actor: RightsActor, kind: PersonKind, verb: PersonVerb): ErrorCode | undefined {
  if (actor.permissions.has(permissionFor(kind, verb))) return undefined
  return verbs.some((other) => actor.permissions.has(permissionFor(kind, other))) ? 'FORBIDDEN' : 'NOT_FOUND'
}

/** Of these permissions, those beyond the actor: not held, and not a payment permission that they may grant. */
function beyond({ permissions }: RightsActor, names: Iterable<string>): string[] {
  const grantsPayments = permissions.has('roles.grantPayments')
  return [...names].filter((name) => !permissions.has(name) && !(grantsPayments && name.startsWith('payments.')))
}

/** An actor grants only permissions that they hold, or payment permissions by the right to grant these. */
export function grantRefusal(actor: RightsActor, names: Iterable<string>): ErrorCode | undefined {
  return beyond(actor, names).length > 0 ? 'GRANT_NOT_HELD' : undefined
}

/** An actor manages no account, and no role, that holds more than they do. */
export function manageRefusal(actor: RightsActor, held: Iterable<string>): ErrorCode | undefined {
  return beyond(actor, held).length > 0 ? 'HIGHER_RIGHTS' : undefined
}

/** A person who releases money grants no rights. */
export function dutiesRefusal(names: Iterable<string>): ErrorCode | undefined {
  const duties = new Set([...names].map(dutyOf))
  return duties.has('MONEY') && duties.has('RIGHTS') ? 'DUTIES_CONFLICT' : undefined
}

/** The rights over money that would be gained: they wait until a second administrator confirms. */
export function stepsGained(held: Iterable<string>, wanted: Iterable<string>): string[] {
  const before = new Set(held)
  return [...wanted].filter((name) => isMoneyRight(name) && !before.has(name))
}

export interface RoleFacts {
  role: string
  builtIn: boolean
  permissions: readonly string[]
}

/** Whether `wanted` may become the permissions of `role`. */
export function roleEditRefusal(
  actor: RightsActor,
  { role, permissions }: RoleFacts,
  wanted: readonly string[],
): ErrorCode | undefined {
  if (role === actor.role) return 'OWN_ROLE'
  const added = wanted.filter((name) => !permissions.includes(name))
  return manageRefusal(actor, permissions) ?? grantRefusal(actor, added) ?? dutiesRefusal(wanted)
}

/** Whether it may be said that a role asks for a second factor. Of their own role people only raise what it asks. */
export function factorRuleRefusal(
  actor: RightsActor,
  { role, permissions }: Pick<RoleFacts, 'role' | 'permissions'>,
  required: boolean,
): ErrorCode | undefined {
  return role === actor.role && !required ? 'OWN_ROLE' : manageRefusal(actor, permissions)
}

/** `staff`: how many people have the role and are not moved to another. */
export function roleDeleteRefusal(
  actor: RightsActor,
  { role, builtIn, permissions }: RoleFacts,
  staff: number,
): ErrorCode | undefined {
  if (builtIn) return 'BUILT_IN'
  if (role === actor.role) return 'OWN_ROLE'
  return manageRefusal(actor, permissions) ?? (staff > 0 ? 'IN_USE' : undefined)
}

/** Moving the people of one role to another is granting it to them. Payment steps are granted to one after the other. */
export function moveRefusal(
  actor: RightsActor,
  from: Pick<RoleFacts, 'role' | 'permissions'>,
  to: Pick<RoleFacts, 'role' | 'permissions'>,
): ErrorCode | undefined {
  if (from.role === to.role) return 'IN_USE'
  const refusal = grantRefusal(actor, to.permissions) ?? dutiesRefusal(to.permissions)
  return refusal ?? (stepsGained(from.permissions, to.permissions).length > 0 ? 'GRANT_NEEDS_SECOND' : undefined)
}

/** Actions that no actor takes on their own account. The phone counts: the owner of a phone acts on no payment to it. */
export type OwnDeed = 'changeRole' | 'changeStatus' | 'changePhone' | 'resetPassword' | 'delete'

export function ownAccountRefusal(actor: RightsActor, id: number, deeds: readonly OwnDeed[]): ErrorCode | undefined {
  if (actor.id !== id || deeds.length === 0) return undefined
  return deeds.includes('changeRole') ? 'OWN_ROLE' : 'OWN_ACCOUNT'
}

/**
 * The rights of each kind of administrator, of whom one has to remain active. One kind grants rights at all; the other
 * holds every right that only its holders grant. Payment permissions come back by `roles.grantPayments`.
 */
export const administratorKinds: readonly (readonly PermissionName[])[] = [
  ['admins.write', 'roles.write'],
  permissionEntries.map(({ name }) => name).filter((name) => !name.startsWith('payments.')),
]

/** How many administrators of each kind there are before and after; a kind that has none already loses nothing. */
export function lastAdministratorRefusal(before: readonly number[], after: readonly number[]): ErrorCode | undefined {
  return before.some((count, kind) => count > 0 && after[kind] === 0) ? 'LAST_ADMINISTRATOR' : undefined
}

/** A payment permission that one administrator granted and another is to confirm. */
export interface PendingGrant {
  requestedBy: number
  /** Whether the requester is still there and may still grant. */
  requesterMay: boolean
  /** Whether the credentials of both came from one hand: one person may then be behind both. */
  sameHands: boolean
  /** The person to get the role; undefined: the role itself gets the permissions. */
  personId: number | undefined
  role: string
  /** The permissions that the person or role will hold. */
  permissions: readonly string[]
}

export function confirmRefusal(actor: RightsActor, grant: PendingGrant): ErrorCode | undefined {
  if (grant.requestedBy === actor.id) return 'GRANT_NEEDS_SECOND'
  if (grant.sameHands) return 'GRANT_SAME_HANDS'
  if (grant.personId === actor.id || grant.role === actor.role) return 'OWN_ROLE'
  if (!grant.requesterMay) return 'GRANT_VOID'
  return grantRefusal(actor, grant.permissions) ?? dutiesRefusal(grant.permissions)
}

/**
 * Whether an invited administrator counts as a person of their own, and confirms what the inviter requests. A new house
 * takes one so, by mail, while no other person has acted in it. Later ones come from the hand of their inviter.
 */
export function isSecondAdministrator(invited: {
  isNewHouse: boolean
  byMail: boolean
  permissions: readonly string[]
}): boolean {
  return invited.isNewHouse && invited.byMail && invited.permissions.includes('roles.grantPayments')
}

/** A saved view is its owner's. Staff managers may also delete a shared one, for its owner may be gone. */
export function viewRefusal(
  { permissions }: Pick<RightsActor, 'permissions'>,
  { mine, shared }: { mine: boolean; shared: boolean },
  deed: 'change' | 'delete',
): ErrorCode | undefined {
  if (mine) return undefined
  return deed === 'delete' && shared && permissions.has('admins.write') ? undefined : 'VIEW_OF_ANOTHER'
}

/** quality.md, Security: what releases money or the right to it asks for the password again after so long. */
const recentMs = 15 * 60_000

/** `sinceMs`: how long ago the password was last given in this session. */
export function reauthRefusal(sinceMs: number): ErrorCode | undefined {
  return sinceMs > recentMs ? 'REAUTH_REQUIRED' : undefined
}
