/** The trail: who did what to what, before and after, written in the transaction of the action itself. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { runNamed } from './db/named.ts'
import type { Db } from './db/pool.ts'

export interface AuditEntry {
  /** `companies.create`: the thing and the action. */
  action: string
  subjectType: string
  subjectId?: number | string | undefined
  /** The person who did it, when the call does not know yet: a sign-in. */
  actorId?: number
  before?: unknown
  after?: unknown
}

export interface AuditSource {
  actorId: number
  requestId: string
  address: string | null
}

/** A record that was saved as it is did not change. */
export function isChange({ before, after }: AuditEntry): boolean {
  return before === undefined || !isDeepStrictEqual(before, after)
}

export async function writeAudit(db: Db, entries: readonly AuditEntry[], source: AuditSource): Promise<void> {
  await writeAudits(db, fromSource(entries, source))
}

export function fromSource(
  entries: readonly AuditEntry[],
  { actorId, requestId, address }: AuditSource,
): (AuditEntry & AuditSource)[] {
  return entries.map((entry) => ({ actorId, requestId, address, ...entry }))
}

/** One statement for all rows of a call, or of several. */
export async function writeAudits(db: Db, entries: readonly (AuditEntry & AuditSource)[]): Promise<void> {
  const rows = JSON.stringify(entries.map((entry) => ({ ...entry, subjectId: entry.subjectId?.toString() })))
  const written = sql`
    insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
    select nullif(e."actorId", 0), e.action, e."subjectType", e."subjectId", e.before, e.after, e."requestId", e.address
    from jsonb_to_recordset(${rows}::jsonb) as e("actorId" bigint, action text, "subjectType" text, "subjectId" text,
      before jsonb, after jsonb, "requestId" text, address text)`
  await runNamed(db, written)
}
