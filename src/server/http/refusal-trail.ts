/** Attempts on rights and money that were refused stay on the trail, though nothing else of them does (product.md §1). */
import { type Endpoint, permissionsOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { guardedArea } from '#domain/people/permissions.ts'
import { type AuditSource, writeAudit } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import type { AppError } from '../errors.ts'

/** Refusals that speak of a forbidden attempt rather than of a slip or of two people at once. */
const telling: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'REAUTH_REQUIRED',
  'GRANT_NOT_HELD',
  'GRANT_NEEDS_SECOND',
  'GRANT_SAME_HANDS',
  'GRANT_VOID',
  'HIGHER_RIGHTS',
  'OWN_ROLE',
  'OWN_ACCOUNT',
  'LAST_ADMINISTRATOR',
  'DUTIES_CONFLICT',
  'GRANT_TOO_NARROW',
  'GRANT_OUTLIVES_OWN',
  'BUILT_IN',
  'SELF_ACTION',
  'TO_OWN_PHONE',
  'OWN_FINDING',
  'ILLEGAL_TRANSITION',
  'STALE_FACTS',
  'INSUFFICIENT_FUNDS',
])

/** Notes the refusal, when it is one to be noted. The refused work must be rolled back by now. */
export async function noteRefusal(
  db: Db,
  endpoint: Endpoint,
  { code }: AppError,
  subject: { source: AuditSource; params: unknown },
): Promise<void> {
  const area = permissionsOf(endpoint.access)
    .map(guardedArea)
    .find((name) => name !== undefined)
  if (endpoint.method === 'GET' || area === undefined || !telling.has(code)) return
  const entry = {
    action: `${area}.refused`,
    subjectType: 'call',
    subjectId: idIn(subject.params),
    after: { code, method: endpoint.method, path: endpoint.path },
  }
  await writeAudit(db, [entry], subject.source)
}

/** The id in the path, not checked yet. */
function idIn(params: unknown): string | undefined {
  const [first]: unknown[] = Object.values(params ?? {})
  return /^[1-9]\d{0,14}$/.test(String(first)) ? String(first) : undefined
}
