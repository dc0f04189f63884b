/**
 * Why nothing is sent to a provider, and who lets it go on. The database keeps the same table (`payment_stop_kind`) and
 * refuses an end without its people.
 */
import type { ErrorCode } from '../errors.ts'
import type { PermissionName } from '../people/permissions.ts'

interface StopKind {
  /** How many different people end it; 0: the house does, with its cause. */
  people: 0 | 1 | 2
  /** The worker goes on asking about sent payments. */
  asks: boolean
}

export const stopKinds = {
  /** The database knows less than was sent. */
  RESTORED: { people: 2, asks: true },
  /** The provider's new address or account may know none of the sent payments. */
  ADDRESS: { people: 2, asks: false },
  /** A house that paid for real has no provider in its settings. */
  NO_PROVIDER: { people: 0, asks: true },
  TROUBLE: { people: 0, asks: false },
  PAUSED: { people: 1, asks: true },
  /** The first real provider comes after a try-out on the simulator; its end is a choice. */
  TRYOUT: { people: 1, asks: true },
} as const satisfies Record<string, StopKind>
export type StopKindName = keyof typeof stopKinds
export const stopKindNames = Object.keys(stopKinds) as [StopKindName, ...StopKindName[]]

/** Of what was tried out: owed again through the provider, or not. */
export const tryoutChoices = ['OWED', 'DROPPED'] as const
export type TryoutChoice = (typeof tryoutChoices)[number]

/** Any of them. */
export const stopRights = ['payments.approve', 'payments.authorize'] as const satisfies readonly PermissionName[]

export interface StopFacts {
  kind: StopKindName
  isOpen: boolean
  confirmedBy: readonly number[]
}

/** Why a person may not confirm that sending goes on; undefined when they may. */
export function stopRefusal(
  { kind, isOpen, confirmedBy }: StopFacts,
  actor: { id: number; permissions: ReadonlySet<string> },
): ErrorCode | undefined {
  if (!stopRights.some((right) => actor.permissions.has(right))) return 'FORBIDDEN'
  if (!isOpen) return 'STOP_OVER'
  if (stopKinds[kind].people === 0) return 'STOP_BY_HOUSE'
  return confirmedBy.includes(actor.id) ? 'STOP_NEEDS_PEOPLE' : undefined
}
