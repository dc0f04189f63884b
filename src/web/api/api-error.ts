/** What can go wrong with a call (seed §8), as one error. `code` is one of `#domain/errors.ts`, or NETWORK, or HTTP. */
import type { FieldProblem } from '#domain/problems.ts'

/** Status of a call that got no answer at all. */
export const networkStatus = 600

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** All field problems at once; empty when the refusal is not about fields. */
  readonly errors: readonly FieldProblem[]
  /** What the refusal carries along: the current row of a 409 STALE. */
  readonly data: unknown

  constructor(
    status: number,
    code: string,
    message: string,
    details: { errors?: readonly FieldProblem[]; data?: unknown },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = details.errors ?? []
    this.data = details.data
  }
}

/** No answer came: status 600 with the error's own text or 'Network Error'. */
export function networkError(cause: unknown): ApiError {
  const text = cause instanceof Error ? cause.message : ''
  return new ApiError(networkStatus, 'NETWORK', text || 'Network Error', {})
}

/** An answer of status >= 400: the body's message, else the status text. `body` is undefined when it was no JSON. */
export function httpError(status: number, statusText: string, body: unknown): ApiError {
  const { message, code, errors, data } = (typeof body === 'object' && body !== null ? body : {}) as {
    message?: unknown
    code?: unknown
    errors?: unknown
    data?: unknown
  }
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'HTTP',
    typeof message === 'string' && message !== '' ? message : statusText || `HTTP ${status}`,
    { errors: Array.isArray(errors) ? (errors as FieldProblem[]) : [], data },
  )
}
