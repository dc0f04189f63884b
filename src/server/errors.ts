import { errorCatalogue, type ErrorCode, type FieldProblem } from '#domain/errors.ts'

interface Details {
  /** Problems of single fields, all at once. */
  errors?: FieldProblem[]
  /** What the caller needs to decide, such as the current row of a STALE. */
  data?: unknown
  retryAfterSeconds?: number
}

/** A refusal that the caller gets to see. Anything else that is thrown is a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(errorCatalogue[code].message)
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.details = details
  }
}

/** Throws when a domain rule gave a reason against it. */
export function refuse(code: ErrorCode | undefined): void {
  if (code) throw new AppError(code)
}
