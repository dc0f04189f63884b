/** What the sign-in page says of a failure (seed §8). */
import { ApiError } from '../../api/api-error.ts'
import { codeText } from '../../api/error-text.ts'
import type { BasicText } from '../../i18n/basic.ts'

/** An answer without success: the server's message, else our own. */
export function refusedMessage(message: string, text: BasicText): string {
  return message || text('login.failed')
}

/** Something was thrown: a refusal in our words if its code has some, else by its error field. */
export function thrownMessage(thrown: unknown, text: BasicText): string {
  if (thrown instanceof ApiError) {
    return codeText(thrown, text) ?? thrown.error ?? refusedMessage(thrown.said ?? '', text)
  }
  const { error } = (thrown ?? {}) as { error?: unknown }
  return typeof error === 'string' && error !== '' ? error : text('login.unexpected')
}
