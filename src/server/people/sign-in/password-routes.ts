/** Passwords: one's own, given again or changed, and one-time passwords for others. */
import { auth } from '#contract/auth.ts'
import { ownAccountRefusal, reauthRefusal } from '#domain/people/access.ts'
import { AppError, refuse } from '../../errors.ts'
import { phoneParser } from '../../phones.ts'
import { type Context, on } from '../../http/context.ts'
import { randomPassword } from '../create-admin.ts'
import { type Credentials, getCredentials, noteGiver, oneTimeUntil, setOwnPassword } from './credentials.ts'
import { newPasswordProblem } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { lockPersonFor } from '../person-rules.ts'
import { findStaff, updatePerson } from '../person-store.ts'
import { grantToNewHands } from '../roles/role-assignment.ts'
import { endSessions, renewSession } from './sessions.ts'
import { proofOf, proven, takeFactor, wayOf } from './proof.ts'
import { forgiveAttempts, forgiveAccount, type Guesser, noteAttempt } from './throttle.ts'
import { problem } from '#domain/problems.ts'

type Asking = Pick<Context<typeof auth.changePassword>, 'db' | 'actor' | 'address' | 'write' | 'audit'>

/** The session is known: wrong passwords of others do not count against it. */
function guesserOf({ actor, address }: Pick<Asking, 'actor' | 'address'>): Guesser {
  return { username: actor.username, address, known: actor.session }
}

/** The asker's credentials, once their password is proven: a stolen session alone gets nowhere. Guessing is throttled. */
async function proveOwnPassword(context: Asking, password: string): Promise<Credentials> {
  const { db, actor, write, audit } = context
  await noteAttempt(db, guesserOf(context))
  const credentials = await getCredentials(db, actor.id)
  if (credentials && (await verifyPassword(password, credentials.passwordHash))) return credentials
  const code = credentials?.passwordHash ? 'PASSWORD_WRONG' : 'PASSWORD_NONE'
  await write(() => {
    audit({ action: 'auth.refused', subjectType: 'person', subjectId: actor.id, after: { code } })
    return Promise.resolve()
  })
  throw new AppError(code)
}

const reauthenticate = on(auth.reauthenticate, async (context) => {
  const { db, actor, body, audit, services } = context
  const proof = await proofOf(db, actor.id, body)
  if (!proof && body.password === undefined)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('password', 'REQUIRED')] })
  if (proof) await noteAttempt(db, guesserOf(context))
  else await proveOwnPassword(context, body.password ?? '')
  return proven(context, actor.id, {
    prove: async (tx) => proof && takeFactor(tx, context, actor.id, proof),
    work: async (tx) => {
      await forgiveAttempts(tx, guesserOf(context))
      const expiresAt = await renewSession(tx, actor.session, services.settings.sessionAbsoluteHours)
      const after = proof && { by: wayOf(proof) }
      audit({ action: 'auth.reauthenticate', subjectType: 'person', subjectId: actor.id, after })
      return { expiresAt }
    },
  })
})

const changePassword = on(auth.changePassword, async (context) => {
  const { actor, body, write, audit } = context
  const { currentPassword, newPassword } = body
  const credentials = await proveOwnPassword(context, currentPassword)
  const unchanged = currentPassword === newPassword ? problem('newPassword', 'PASSWORD_UNCHANGED') : undefined
  const unfit = unchanged ?? newPasswordProblem('newPassword', newPassword, actor.username)
  if (unfit) throw new AppError('VALIDATION_FAILED', { errors: [unfit] })
  const hash = await hashPassword(newPassword)
  return write(async (db) => {
    if (!(await setOwnPassword(db, credentials, hash))) throw new AppError('UNAUTHORIZED')
    await forgiveAttempts(db, guesserOf(context))
    await endSessions(db, [actor.id], actor.session)
    audit({ action: 'auth.changePassword', subjectType: 'person', subjectId: actor.id })
    return {}
  })
})

const resetPassword = on(auth.resetPassword, async ({ db, params, actor: asking, write, audit, services }) => {
  const id = await findStaff(db, params.userInfo, phoneParser(services.settings.phoneCountry))
  if (id === undefined) throw new AppError('NOT_FOUND')
  refuse(reauthRefusal(asking.sinceAuthenticatedMs))
  refuse(ownAccountRefusal(asking, id, ['resetPassword']))
  const newPassword = randomPassword()
  const passwordHash = await hashPassword(newPassword)
  const expiresAt = oneTimeUntil()
  return write(async (tx, actor) => {
    const person = await lockPersonFor(tx, actor, id, 'write')
    const roleId = await grantToNewHands(tx, actor, person)
    await updatePerson(tx, id, { passwordHash, mustChangePassword: true, oneTimeUntil: expiresAt, roleId })
    await noteGiver(tx, id, actor.id)
    await endSessions(tx, [id])
    await forgiveAccount(tx, person.username)
    audit({ action: 'people.resetPassword', subjectType: 'person', subjectId: id, after: { expiresAt, roleId } })
    return { newPassword, expiresAt }
  })
})

export const passwordRoutes = [reauthenticate, changePassword, resetPassword]
