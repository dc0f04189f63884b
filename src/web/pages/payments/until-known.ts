/** Money is never sent blindly again: when no answer came, the same request by the same key asks what became of it. */
import { ApiError, networkStatus } from '../../api/api-error.ts'

/** No answer, or one from a proxy: it is unknown whether the request was done. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return (
    status === networkStatus ||
    code === 'IDEMPOTENCY_IN_FLIGHT' ||
    code === 'UNAVAILABLE' ||
    (code === 'HTTP' && status >= 500)
  )
}

interface Waiting {
  /** Called before each pause. */
  onUnknown: () => void
  /** Resolves when it is time to ask again; rejects when the user has left. */
  pause: (tries: number) => Promise<void>
}

/** Sends until there is an answer. Throws what the server refused with. */
export async function untilKnown<T>(send: () => Promise<T>, { onUnknown, pause }: Waiting): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
    }
    onUnknown()
    await pause(tries)
  }
}
