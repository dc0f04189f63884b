/** Programs that come with a token of one survey instead of a session. */
import { type RawBuilder, sql } from 'kysely'
import type { TokenKind } from '#domain/surveys/survey-token.ts'
import { runNamed } from '../db/named.ts'
import type { Db } from '../db/pool.ts'

export interface TokenHolder {
  id: number
  surveyId: number
  name: string
  personal: boolean
  /** Of an ANSWER. */
  participant: { id: number; name: string; phone: string } | null
}

/**
 * The survey that a token opens, by the token's hash; undefined when it is revoked, has expired, is of another kind or was never
 * made.
 */
export async function findHolder(db: Db, kinds: readonly TokenKind[], hash: Buffer): Promise<TokenHolder | undefined> {
  const [row] = await runNamed(db, sql<{ holder: HeldToken | null }>`select ${holderOf(kinds, hash)} as holder`)
  return row?.holder ? noteUse(db, row.holder) : undefined
}

/** `isStale`: that the token is used has not been noted for a while. */
export type HeldToken = TokenHolder & { isStale: boolean }

/** The holder as a value of a statement; null when there is none. */
export function holderOf(kinds: readonly TokenKind[], hash: Buffer): RawBuilder<HeldToken | null> {
  return sql`(
    select json_build_object('id', t.id, 'surveyId', t.survey_id, 'name', t.name, 'personal', t.personal,
      'participant', case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'phone', p.phone) end,
      'isStale', coalesce(t.last_used_at < now() - interval '1 minute', true))
    from survey_token t left join person p on p.id = t.person_id
    where t.token_hash = ${hash} and t.kind = any(${kinds}) and t.revoked_at is null
      and (t.person_id is null or p.phone is not null and p.status = 'ACTIVE')
      and (t.expires_at is null or t.expires_at > now()))`
}

export async function noteUse(db: Db, { isStale, ...known }: HeldToken): Promise<TokenHolder> {
  if (isStale) await sql`update survey_token set last_used_at = now() where id = ${known.id}`.execute(db)
  return known
}

/** Whether the hash belongs to a token, ended or not. */
export async function isTokenOf(db: Db, kinds: readonly TokenKind[], hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from survey_token where token_hash = ${hash} and kind = any(${kinds})`.execute(db)
  return rows.length > 0
}

/** The token of `Authorization: Basic …`, or of `Bearer …`; undefined when there is none. */
export function tokenOf(header: string | undefined): string | undefined {
  const [, way, given = ''] = /^(Basic|Bearer) (\S+)$/i.exec(header ?? '') ?? []
  if (way === undefined) return undefined
  if (way.toLowerCase() === 'bearer') return given
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
  return password
}
