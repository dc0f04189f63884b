/** Links by which members of staff choose a password, once: of invitations, and of resets by mail. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type LinkPurpose, linkHours, linkRefusal } from '#domain/people/mail.ts'
import { writeAudit } from '../../audit.ts'
import { takeRightsTurn } from '../../db/rights-locks.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, withPatience } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../http/session.ts'
import { lockPeople, type PersonRecord, updatePerson } from '../person-store.ts'
import { grantToNewHands } from '../roles/role-assignment.ts'
import { noteGiver } from './credentials.ts'
import { newPasswordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { forgiveAccount } from './throttle.ts'

/** Below the base path. */
export function linkPath(token: string): string {
  return `/password/${token}`
}

/** Makes a link and returns its token of 256 random bits. */
export async function makeLink(db: Db, personId: number, purpose: LinkPurpose): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into password_link (token_hash, person_id, purpose, expires_at)
    values (${hashToken(token)}, ${personId}, ${purpose}, now() + make_interval(hours => ${linkHours[purpose]}))`.execute(
    db,
  )
  await sql`delete from password_link where expires_at < now() - interval '30 days'`.execute(db)
  return token
}

interface LinkedAccount {
  personId: number
  name: string
  username: string
  locale: string
  email: string | null
  emailBy: number | null
  givenBy: number | null
  purpose: LinkPurpose
  expiresAt: string
  endedAt: string | null
}

/** Whose password the link sets; LINK_UNKNOWN, LINK_USED or LINK_EXPIRED. */
export async function readLink(db: Db, token: string): Promise<LinkedAccount> {
  const { rows } = await sql<LinkedAccount & { now: string }>`
    select l.person_id as "personId", p.name, p.username, p.locale, p.email, p.email_by as "emailBy", o.given_by as "givenBy",
      l.purpose, l.expires_at as "expiresAt", l.ended_at as "endedAt", now() as now
    from password_link l join person p on p.id = l.person_id left join credential_origin o on o.person_id = p.id
    where l.token_hash = ${hashToken(token)} and p.status = 'ACTIVE' and p.admin_type = 'ADMIN'`.execute(db)
  const [link] = rows
  const refusal = linkRefusal(link, link?.now ?? '')
  if (refusal || !link) throw new AppError(refusal ?? 'LINK_UNKNOWN')
  return link
}

interface Visit {
  requestId: string
  address: string
}

/** Sets the password by the link, which ends with it; all sessions of the person end. VALIDATION_FAILED names `password`. */
export async function passByLink(db: Db, token: string, password: string, visit: Visit): Promise<LinkedAccount> {
  const { username } = await readLink(db, token)
  const unfit = newPasswordProblem('password', password, username)
  if (unfit) throw new AppError('VALIDATION_FAILED', { errors: [unfit] })
  const passwordHash = await hashPassword(password)
  return withPatience(() =>
    inTransaction(db, async (tx) => {
      await takeRightsTurn(tx)
      const { personId } = await readLink(tx, token)
      const [person] = await lockPeople(tx, [personId])
      const link = await readLink(tx, token)
      if (!person) throw new AppError('LINK_UNKNOWN')
      await passToHandOfAddress(tx, person, link)
      await updatePerson(tx, personId, { passwordHash, mustChangePassword: false, oneTimeUntil: null })
      await endSessions(tx, [personId])
      await forgiveAccount(tx, link.username)
      const after = { by: link.purpose }
      const entry = { action: 'people.password', subjectType: 'person', subjectId: personId, after }
      await writeAudit(tx, [entry], { actorId: personId, ...visit })
      return link
    }),
  )
}

/**
 * A password that comes by mail comes through the hands of the person who wrote the address. Payment steps wait again when
 * that is another one than gave the password before.
 */
async function passToHandOfAddress(
  db: Db,
  person: PersonRecord,
  { emailBy, givenBy, purpose }: LinkedAccount,
): Promise<void> {
  if (purpose !== 'RESET' || emailBy === null || emailBy === person.id || emailBy === givenBy) return
  const roleId = await grantToNewHands(db, { id: emailBy }, person)
  await updatePerson(db, person.id, { mustChangePassword: true, roleId })
  await noteGiver(db, person.id, emailBy)
}
