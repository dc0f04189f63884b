/** The words for a failure: our translation of its code, else what the server or the browser said. */
import { ApiError } from './api-error.ts'
import type { BasicId, BasicText } from '../i18n/basic.ts'

/** `text` is `basicText` or the result of `useBasicText()`. */
export function errorText(error: unknown, text: BasicText): string {
  if (!(error instanceof ApiError)) return text('errors.UNEXPECTED')
  // The right may have been taken away while the screen was open: its name says what to ask for.
  const { needs } = (error.data ?? {}) as { needs?: string | string[] }
  if (error.code === 'FORBIDDEN' && needs) {
    return text('screen.forbidden.needs', { permission: [needs].flat().join(', ') })
  }
  return codeText(error, text) ?? error.message
}

/** Our translation of the code; undefined for a code without a text of ours. */
export function codeText({ code }: ApiError, text: BasicText): string | undefined {
  const id = `errors.${code}`
  const words = text(id as BasicId)
  return words === id ? undefined : words
}
