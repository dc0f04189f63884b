import { type ErrorCode, errorStatuses } from '#domain/errors.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { wordIn } from '#words/texts.ts'

interface Details {
  /** Problems of single fields, all at once. */
  errors?: readonly FieldProblem[]
  /** What the caller needs to decide, such as the current row of a STALE. */
  data?: unknown
  retryAfterSeconds?: number
}

/** In English; the page has its own words by code. */
export function errorText(code: ErrorCode): string {
  return wordIn('en', `errors.${code}`) ?? code
}

/** A refusal that the caller gets to see. Anything else that is thrown is a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(errorText(code))
    this.name = 'AppError'
    this.code = code
    this.status = errorStatuses[code]
    this.details = details
  }
}

/** Throws when a domain rule gave a reason against it. */
export function refuse(code: ErrorCode | undefined): void {
  if (code) throw new AppError(code)
}
