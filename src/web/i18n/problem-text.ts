import type { ProblemCode } from '#domain/problems.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { currentLocale } from './locale.ts'
import type { MessageId } from './messages.ts'
import { useTextOr } from './text.ts'

interface Said {
  code: ProblemCode
  limit?: number | string | undefined
  otherRow?: number | undefined
  names?: string | undefined
  /** The known word that was most likely meant. */
  nearest?: string | undefined
  /** The survey's own words. */
  said?: Localized | undefined
  /** The English text, of a problem that the server found. */
  message?: string
}

/** The words for a problem: ours by its code, else those of a server that is newer than this page. */
export function useProblemText(): (problem: Said) => string {
  const textOr = useTextOr()
  return ({ code, message = code, limit = 0, otherRow = 0, names = '', nearest, said }) => {
    if (said) return textIn(said, currentLocale())
    const text = textOr(messageOf(code), message, { limit, row: otherRow, names })
    return nearest === undefined ? text : `${text} ${textOr('form.nearest', '', { nearest })}`
  }
}

/** A code without words is an error of tsc. */
function messageOf(code: ProblemCode): MessageId {
  return `problems.${code}`
}
