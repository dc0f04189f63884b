/** Changes a participant or a member of staff (seed §7: PUT /users/update/{id}). */
import { people, type Person, type PersonChanges } from '#contract/people.ts'
import { problem } from '#domain/problems.ts'
import { type OwnDeed, ownAccountRefusal } from '#domain/people/access.ts'
import { usernameFault } from '#domain/people/username.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { drawAvatar } from '../files/image.ts'
import { type Actor, on } from '../http/context.ts'
import { phoneParser } from '../phones.ts'
import { addressBy, readPayment } from './new-person.ts'
import { keepingAnAdministrator, lockPersonFor } from './person-rules.ts'
import { type PersonColumns, type PersonRecord, updatePerson } from './person-store.ts'
import { changeOnTrail, personSeen } from './person-view.ts'
import { grantAnew, settleGrant, waitingSteps } from './roles/role-assignment.ts'
import { type AskedRole, getAskedRole, getNamedRole } from './roles/role-store.ts'
import { endSessions } from './sign-in/sessions.ts'

export const updateRoute = on(people.update, async ({ params, body, services, write, audit }) => {
  const { version } = body
  const avatar = await drawAvatar(body.avatar)
  return write(async (db, actor) => {
    const before = await lockPersonFor(db, actor, params.id, 'write')
    if (version !== undefined && version !== before.version)
      throw new AppError('STALE', { data: personSeen(before, actor) })
    const changes = changedOf(body, personSeen(before, actor))
    const drawn = changes.avatar === undefined ? {} : { avatar }
    const columns = {
      ...readChanges(before, changes, services.settings.phoneCountry),
      ...addressBy(actor, changes),
      ...drawn,
    }
    const wanted = (await getAskedRole(db, askedAnew(before, body)))?.id
    refuse(ownAccountRefusal(actor, before.id, deedsIn(before, columns, wanted)))
    const restored = before.status === 'SUSPENDED' && columns.status === 'ACTIVE'
    const kept = restored ? await grantAnew(db, actor, before) : undefined
    const held = kept === null ? { ...before, roleId: null, permissions: [] } : before
    const roleId = (await newRole(db, actor, held, wanted)) ?? kept
    const change = () => updatePerson(db, before.id, { ...columns, roleId })
    const after = await (before.adminType === 'ADMIN' ? keepingAnAdministrator(db, change) : change())
    if (after.status === 'SUSPENDED') await endSessions(db, [after.id])
    audit({ action: 'people.update', subjectType: 'person', subjectId: after.id, ...changeOnTrail(before, after) })
    return personSeen(after, actor)
  })
})

type OwnChanges = Omit<PersonChanges, 'version' | 'pendingRole' | keyof AskedRole>

/** Leaves out fields equal to the caller's view, such as a masked phone, and fields decided elsewhere. */
function changedOf(
  { version: _, roleId: _id, role: _code, pendingRole: _waiting, ...fields }: PersonChanges,
  seen: Person,
) {
  const changed = Object.entries(fields).filter(([name, value]) => value !== seen[name as keyof OwnChanges])
  return Object.fromEntries(changed) as OwnChanges
}

/**
 * The request about the role. Of its two words, one that is the same as before asks for nothing. Neither does a record that
 * is sent back with the grant that waits.
 */
function askedAnew(before: PersonRecord, { roleId, role, pendingRole }: PersonChanges): AskedRole {
  const stays = { roleId: !roleId || roleId === before.roleId, role: !role || role === before.role }
  if (stays.roleId && stays.role && pendingRole && pendingRole.grantId === before.pendingRole?.grantId) return {}
  if (roleId && role && stays.role) return { roleId }
  return roleId && role && stays.roleId ? { role } : { roleId, role }
}

/** The columns that change; VALIDATION_FAILED when a value does not fit this person. */
function readChanges(before: PersonRecord, changes: OwnChanges, country: string | undefined): PersonColumns {
  const paid = readPayment({ ...changes, adminType: before.adminType }, phoneParser(country))
  if (paid.problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: paid.problems })
  const { phone: written, ...rest } = changes
  const others = { ...rest, ...paid.columns }
  if (others.adminType !== undefined)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('adminType', 'NOT_ALLOWED')] })
  const badName = others.username === undefined ? undefined : usernameFault(others.username)
  if (badName) throw new AppError('VALIDATION_FAILED', { errors: [problem('username', badName)] })
  if (written === undefined) return others
  const { value: phone = null, problem: unfit } = written ? phoneParser(country)(written) : {}
  const participant = before.adminType === 'PARTICIPANT'
  if (unfit) throw new AppError('VALIDATION_FAILED', { errors: [problem('phone', unfit)] })
  if (phone === null && participant) throw new AppError('VALIDATION_FAILED', { errors: [problem('phone', 'REQUIRED')] })
  // Participants go by their phone number, unless they were given another name.
  const follows = participant && phone !== null && before.username === before.phone && others.username === undefined
  return { ...others, phone, ...(follows ? { username: phone } : {}) }
}

function deedsIn(before: PersonRecord, { status, phone }: PersonColumns, roleId: number | undefined): OwnDeed[] {
  const deeds: [OwnDeed, boolean][] = [
    ['changeRole', roleId !== undefined && roleId !== before.roleId],
    ['changeStatus', status !== undefined && status !== before.status],
    ['changePhone', phone !== undefined && phone !== before.phone],
  ]
  return deeds.filter(([, done]) => done).map(([deed]) => deed)
}

/** The role to set now; undefined when it stays, also while the new one waits for a second administrator. */
async function newRole(
  db: Db,
  actor: Actor,
  before: PersonRecord,
  wanted: number | undefined,
): Promise<number | undefined> {
  if (wanted === undefined) return undefined
  if (wanted === before.roleId) {
    await settleGrant(db, actor, { personId: before.id, roleId: wanted, steps: [] })
    return undefined
  }
  if (before.adminType === 'PARTICIPANT')
    throw new AppError('VALIDATION_FAILED', { errors: [problem('roleId', 'NOT_ALLOWED')] })
  const role = await getNamedRole(db, wanted, 'roleId')
  const steps = waitingSteps(actor, role, before.permissions)
  await settleGrant(db, actor, { personId: before.id, roleId: role.id, steps })
  return steps.length === 0 ? role.id : undefined
}
