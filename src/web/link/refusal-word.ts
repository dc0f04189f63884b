/** The words that a visitor reads when the server refuses. Pure. */
import type { EntryForm } from '#contract/entry.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { WordId } from '../questionnaire/words.ts'

const words = {
  NOT_FOUND: 'link.missing',
  UNAUTHORIZED: 'link.revoked',
  LINK_EXPIRED: 'link.expired',
  LINK_FULL: 'link.full',
  SURVEY_FULL: 'link.full',
  SURVEY_NOT_OPEN: 'link.notOpen',
  SURVEY_NOT_STARTED: 'link.notStarted',
  SURVEY_ENDED: 'link.ended',
  RESPONSE_REPEATED: 'link.repeated',
  VALIDATION_FAILED: 'link.check',
  NOT_RETURNED: 'link.notReturned',
  STALE: 'link.returnedAgain',
} satisfies Partial<Record<ErrorCode, WordId>>

export function refusalWord(code: string): WordId {
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : 'link.notTaken'
}

/** Refusals of the survey or the link, which no change of the answers mends: the same answers may be taken later. */
const shut = new Set<string>([
  // A busy server said so once, and phones keep such answers still.
  'LOCKED',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'LINK_EXPIRED',
  'LINK_FULL',
  'SURVEY_NOT_OPEN',
  'SURVEY_NOT_STARTED',
  'SURVEY_ENDED',
] satisfies (ErrorCode | 'LOCKED')[])

export function isShut(code: string | undefined): boolean {
  return code !== undefined && shut.has(code)
}

type Life = Pick<EntryForm, 'status' | 'startsAt'>

/** Why a survey shows no questions; `life` is unknown where the server gave no form. */
export function shutWord(code: string, life?: Life): WordId {
  if (code === 'RESPONSE_REPEATED') return 'link.answered'
  if (code === 'SURVEY_NOT_STARTED' && life?.startsAt) return 'link.opens'
  if (code === 'SURVEY_NOT_OPEN' && life?.status === 'PAUSED') return 'link.paused'
  const isClosed = life?.status === 'CLOSED' || life?.status === 'ARCHIVED'
  return code === 'SURVEY_NOT_OPEN' && isClosed ? 'link.closed' : refusalWord(code)
}
