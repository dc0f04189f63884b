/** Creates a participant or a member of staff (seed §7: POST /auth/create). */
import { type NewPerson, people } from '#contract/people.ts'
import { problem, type FieldProblem } from '#domain/problems.ts'
import { permissionFor, type PersonKind } from '#domain/people/access.ts'
import { participantRole } from '#domain/people/permissions.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { AppError } from '../errors.ts'
import { drawAvatar } from '../files/image.ts'
import { type Actor, on } from '../http/context.ts'
import { phoneParser } from '../phones.ts'
import { randomPassword } from './create-admin.ts'
import { sendInvitation } from './sign-in/invite.ts'
import { noteGiver, oneTimeUntil } from './sign-in/credentials.ts'
import { newPasswordProblem } from './sign-in/password-rules.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { getPerson, insertPerson, type PersonColumns } from './person-store.ts'
import { personOnTrail, personSeen } from './person-view.ts'
import { settleGrant, waitingSteps } from './roles/role-assignment.ts'
import { getAskedRole, roleIdOf } from './roles/role-store.ts'

export const createRoute = on(people.create, async ({ body, actor: asking, services, write, audit }) => {
  const { adminType: kind } = body
  refuseKind(asking, kind)
  const fields = readNewPerson(body, phoneParser(services.settings.phoneCountry))
  const isInvited = kind === 'ADMIN' && body.invite === true
  const password = kind === 'ADMIN' && !isInvited ? (body.password ?? randomPassword()) : undefined
  const account = password === undefined ? { mustChangePassword: isInvited } : await oneTimeAccount(password)
  const avatar = await drawAvatar(body.avatar)
  return write(async (db, actor) => {
    refuseKind(actor, kind)
    const role = kind === 'ADMIN' ? await getAskedRole(db, body) : undefined
    const steps = role ? waitingSteps(actor, role, []) : []
    const roleId = role ? (steps.length > 0 ? null : role.id) : await roleIdOf(db, participantRole)
    const { id } = await insertPerson(db, { ...fields, ...account, ...addressBy(actor, fields), avatar, roleId })
    if (kind === 'ADMIN' && !isInvited) await noteGiver(db, id, actor.id)
    if (role) await settleGrant(db, actor, { personId: id, roleId: role.id, steps })
    const created = await getPerson(db, id)
    const invitation = isInvited ? { invitation: await sendInvitation(db, services, created, actor.id) } : {}
    audit({ action: 'people.create', subjectType: 'person', subjectId: id, after: personOnTrail(created) })
    const newPassword = body.password === undefined ? (password ?? null) : null
    return { ...personSeen(created, actor), newPassword, expiresAt: account.oneTimeUntil ?? null, ...invitation }
  })
})

/** Who writes an address is a hand of each password that comes by it. */
export function addressBy({ id }: Actor, { email }: PersonColumns): PersonColumns {
  return email === undefined ? {} : { emailBy: id }
}

function refuseKind({ permissions }: Actor, kind: PersonKind): void {
  const needs = permissionFor(kind, 'write')
  if (!permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
}

async function oneTimeAccount(password: string): Promise<PersonColumns> {
  return { passwordHash: await hashPassword(password), mustChangePassword: true, oneTimeUntil: oneTimeUntil() }
}

/** The columns of a new person; VALIDATION_FAILED with all that is wrong. */
function readNewPerson(body: NewPerson, parsePhone: PhoneParser): PersonColumns & { username: string } {
  const { adminType, name, email, gender, birthDate, administrativeUnitId, locale } = body
  const { value: phone = null, problem: unfit } = body.phone ? parsePhone(body.phone) : {}
  const paid = readPayment(body, parsePhone)
  const username = body.username ?? phone ?? ''
  const errors = [
    unfit ? problem('phone', unfit) : undefined,
    ...paid.problems,
    ...(adminType === 'ADMIN' ? staffProblems(body) : participantProblems(body)),
  ].filter((each) => each !== undefined)
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  return { adminType, username, name, email, phone, ...paid.columns, gender, birthDate, administrativeUnitId, locale }
}

interface Paid extends Pick<NewPerson, 'paymentPhone' | 'paymentProvider'> {
  adminType: PersonKind
}

/** How a participant is paid, as far as it is said; staff are not. */
export function readPayment(
  { adminType, paymentPhone, paymentProvider }: Paid,
  parsePhone: PhoneParser,
): { columns: Pick<PersonColumns, 'paymentPhone' | 'paymentProvider'>; problems: FieldProblem[] } {
  const said = Object.entries({ paymentPhone, paymentProvider }).filter(([, value]) => value !== undefined)
  if (adminType === 'ADMIN')
    return { columns: {}, problems: said.flatMap(([name, value]) => (value ? [problem(name, 'NOT_ALLOWED')] : [])) }
  const { value, problem: unfit } = paymentPhone ? parsePhone(paymentPhone) : {}
  return {
    columns: { ...Object.fromEntries(said), ...(paymentPhone !== undefined && { paymentPhone: value ?? null }) },
    problems: unfit ? [problem('paymentPhone', unfit)] : [],
  }
}

function staffProblems({ username, roleId, role, password, invite }: NewPerson): (FieldProblem | undefined)[] {
  return [
    username === undefined ? problem('username', 'REQUIRED') : undefined,
    roleId === undefined && role === undefined ? problem('roleId', 'REQUIRED') : undefined,
    password === undefined ? undefined : newPasswordProblem('password', password, username ?? ''),
    password !== undefined && invite ? problem('password', 'NOT_ALLOWED') : undefined,
  ]
}

/** Participants are called by their phone, have the role of participants and do not sign in. */
function participantProblems({
  phone,
  roleId,
  role = participantRole,
  password,
  invite,
}: NewPerson): (FieldProblem | undefined)[] {
  return [
    phone ? undefined : problem('phone', 'REQUIRED'),
    roleId === undefined ? undefined : problem('roleId', 'NOT_ALLOWED'),
    role === participantRole ? undefined : problem('role', 'NOT_ALLOWED'),
    password === undefined ? undefined : problem('password', 'NOT_ALLOWED'),
    invite ? problem('invite', 'NOT_ALLOWED') : undefined,
  ]
}
