/** What a visitor is told for a refusal of the server. Pure. */
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
