/** How a response that a reviewer returned reaches who can correct it (product.md §5). */
import type { ResponseSource } from './response.ts'

/**
 * LINK: by the participant's own link. ACCOUNT: among the collector's own entries. PROGRAM: an app or a program sent it, and
 * fetches nothing back; an app sends its form again, corrected. OPEN_LINK: by a link of the participant's own, once there is
 * one, as an open link proves of no visitor who they are. NONE: by a call alone.
 */
export const waysBack = ['LINK', 'ACCOUNT', 'PROGRAM', 'OPEN_LINK', 'NONE'] as const
export type WayBack = (typeof waysBack)[number]

/** The most notes in one return. */
export const mostReviewNotes = 200

/** Signs of a note at one answer, and of the author's remark to the reviewer. */
export const longestReviewNote = 500
export const longestRemark = 2000

export interface Origin {
  source: ResponseSource
  /** Null: the participants themselves. */
  collector: 'PERSON' | 'TOKEN' | 'NAME' | null
  /** Whether the collector still has an account that may enter responses. */
  hasAccount: boolean
  /** Whether the participant has a link of their own that still opens. */
  hasLink: boolean
}

export function wayBack({ source, collector, hasAccount, hasLink }: Origin): WayBack {
  if (collector === 'PERSON') return hasAccount ? 'ACCOUNT' : 'NONE'
  if (collector !== null) return collector === 'TOKEN' ? 'PROGRAM' : 'NONE'
  if (source !== 'SCREEN') return 'NONE'
  return hasLink ? 'LINK' : 'OPEN_LINK'
}
