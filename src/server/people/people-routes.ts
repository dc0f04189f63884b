import { type ChosenPeople, type NewPerson, people } from '#contract/people.ts'
import {
  administratorKinds,
  lastAdministratorRefusal,
  ownAccountRefusal,
  permissionFor,
  type PersonKind,
} from '#domain/people/access.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, on } from '../http/context.ts'
import { exportRoute } from '../records/export-records.ts'
import { exportedStaff, queryOf } from './export-people.ts'
import { updateRoute } from './person-changes.ts'
import { doorRefusal } from './person-rules.ts'
import { listKinds, lockMatching, type PeopleQuery } from './person-list.ts'
import {
  countAdministrators,
  deletePeople,
  getPerson,
  insertPerson,
  lockPeople,
  type PersonColumns,
  type PersonRecord,
} from './person-store.ts'
import { personDetail, personOnTrail, personSeen, phonesFor } from './person-view.ts'
import { type BulkResult, maxBulkIds } from '#contract/fields.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../audit.ts'
import { usesOf } from '../db/usage.ts'
import { usesSeen } from '../scope.ts'
import { inUseOrMissing } from '../records/crud.ts'
import { allUsesSeen, bulkResult, selectionChanged } from '../records/bulk-result.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { participantRole } from '#domain/people/permissions.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { drawAvatar } from '../files/image.ts'
import { phoneParser } from '../phones.ts'
import { randomPassword } from './create-admin.ts'
import { noteGiver } from './sign-in/credentials.ts'
import { oneTimeUntil } from './sign-in/one-time.ts'
import { newPasswordProblem } from './sign-in/password-rules.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { settleGrant, waitingSteps } from './roles/role-assignment.ts'
import { getAskedRole, roleIdOf } from './roles/role-store.ts'

const createRoute = on(people.create, async ({ body, actor: asking, services, write, audit }) => {
  const { adminType: kind } = body
  refuseKind(asking, kind)
  const fields = readNewPerson(body, phoneParser(services.settings.phoneCountry))
  const password = kind === 'ADMIN' ? (body.password ?? randomPassword()) : undefined
  const account = password === undefined ? {} : await oneTimeAccount(password)
  const avatar = await drawAvatar(body.avatar)
  return write(async (db, actor) => {
    refuseKind(actor, kind)
    const role = kind === 'ADMIN' ? await getAskedRole(db, body) : undefined
    const steps = role ? waitingSteps(actor, role, []) : []
    const roleId = role ? (steps.length > 0 ? null : role.id) : await roleIdOf(db, participantRole)
    const { id } = await insertPerson(db, { ...fields, ...account, avatar, roleId })
    if (kind === 'ADMIN') await noteGiver(db, id, actor.id)
    if (role) await settleGrant(db, actor, { personId: id, roleId: role.id, steps })
    const created = await getPerson(db, id)
    audit({ action: 'people.create', subjectType: 'person', subjectId: id, after: personOnTrail(created) })
    const newPassword = body.password === undefined ? (password ?? null) : null
    return { ...personSeen(created, actor), newPassword, expiresAt: account.oneTimeUntil?.toISOString() ?? null }
  })
})

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
  const username = body.username ?? phone ?? ''
  const errors = [
    unfit ? problem('phone', unfit) : undefined,
    ...(adminType === 'ADMIN' ? staffProblems(body) : participantProblems(body)),
  ].filter((each) => each !== undefined)
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  return { adminType, username, name, email, phone, gender, birthDate, administrativeUnitId, locale }
}

function staffProblems({ username, roleId, role, password }: NewPerson): (FieldProblem | undefined)[] {
  return [
    username === undefined ? problem('username', 'REQUIRED') : undefined,
    roleId === undefined && role === undefined ? problem('roleId', 'REQUIRED') : undefined,
    password === undefined ? undefined : newPasswordProblem('password', password, username ?? ''),
  ]
}

/** Participants are called by their phone, have the role of participants and do not sign in. */
function participantProblems({
  phone,
  roleId,
  role = participantRole,
  password,
}: NewPerson): (FieldProblem | undefined)[] {
  return [
    phone ? undefined : problem('phone', 'REQUIRED'),
    roleId === undefined ? undefined : problem('roleId', 'NOT_ALLOWED'),
    role === participantRole ? undefined : problem('role', 'NOT_ALLOWED'),
    password === undefined ? undefined : problem('password', 'NOT_ALLOWED'),
  ]
}

interface Removal {
  removed: PersonRecord[]
  refused: Map<number, ErrorCode>
  /** By person in use: the number of rows that use them, by table. */
  uses: Map<number, Record<string, number>>
}

interface Doer {
  db: Db
  actor: Actor
  audit: (entry: AuditEntry) => void
}

async function removePeople({ db, actor, audit }: Doer, ids: readonly number[]): Promise<Removal> {
  const found = await lockPeople(db, ids)
  const refused = new Map<number, ErrorCode>(ids.map((id) => [id, 'NOT_FOUND']))
  const uses = await usesOf(db, 'person', ids)
  for (const person of found) {
    const { id } = person
    const refusal = doorRefusal(actor, person, 'delete') ?? ownAccountRefusal(actor, id, ['delete'])
    const code = refusal ?? (uses.has(id) ? 'IN_USE' : undefined)
    if (code) refused.set(id, code)
    else refused.delete(id)
  }
  const administrators = found.filter((person) => !refused.has(person.id) && isAdministrator(person))
  const last = await lastRefusal(db, administrators)
  if (last) for (const { id } of administrators) refused.set(id, last)
  const removed = found.filter((person) => !refused.has(person.id))
  await deletePeople(
    db,
    removed.map((person) => person.id),
  )
  const subjectType = 'person'
  for (const person of removed)
    audit({ action: 'people.delete', subjectType, subjectId: person.id, before: personOnTrail(person) })
  for (const [subjectId, code] of refused)
    audit({ action: 'people.refused', subjectType, subjectId, after: { code, deed: 'delete' } })
  return { removed, refused, uses }
}

function isAdministrator({ adminType, permissions }: PersonRecord): boolean {
  return adminType === 'ADMIN' && administratorKinds.some((kind) => kind.every((name) => permissions.includes(name)))
}

/** Why these cannot all go. */
async function lastRefusal(db: Db, leaving: readonly PersonRecord[]): Promise<ErrorCode | undefined> {
  if (leaving.length === 0) return undefined
  const without = leaving.map(({ id }) => id)
  return lastAdministratorRefusal(await countAdministrators(db), await countAdministrators(db, without))
}

async function removeMany(
  doer: Doer,
  kind: PersonKind,
  { ids = [], filter, expected }: ChosenPeople,
): Promise<BulkResult> {
  const chosen = filter ? await matching(doer, kind, filter) : [...new Set(ids)]
  if (filter && chosen.length !== expected) throw selectionChanged(chosen.length)
  const { refused, uses } = await removePeople(doer, chosen)
  if (chosen.length === 0) doer.audit({ action: 'people.delete', subjectType: 'person', after: { matched: 0 } })
  return bulkResult(chosen, refused, allUsesSeen(uses, doer.actor))
}

/** A caller who deletes the rows of a list may see the list; phone numbers are found as far as they see them. */
async function matching({ db, actor }: Doer, kind: PersonKind, filter: Exclude<ChosenPeople['filter'], undefined>) {
  const needs = permissionFor(kind, 'read')
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  const { q: text, ...words } = filter
  const ids = await lockMatching(db, kind, { words, text, phones: phonesFor(actor) }, maxBulkIds + 1)
  if (ids.length > maxBulkIds) throw new AppError('TOO_MANY_MATCHES', { data: { atMost: maxBulkIds } })
  return ids
}

const removalRoutes = [
  on(people.removeMany, (context) => removeMany(context, 'PARTICIPANT', context.body)),
  on(people.removeAdmins, (context) => removeMany(context, 'ADMIN', context.body)),
  on(people.removeAdmin, async (context) => {
    const { id } = context.params
    const { removed, refused, uses } = await removePeople(context, [id])
    const [person] = removed
    if (person) return personSeen(person, context.actor)
    const code = refused.get(id) ?? 'NOT_FOUND'
    throw code === 'IN_USE' ? inUseOrMissing(usesSeen(uses.get(id), context.actor)) : new AppError(code)
  }),
]

async function listSeen(db: Db, actor: Actor, kinds: readonly PersonKind[], query: Omit<PeopleQuery, 'phones'>) {
  const { rows, total } = await listKinds(db, kinds, { ...query, phones: phonesFor(actor) })
  return { rows: rows.map((person) => personSeen(person, actor)), total }
}

/** Staff are few and come first. */
const kindsOfPeople: readonly PersonKind[] = ['ADMIN', 'PARTICIPANT']

const search = on(people.search, ({ db, query: { query: q, adminType, ...query }, actor }) => {
  const asked = adminType ? [adminType] : kindsOfPeople
  const kinds = asked.filter((kind) => actor.permissions.has(permissionFor(kind, 'read')))
  return listSeen(db, actor, kinds, queryOf({ ...query, q }))
})

const get = on(people.get, async ({ db, params, actor }) => {
  const person = await getPerson(db, params.id)
  // A person outside the caller's view looks exactly like a missing one.
  if (doorRefusal(actor, person, 'read')) throw new AppError('NOT_FOUND')
  return personDetail(person, actor)
})

export const peopleRoutes = [
  on(people.participants, ({ db, query, actor }) => listSeen(db, actor, ['PARTICIPANT'], queryOf(query))),
  search,
  on(people.admins, ({ db, query, actor }) => listSeen(db, actor, ['ADMIN'], queryOf(query))),
  exportRoute(exportedStaff),
  get,
  createRoute,
  updateRoute,
  ...removalRoutes,
]
