/** Invitations: a member of staff gets a link, by mail where that is possible, by which they choose their first password. */
import { sql } from 'kysely'
import { auth } from '#contract/auth.ts'
import { linkHours } from '#domain/people/mail.ts'
import { ownAccountRefusal, reauthRefusal } from '#domain/people/access.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { enterMail } from '../../mail/outbox.ts'
import { phoneParser } from '../../phones.ts'
import type { Services } from '../../services.ts'
import { findStaff, type PersonRecord } from '../person-store.ts'
import { lockPersonFor } from '../person-rules.ts'
import { grantToNewHands } from '../roles/role-assignment.ts'
import { noteInviter } from './credentials.ts'
import { linkPath, makeLink } from './password-links.ts'
import { endSessions } from './sessions.ts'
import { forgiveAccount } from './throttle.ts'

interface Invitation {
  /** The address that it goes to; null: it is to be passed on by hand. */
  sentTo: string | null
  /** Below the address of this house; null where it went by mail. */
  path: string | null
  expiresAt: string
}

/** Of an account that has no password at the moment. */
export async function sendInvitation(
  db: Db,
  services: Services,
  person: Pick<PersonRecord, 'id' | 'permissions'>,
  invitedBy: number,
): Promise<Invitation> {
  const [sentTo = null] = await enterMail(db, services, [person.id], { kind: 'INVITATION', about: null })
  const path = sentTo === null ? linkPath(await makeLink(db, person.id, 'INVITATION')) : null
  await noteInviter(db, person, { invitedBy, sentTo })
  return { sentTo, path, expiresAt: new Date(Date.now() + linkHours.INVITATION * 3_600_000).toISOString() }
}

/** Until a link is used, and earlier links are of no use. The role goes where its payment steps wait again. */
async function closeAccount(db: Db, id: number, roleId: null | undefined): Promise<void> {
  await sql`update password_link set ended_at = now() where person_id = ${id} and ended_at is null`.execute(db)
  await sql`update person set password_hash = null, must_change_password = true, one_time_until = null,
    role_id = ${roleId === null ? null : sql`role_id`}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    db,
  )
}

export const inviteRoute = on(auth.invite, async ({ db, params, actor, audit, services }) => {
  const id = await findStaff(db, params.userInfo, phoneParser(services.settings.phoneCountry))
  if (id === undefined) throw new AppError('NOT_FOUND')
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  refuse(ownAccountRefusal(actor, id, ['resetPassword']))
  const person = await lockPersonFor(db, actor, id, 'write')
  if (person.status !== 'ACTIVE') throw new AppError('ACCOUNT_SUSPENDED')
  const roleId = await grantToNewHands(db, actor, person)
  await closeAccount(db, id, roleId)
  await endSessions(db, [id])
  await forgiveAccount(db, person.username)
  const invitation = await sendInvitation(db, services, person, actor.id)
  const { sentTo, expiresAt } = invitation
  audit({ action: 'people.invite', subjectType: 'person', subjectId: id, after: { sentTo, expiresAt, roleId } })
  return invitation
})
