/** The one place that makes an HTTP answer of a thrown error. No inner detail ever shows. */
import { type ErrorCode, errorStatuses } from '#domain/errors.ts'
import { problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'

interface Thrown {
  code?: unknown
  constraint?: unknown
  detail?: unknown
  message?: unknown
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_INVALID_JSON_FIELD_ERROR: 'BAD_JSON',
  FST_FILES_LIMIT: 'VALIDATION_FAILED',
  FST_FIELDS_LIMIT: 'VALIDATION_FAILED',
  FST_PARTS_LIMIT: 'VALIDATION_FAILED',
  FST_PROTO_VIOLATION: 'VALIDATION_FAILED',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_BAD_URL: 'ROUTE_NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'ROUTE_NOT_FOUND',
}

/** By which the database or the disk refuses or is away. `CV001` is ours: a trigger names a code of the catalogue. */
const databaseCodes: Record<string, ErrorCode> = {
  '23505': 'DUPLICATE',
  '23503': 'UNKNOWN_REFERENCE',
  '22003': 'VALIDATION_FAILED',
  '22007': 'VALIDATION_FAILED',
  '22008': 'VALIDATION_FAILED',
  '22P02': 'VALIDATION_FAILED',
  '22P05': 'VALIDATION_FAILED',
  '22021': 'VALIDATION_FAILED',
  '55P03': 'BUSY',
  EAI_AGAIN: 'UNAVAILABLE',
  ECONNREFUSED: 'UNAVAILABLE',
  ECONNRESET: 'UNAVAILABLE',
  EHOSTUNREACH: 'UNAVAILABLE',
  EMFILE: 'UNAVAILABLE',
  ENFILE: 'UNAVAILABLE',
  ENOTFOUND: 'UNAVAILABLE',
  EPIPE: 'UNAVAILABLE',
  ETIMEDOUT: 'UNAVAILABLE',
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EROFS: 'STORAGE_CLOSED',
  EACCES: 'STORAGE_CLOSED',
}

/**
 * Classes of codes by which the database is UNAVAILABLE: it or a pooler lost the connection, undid a transaction for another
 * one, lacks memory, disk or connections, was stopped, or takes no writes.
 */
const passing = /^(08|40|53|57)...$|^25006$/

/** Constraints whose breach means something to the user. */
const constraintCodes: Record<string, ErrorCode> = {
  administrative_unit_depth: 'UNIT_TOO_DEEP',
  account_no_overdraft: 'INSUFFICIENT_FUNDS',
  form_once_key: 'RESPONSE_REPEATED',
  payable_response_live: 'ALREADY_DONE',
  survey_moves: 'SURVEY_TRANSITION',
  survey_participants: 'SURVEY_FULL',
  survey_reason: 'REASON_REQUIRED',
}

/** The driver's texts without a code: no connection is free, one breaks, one broke before the query. */
const lostConnection = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/

/** The refusal behind anything thrown; undefined when it is a fault of ours, to be logged and hidden. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const { code, constraint, detail, message } = error as Thrown
  if (typeof constraint === 'string' && constraintCodes[constraint]) return new AppError(constraintCodes[constraint])
  if (code === 'CV001' && typeof message === 'string' && message in errorStatuses)
    return new AppError(message as ErrorCode)
  if (constraint === 'person_username_alike')
    return new AppError('DUPLICATE', { errors: [problem('username', 'USERNAME_ALIKE')] })
  if (code === '23505') return new AppError('DUPLICATE', fieldProblem(detail, 'DUPLICATE'))
  // A parent row that is still pointed at says "is still referenced"; a child without parent says "is not present".
  if (code === '23503' && typeof detail === 'string' && detail.includes('still referenced'))
    return new AppError('IN_USE')
  if (code === '23503') return new AppError('UNKNOWN_REFERENCE', fieldProblem(detail, 'UNKNOWN_REFERENCE'))
  if (typeof message === 'string' && lostConnection.test(message)) {
    return new AppError('UNAVAILABLE', { retryAfterSeconds: 2 })
  }
  if (typeof code !== 'string') return undefined
  const known = fastifyCodes[code] ?? databaseCodes[code] ?? (passing.test(code) ? 'UNAVAILABLE' : undefined)
  if (!known) return undefined
  const isPassing = known === 'UNAVAILABLE' || known === 'BUSY'
  return new AppError(known, isPassing ? { retryAfterSeconds: 2 } : {})
}

/** `Key (lower(username))=(ana) already exists.` → a problem at `username`; the value itself is not repeated. */
function fieldProblem(
  detail: unknown,
  code: 'DUPLICATE' | 'UNKNOWN_REFERENCE',
): { errors?: ReturnType<typeof problem>[] } {
  const column = typeof detail === 'string' ? /^Key \((?:lower\()?([a-z_]+)\)?/.exec(detail)?.[1] : undefined
  if (!column) return {}
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return { errors: [problem(name, code)] }
}
