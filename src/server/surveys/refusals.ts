/** What the survey area refuses with: the problems of domain rules with their texts. */
import { problem } from '#contract/problems.ts'
import type { RuleProblem } from '#domain/survey-problems.ts'
import { AppError } from '../errors.ts'

/** Throws when rules found anything, with all of it at once. */
export function refuseProblems(
  found: readonly RuleProblem[],
  code: 'VALIDATION_FAILED' | 'SURVEY_NOT_READY' = 'VALIDATION_FAILED',
): void {
  if (found.length === 0) return
  throw new AppError(code, { errors: found.map(({ path, code, limit }) => problem(path, code, limit)) })
}

/** The record named at `path` of the body does not exist. */
export function unknownReference(path: string): AppError {
  return new AppError('UNKNOWN_REFERENCE', { errors: [problem(path, 'UNKNOWN_REFERENCE')] })
}

/** Another record already has the value at `path`. */
export function duplicate(path: string): AppError {
  return new AppError('DUPLICATE', { errors: [problem(path, 'DUPLICATE')] })
}

/** A thing stays where it was made: throws when the body names another parent at `path`. */
export function refuseMove(path: string, from: number, to: number | undefined): void {
  if (to !== undefined && to !== from) refuseProblems([{ path, code: 'NOT_ALLOWED' }])
}
