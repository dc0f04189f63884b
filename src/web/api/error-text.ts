/** The words for a failure: our translation of its code, else what the server or the browser said. */
import { ApiError } from './api-error.ts'
import type { BasicId, BasicText } from '../i18n/basic.ts'

/** `text` is `basicText` or the result of `useBasicText()`. */
export function errorText(error: unknown, text: BasicText): string {
  if (!(error instanceof ApiError)) return text('errors.UNEXPECTED')
  const id = `errors.${error.code}`
  // A code without a text of ours comes back as it is.
  const words = text(id as BasicId)
  return words === id ? error.message : words
}
