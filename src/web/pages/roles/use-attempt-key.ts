import { useRef } from 'react'
import { ApiError, networkStatus } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'

/**
 * The idempotency key of a form: the same while nothing but the network fails and nothing is changed, so that a lost
 * answer does not make a second record. Tell `failed` of each failure.
 */
export function useAttemptKey() {
  const attempt = useRef({ text: '', key: '' })
  return {
    keyOf: (body: object) => {
      const text = JSON.stringify(body)
      if (attempt.current.text !== text) attempt.current = { text, key: newKey() }
      return attempt.current.key
    },
    failed: (error: unknown) => {
      if (error instanceof ApiError && error.status !== networkStatus) attempt.current.text = ''
    },
  }
}
