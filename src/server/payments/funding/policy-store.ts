/** The versions of the policy of payments as they are stored. */
import { sql } from 'kysely'
import type { Policy } from '#contract/payment-policy.ts'
import type { Limit } from '#domain/money/payment-limits.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { waitingChanges } from './limit-change-store.ts'
import type { Onlooker } from '../../scope.ts'
import { money } from '#domain/money/money.ts'

interface VersionRecord extends Omit<Policy['versions'][number], 'limits'> {
  limits: Limit[]
}

export async function readPolicy(db: Db, actor: Onlooker): Promise<Policy> {
  const rows = await rowsOf<VersionRecord>(db)`
    select p.version, json_build_object('id', person.id, 'name', person.name) as "changedBy", p.changed_at as "changedAt",
      (select json_build_object('id', second.id, 'name', second.name) from limit_change c join person second on second.id = c.decided_by
        where c.id = p.change_id) as "confirmedBy",
      p.reason, (select coalesce(json_agg(json_build_object('kind', l.kind, 'currency', l.currency, 'role', l.role,
          'amountMinor', l.amount_minor) order by l.kind, l.currency, l.role nulls first), '[]')
        from payment_limit l where l.version = p.version) as limits
    from payment_policy p join person on person.id = p.changed_by order by p.version desc`
  const roles = await sql<Policy['roles'][number]>`
    select distinct r.role, r.name from role r join role_permission rp on rp.role_id = r.id
      join permission p on p.id = rp.permission_id
    where p.name in ('payments.initiate', 'payments.approve', 'payments.authorize') order by r.name`.execute(db)
  const versions = rows.map((row) => ({
    ...row,
    limits: row.limits.map(({ kind, role, amountMinor, currency }) => ({
      kind,
      role,
      ...money(amountMinor, currency),
    })),
  }))
  const [newest] = versions
  const waiting = await waitingChanges(db, actor)
  return { version: newest?.version ?? 0, limits: newest?.limits ?? [], versions, roles: roles.rows, waiting }
}

interface NewPolicy {
  version: number
  limits: readonly Limit[]
  reason: string
  changedBy: number
  /** What a second person confirmed. */
  changeId?: number
}

export async function newestVersion(db: Db): Promise<number> {
  const rows = await rowsOf<{
    version: number
  }>(db)`select coalesce(max(version), 0) as version from payment_policy`
  return rows[0]?.version ?? 0
}

export async function insertPolicy(db: Db, { version, limits, reason, changedBy, changeId }: NewPolicy): Promise<void> {
  await sql`insert into payment_policy (version, changed_by, reason, change_id)
    values (${version}, ${changedBy}, ${reason}, ${changeId ?? null})`.execute(db)
  await sql`
    insert into payment_limit (version, kind, currency, role, amount_minor)
    select ${version}, kind, currency, role, "amountMinor" from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
      as l(kind text, currency text, role text, "amountMinor" bigint)`.execute(db)
}
