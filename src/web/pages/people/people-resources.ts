/** Staff and participants as the forms and lists of the pages know them. One table, two faces (contract/people.ts). */
import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { NewPerson, participantList, people, PersonRow, staffList } from '#contract/people.ts'
import { maskedPhone, phoneProblem } from '#domain/people/phone.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { phoneCountry } from '../../api/page-settings.ts'

const {
  name,
  email,
  phone,
  paymentPhone,
  paymentProvider,
  gender,
  avatar,
  birthDate,
  administrativeUnitId,
  locale,
  adminType,
  username,
  roleId,
  invite,
} = NewPerson.shape

const staffFields = {
  adminType,
  name,
  username: z.nonoptional(username),
  email,
  phone,
  gender,
  avatar,
  administrativeUnitId,
  locale,
}

/** A masked one is shown, not written: it goes back to the server as it came, or not at all. */
function rule(person: Partial<Record<'phone' | 'paymentPhone', string | null | undefined>>): FieldProblem[] {
  return (['phone', 'paymentPhone'] as const).flatMap((path) => {
    const phone = person[path]
    const code = phone && !maskedPhone.test(phone) ? phoneProblem(phone, phoneCountry) : undefined
    return code ? [{ path, code }] : []
  })
}

const shared = { row: PersonRow, get: people.get, create: people.create, update: people.update, rule }

const staffShared = {
  ...shared,
  path: 'admins',
  list: people.admins,
  sort: staffList.sort,
  filters: staffList.filters,
  read: 'admins.read',
  write: 'admins.write',
  remove: people.removeAdmin,
  removeMany: people.removeAdmins,
} as const

export const newStaff = {
  ...staffShared,
  fields: z.strictObject({ ...staffFields, roleId: z.nonoptional(roleId), invite }),
}

/** A person who waits for a second administrator has no role yet, and keeps waiting while other fields change. */
export const staff = { ...staffShared, fields: z.strictObject({ ...staffFields, roleId }) }

/** One goes by the same call as many. The call deletes staff too; the list of participants asks for their right alone. */
const removeParticipants = { ...people.removeMany, access: 'users.delete' } as const

/** They are known by their phone number and do not sign in. */
export const participants = {
  ...shared,
  path: 'participants',
  fields: z.strictObject({
    adminType,
    name,
    phone: text(40),
    paymentPhone,
    paymentProvider,
    email,
    gender,
    birthDate,
    administrativeUnitId,
  }),
  list: people.participants,
  sort: participantList.sort,
  filters: participantList.filters,
  read: 'users.read',
  write: 'users.write',
  remove: removeParticipants,
  removeMany: removeParticipants,
} as const
