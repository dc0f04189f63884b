/** What the sign-in page says of a failure (seed §8). */
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import type { BasicText } from '../../i18n/basic.ts'

/** An answer without success: the server's message, else our own. */
export function refusedMessage(message: string, text: BasicText): string {
  return message || text('login.failed')
}

/** Something was thrown: a refusal in our words, anything else by its error field or as unexpected. */
export function thrownMessage(thrown: unknown, text: BasicText): string {
  if (thrown instanceof ApiError) return errorText(thrown, text) || text('login.failed')
  const { error } = (thrown ?? {}) as { error?: unknown }
  return typeof error === 'string' && error !== '' ? error : text('login.unexpected')
}
