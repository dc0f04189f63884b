/** The public link of a survey (product.md §5): off by default, with a most number of responses and an end of its own. */
import type { ErrorCode } from '../errors.ts'

export interface LinkRules {
  isOn: boolean
  /** Null: as many as the survey takes. */
  maxResponses: number | null
  /** By this link. */
  responseCount: number
  /** ISO; null: until it is turned off. */
  expiresAt: string | Date | null
}

export const noLink: LinkRules = { isOn: false, maxResponses: null, responseCount: 0, expiresAt: null }

/** The path of the page that the link opens, below the base path. */
export function linkPath(encodedId: string): string {
  return `/f/${encodedId}`
}

/** The page of a collector, with all forms that a token opens. No server sees what is behind the `#`. */
export function collectorPath(token: string): string {
  return `/c/#${token}`
}

/** Whether an address of this host opens on no other machine. */
export function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

/** The calls of its visitors, below /api/v1: their page is too small for the whole contract. */
export const linkCalls = {
  form: '/links/{encodedId}',
  upload: '/links/{encodedId}/files',
  file: '/links/{encodedId}/files/{fileId}',
  send: '/links/{encodedId}/responses',
  forms: '/forms/open',
  returned: '/forms/returned',
  correct: '/forms/returned/{id}',
} as const

/** Why the link takes no response now; undefined when it does. A link that is off is missing to its visitors. */
export function linkRefusal(
  { isOn, maxResponses, responseCount, expiresAt }: LinkRules,
  now: Date,
): ErrorCode | undefined {
  if (!isOn) return 'NOT_FOUND'
  if (expiresAt !== null && new Date(expiresAt).getTime() <= now.getTime()) return 'LINK_EXPIRED'
  return maxResponses !== null && responseCount >= maxResponses ? 'LINK_FULL' : undefined
}

/** How many files may wait for the responses that the link still takes, each chosen twice at most; null: it names no number. */
export function filesThatMayWait(
  { maxResponses, responseCount }: Pick<LinkRules, 'maxResponses' | 'responseCount'>,
  filesOfOne: number,
): number | null {
  return maxResponses === null ? null : (maxResponses - responseCount) * filesOfOne * 2
}
