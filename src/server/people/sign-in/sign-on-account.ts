/** Whose account a sign-on opens: the one it is linked to, a new one, or one whose owner is to prove it by the password. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { NewPerson } from '#contract/people.ts'
import { askedForMore, provenAt, roleAfterSignOn, type SignOnClaims, verifiedAddress } from '#domain/people/sign-on.ts'
import type { Locale } from '#domain/text/locale.ts'
import { type AuditEntry, writeAudit } from '../../audit.ts'
import { takeRightsTurn } from '../../db/rights-locks.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, withPatience } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import type { Context } from '../../http/context.ts'
import { hashToken } from '../../http/session.ts'
import { enterMail } from '../../mail/outbox.ts'
import type { SignOnProvider } from '../../sign-on-settings.ts'
import { insertPerson, lockPeople, updatePerson } from '../person-store.ts'
import { personOnTrail } from '../person-view.ts'

/** Of the browser that a sign-on came back to. */
export const signOnCookie = 'canvass_sign_on'

interface Arrival {
  provider: SignOnProvider
  claims: SignOnClaims & { sub: string }
  /** Of the page that they came from. */
  locale: Locale
  requestId: string
  address: string
}

/**
 * Finds or makes the account, its role as the groups say, and a token of 256 random bits for ten minutes. `isLinked`: it opens
 * the account, once; else the password has to, and the token links both then. SIGN_ON_UNVERIFIED or SIGN_ON_NO_ACCOUNT.
 */
export function meetPerson(db: Db, arrival: Arrival): Promise<{ token: string; isLinked: boolean }> {
  const { provider, claims } = arrival
  const token = randomBytes(32).toString('base64url')
  return withPatience(() =>
    inTransaction(db, async (tx) => {
      await takeRightsTurn(tx)
      const { rows } = await sql<{ personId: number }>`select person_id as "personId" from sign_on
        where issuer = ${provider.issuer} and subject = ${claims.sub} and linked_at is not null`.execute(tx)
      const linked = rows[0]?.personId
      if (linked !== undefined) await followGroups(tx, linked, arrival)
      const owner = linked ?? (await ownerOfAddress(tx, claims))
      const personId = owner ?? (await makeAccount(tx, arrival))
      const isLinked = linked !== undefined || owner === undefined
      await sql`insert into sign_on (issuer, subject, person_id, linked_at, token_hash, token_until, proven_at, has_factor)
        values (${provider.issuer}, ${claims.sub}, ${personId}, ${isLinked ? sql`now()` : null}, ${hashToken(token)},
          now() + interval '10 minutes', to_timestamp(${provenAt(claims, Date.now() / 1000)}), ${askedForMore(claims, provider.secondFactor)})
        on conflict (issuer, subject) do update set person_id = excluded.person_id,
          linked_at = coalesce(sign_on.linked_at, excluded.linked_at), token_hash = excluded.token_hash,
          token_until = excluded.token_until, proven_at = excluded.proven_at, has_factor = excluded.has_factor`.execute(
        tx,
      )
      return { token, isLinked }
    }),
  )
}

/** By the groups of now, and never one with a right over money or people. */
async function roleNow(
  db: Db,
  { provider: { roles = {}, groupsClaim = 'groups' }, claims }: Arrival,
  held: Parameters<typeof roleAfterSignOn>[0],
) {
  const { rows } = await sql<{ role: string; id: number }>`
    select role, id from role where role = any(${Object.values(roles)}::text[]) and not exists (
      select from role_permission join permission p on p.id = permission_id where role_id = role.id and p.duty is not null)`.execute(
    db,
  )
  const givable = new Map(rows.map(({ role, id }) => [role, id]))
  const role = roleAfterSignOn(held, { roles, groups: claims[groupsClaim] }, givable)
  return { role, roleId: role === null ? null : givable.get(role) }
}

async function followGroups(db: Db, personId: number, arrival: Arrival): Promise<void> {
  const [person] = await lockPeople(db, [personId])
  if (person?.status !== 'ACTIVE') throw new AppError('SIGN_ON_NO_ACCOUNT')
  const { role: before, pendingRole } = person
  const { role, roleId } = await roleNow(db, arrival, { role: before, isPending: pendingRole !== null })
  if (role === before) return
  await updatePerson(db, personId, { roleId })
  await note(db, arrival, { action: 'people.update', subjectId: personId, before: { role: before }, after: { role } })
}

function note(db: Db, { provider, requestId, address }: Arrival, entry: Omit<AuditEntry, 'subjectType'>) {
  const after = { ...(entry.after as object), provider: provider.title }
  return writeAudit(db, [{ ...entry, subjectType: 'person', after }], { actorId: 0, requestId, address })
}

/** The one account of this address, which its owner opens by the password first. No other account is ever given away. */
async function ownerOfAddress(db: Db, claims: SignOnClaims): Promise<number | undefined> {
  const address = verifiedAddress(claims)
  if (address === undefined) throw new AppError('SIGN_ON_UNVERIFIED')
  const { rows } = await sql<{ id: number; isOpen: boolean }>`
    select id, status = 'ACTIVE' and not is_program as "isOpen" from person
    where admin_type = 'ADMIN' and (lower(email) = lower(${address}) or lower(username) = lower(${address})) limit 2`.execute(
    db,
  )
  if (rows.length > 1 || rows[0]?.isOpen === false) throw new AppError('SIGN_ON_NO_ACCOUNT')
  return rows[0]?.id
}

/** The account of a person who is in a group with a role; it has no password. Its id. */
async function makeAccount(db: Db, arrival: Arrival): Promise<number> {
  const { claims, locale } = arrival
  const { role, roleId } = await roleNow(db, arrival, { role: null, isPending: false })
  if (role === null) throw new AppError('SIGN_ON_NO_ACCOUNT')
  const email = verifiedAddress(claims) ?? ''
  const username = email.replaceAll(/[^\p{L}\p{M}0-9._@+-]/gu, '-')
  const known = { adminType: 'ADMIN', username, email, locale } as const
  // As strict as with people who are entered by hand.
  const named = [claims['name'], email].map((name) => NewPerson.safeParse({ ...known, name }).data)
  const name = named.find(Boolean)?.name
  if (name === undefined) throw new AppError('SIGN_ON_UNVERIFIED')
  const person = await insertPerson(db, { ...known, name, roleId })
  await note(db, arrival, { action: 'people.create', subjectId: person.id, after: personOnTrail(person) })
  return person.id
}

const isOpen = (token: string | undefined) => sql`token_hash = ${hashToken(token ?? '')} and token_until > now()`

interface SignOn {
  personId: number
  issuer: string
  provenAt: string
  hasFactor: boolean
}

/** The sign-in that the token opens. STEP_EXPIRED. */
export async function readSignOn(db: Db, token: string | undefined): Promise<SignOn> {
  const { rows } =
    await sql<SignOn>`select person_id as "personId", issuer, proven_at as "provenAt", has_factor as "hasFactor"
    from sign_on
    where ${isOpen(token)} and linked_at is not null`.execute(db)
  if (!rows[0]) throw new AppError('STEP_EXPIRED')
  return rows[0]
}

/** No other call uses it: STEP_EXPIRED when one did. */
export async function useSignOn(db: Db, token: string | undefined): Promise<void> {
  const { numAffectedRows } = await sql`
    update sign_on set token_hash = null where ${isOpen(token)} and linked_at is not null`.execute(db)
  if (numAffectedRows !== 1n) throw new AppError('STEP_EXPIRED')
}

/** The person has proven the account: a sign-on of this browser that waits for it opens it from now on, and they hear of it. */
export async function linkSignOn(
  { cookies, audit, services }: Pick<Context<Endpoint>, 'cookies' | 'audit' | 'services'>,
  db: Db,
  personId: number,
): Promise<void> {
  const { rows } = await sql<{ issuer: string }>`
    update sign_on set linked_at = now(), token_hash = null from person p
    where ${isOpen(cookies.get(signOnCookie))} and linked_at is null
      and person_id = ${personId} and p.id = person_id and not p.must_change_password returning issuer`.execute(db)
  if (!rows[0]) return
  audit({ action: 'auth.signOnLinked', subjectType: 'person', subjectId: personId, actorId: personId, after: rows[0] })
  await enterMail(db, services, [personId], { kind: 'FACTOR', about: { deed: 'LINKED', kind: 'SIGN_ON', name: '' } })
}
