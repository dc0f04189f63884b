/** A person as others get to see them: in answers, and on the trail. */
import { createHash } from 'node:crypto'
import type { Person, PersonDetail, PersonRow } from '#contract/people.ts'
import { maskPhone, seesPhones } from '#domain/people/phone.ts'
import type { Actor } from '../http/context.ts'
import type { PersonRecord } from './person-store.ts'

export function phonesFor({ permissions }: Pick<Actor, 'permissions'>): 'FULL' | 'MASKED' {
  return seesPhones(permissions) ? 'FULL' : 'MASKED'
}

export function personSeen(
  { permissions: _, oneTimeUntil: _until, isProgram: _program, ...person }: PersonRecord,
  actor: Actor,
): Person {
  return personRowSeen(person, actor)
}

/** The row of an answer. Participants go by their phone number as user name too, which is then no less masked. */
export function personRowSeen<Row extends PersonRow>(row: Row, actor: Actor): Row {
  const { paymentPhone } = row
  return withPhoneSeen({ ...row, paymentPhone: paymentPhone && phoneSeen(paymentPhone, actor) }, actor)
}

function phoneSeen(phone: string, actor: Pick<Actor, 'permissions'>): string {
  return phonesFor(actor) === 'FULL' ? phone : maskPhone(phone)
}

/** A row with its phone as the reader may see it. */
export function withPhoneSeen<Row extends { phone: string | null; username?: string }>(
  row: Row,
  actor: Pick<Actor, 'permissions'>,
): Row {
  const { phone, username } = row
  if (phone === null) return row
  const masked = phoneSeen(phone, actor)
  return { ...row, phone: masked, ...(username === phone ? { username: masked } : {}) }
}

export function personDetail(record: PersonRecord, actor: Actor): PersonDetail {
  return { ...personSeen(record, actor), permissions: record.permissions }
}

/** The fields that identify a participant. The trail never forgets, so it says that they changed and no more. */
const personal = [
  'username',
  'name',
  'email',
  'phone',
  'paymentPhone',
  'gender',
  'avatar',
  'birthDate',
  'administrativeUnitId',
] as const

/** Which picture it was, without the picture. */
function avatarOnTrail(avatar: string): string {
  return createHash('sha256').update(avatar).digest('hex').slice(0, 16)
}

/** The person before or after an action, for the trail. It has the codes of the present and the waiting role. */
export function personOnTrail({ permissions: _, oneTimeUntil: _until, ...person }: PersonRecord): object {
  const { role = null } = person.pendingRole ?? {}
  const told = { ...person, pendingRole: role, avatar: person.avatar && avatarOnTrail(person.avatar) }
  if (told.adminType === 'ADMIN') return told
  const rest: Partial<typeof told> = { ...told }
  for (const key of personal) delete rest[key]
  return rest
}

/** Before and after for the trail; of a participant's personal fields only which of them changed. */
export function changeOnTrail(before: PersonRecord, after: PersonRecord): { before: object; after: object } {
  const changed = personal.filter((key) => before[key] !== after[key])
  const names = after.adminType === 'ADMIN' || changed.length === 0 ? {} : { personal: changed }
  return { before: personOnTrail(before), after: { ...personOnTrail(after), ...names } }
}
