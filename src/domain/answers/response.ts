/** The life of a response: which status may follow which, and what a reviewer must say (product.md §5). */
import type { ErrorCode } from '../errors.ts'

/** The order in which screens show them. */
export const responseStatuses = ['RECEIVED', 'IN_REVIEW', 'HAS_ISSUES', 'EDITED', 'APPROVED', 'REJECTED'] as const
export type ResponseStatus = (typeof responseStatuses)[number]

/** Statuses before the review ends. */
export const waitingStatuses: readonly ResponseStatus[] = ['RECEIVED', 'IN_REVIEW', 'HAS_ISSUES', 'EDITED']

export const responseSources = ['SCREEN', 'EXCEL', 'API', 'STAFF'] as const
export type ResponseSource = (typeof responseSources)[number]

/** The statuses that a reviewer may set. Only intake and editing set RECEIVED and EDITED. */
export const reviewTargets = ['IN_REVIEW', 'HAS_ISSUES', 'APPROVED', 'REJECTED'] as const
export type ReviewTarget = (typeof reviewTargets)[number]

/**
 * A verdict is only taken back by way of IN_REVIEW. Two reviewers may judge the same response differently at the same
 * moment: the second must not overturn the first without having seen it.
 */
const nextStatuses: Record<ResponseStatus, readonly ReviewTarget[]> = {
  RECEIVED: ['IN_REVIEW', 'APPROVED', 'REJECTED'],
  IN_REVIEW: ['HAS_ISSUES', 'APPROVED', 'REJECTED'],
  HAS_ISSUES: ['IN_REVIEW', 'APPROVED', 'REJECTED'],
  EDITED: ['IN_REVIEW', 'APPROVED', 'REJECTED'],
  APPROVED: ['IN_REVIEW'],
  REJECTED: ['IN_REVIEW'],
}

/** Why a response cannot go from one status to the other; undefined when it can. */
export function moveRefusal(from: ResponseStatus, to: ReviewTarget): ErrorCode | undefined {
  if (from === to) return 'ALREADY_DONE'
  return nextStatuses[from].includes(to) ? undefined : 'RESPONSE_TRANSITION'
}

/** The next statuses of a response of this status. */
export function movesFrom(status: ResponseStatus): readonly ReviewTarget[] {
  return nextStatuses[status]
}

/** A reviewer who rejects says why: by a reason of the house, or in words. */
export function reasonRefusal(to: ReviewTarget, reason: string | number | undefined): ErrorCode | undefined {
  return to === 'REJECTED' && !reason ? 'REASON_REQUIRED' : undefined
}

/** For so long a reviewer may take the last verdict back. The page offers it for less, as an answer takes its time. */
export const undoSeconds = { offered: 20, allowed: 60 }

/** The last review of a response, as long as nothing came after it. */
export interface LastReview {
  by: number
  at: string
  version: number
}

/** Why this person cannot take the last review back; undefined when they can. */
export function undoRefusal(
  { last, version }: { last: LastReview | null; version: number },
  { personId, now }: { personId: number; now: Date },
): ErrorCode | undefined {
  const isLast = last !== null && last.by === personId && last.version === version
  const isFresh = last !== null && now.getTime() - Date.parse(last.at) <= undoSeconds.allowed * 1000
  return isLast && isFresh ? undefined : 'NOTHING_TO_UNDO'
}
