import { ApiError } from '../../api/api-error.ts'
import { codeText, errorText } from '../../api/error-text.ts'
import type { BasicText } from '../../i18n/basic.ts'

/** Seed §8: a failed payment action without words of its own says 'Unknown error', which `unknown` is in a language. */
export function failureText(error: unknown, text: BasicText, unknown: string): string {
  if (!(error instanceof ApiError)) return unknown
  const hasWords = error.said !== undefined || codeText(error, text) !== undefined
  return hasWords ? errorText(error, text) : unknown
}
