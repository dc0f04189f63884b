/**
 * Money that comes into a float or leaves it (payments.md §2): one person asks and shows a document, another one confirms
 * or refuses. The database refuses the same.
 */
import type { ErrorCode } from '../errors.ts'
import type { PermissionName } from '../people/permissions.ts'

/**
 * A top-up comes from outside, a withdrawal goes outside, a transfer goes from one float to another. A fee is what the
 * provider charged. A surplus or a shortage is what its statement has more or less than our books. An
 * opening is what the float held when the house began with it, once.
 */
export const fundingKinds = ['TOPUP', 'WITHDRAWAL', 'TRANSFER', 'FEE', 'SURPLUS', 'SHORTAGE', 'OPENING'] as const
export type FundingKind = (typeof fundingKinds)[number]

/** The accounts that a movement of one float has on its other side: money of before, money from outside, fees, differences not yet explained. */
export const fundingCounters = ['OPENING', 'FUNDER', 'FEES', 'SUSPENSE'] as const
export type FundingCounter = (typeof fundingCounters)[number]

export const fundingStatuses = ['ASKED', 'CONFIRMED', 'REFUSED'] as const
export type FundingStatus = (typeof fundingStatuses)[number]

export const fundingRight: PermissionName = 'payments.fund'

export interface FundingFacts {
  status: FundingStatus
  askedBy: number
}

interface FundingActor {
  id: number
  permissions: ReadonlySet<string>
}

/** Why the actor may not decide so; undefined when they may. Who asked may take the request back. */
export function fundingRefusal(
  decision: 'CONFIRMED' | 'REFUSED',
  facts: FundingFacts,
  actor: FundingActor,
): ErrorCode | undefined {
  return decisionRefusal(decision, facts, actor, fundingRight)
}

/** The same of each request that another person with the right `needs` decides. */
export function decisionRefusal(
  decision: 'CONFIRMED' | 'REFUSED',
  { status, askedBy }: FundingFacts,
  { id, permissions }: FundingActor,
  needs: PermissionName,
): ErrorCode | undefined {
  if (!permissions.has(needs)) return 'FORBIDDEN'
  if (status !== 'ASKED') return 'FUNDING_DECIDED'
  return decision === 'CONFIRMED' && askedBy === id ? 'FUNDING_OWN' : undefined
}
