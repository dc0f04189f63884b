/** What can go wrong with a call (seed §8), as one error. `code` is one of `#domain/errors.ts`, or NETWORK, or HTTP. */
import type { FieldProblem } from '#domain/problems.ts'

/** Status of a call that got no answer at all. */
export const networkStatus = 600

interface Details {
  errors?: readonly FieldProblem[]
  data?: unknown
  said?: string | undefined
  error?: string | undefined
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** All field problems at once; empty when the refusal is not about fields. */
  readonly errors: readonly FieldProblem[]
  /** What the refusal carries along: the current row of a 409 STALE. */
  readonly data: unknown
  /** The message of the body itself; undefined when it had none and `message` is the status text. */
  readonly said: string | undefined
  /** The `error` field of the body, by which the sign-in page goes. */
  readonly error: string | undefined

  constructor(status: number, code: string, message: string, details: Details) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = details.errors ?? []
    this.data = details.data
    this.said = details.said
    this.error = details.error
  }
}

/** No answer came: status 600 with the error's own text or 'Network Error'. */
export function networkError(cause: unknown): ApiError {
  const text = cause instanceof Error ? cause.message : ''
  return new ApiError(networkStatus, 'NETWORK', text || 'Network Error', {})
}

/** An answer of status >= 400: the body's message, else the status text. `body` is undefined when it was no JSON. */
export function httpError(status: number, statusText: string, body: unknown): ApiError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const { code, errors, data } = fields
  const said = textOf(fields['message'])
  return new ApiError(status, textOf(code) ?? 'HTTP', said ?? (statusText || `HTTP ${status}`), {
    errors: Array.isArray(errors) ? (errors as FieldProblem[]) : [],
    data,
    said,
    error: textOf(fields['error']),
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The address names no record that the user may see. */
export function isMissing({ code }: ApiError): boolean {
  return code === 'NOT_FOUND' || code === 'BAD_ID' || code === 'VALIDATION_FAILED'
}
