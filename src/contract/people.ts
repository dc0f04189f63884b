/**
 * Staff and participants, two faces of one table (product.md §2): who they are, what role they have. Which permission a
 * call needs depends on whom it meets: `users.*` for participants, `admins.*` for staff.
 */
import * as z from 'zod/mini'
import { locales } from '#domain/text/locale.ts'
import { maskedPhone } from '#domain/people/phone.ts'
import { roleCode } from '#domain/people/role-code.ts'
import { erasedName, usernameFault } from '#domain/people/username.ts'
import { Invitation } from './auth.ts'
import { endpoint, list, one } from './endpoint.ts'
import { BulkResult, Id, optionalId, optionalText, Picture, text, Timestamp, Version } from './fields.ts'
import { type Filters, recordFilters } from './filters.ts'
import { listing, Search } from './listing.ts'
import { chosenRows } from './resource.ts'
import { maxWorkbookBytes } from './response-files.ts'

const AdminType = z.enum(['ADMIN', 'PARTICIPANT'])
const PersonStatus = z.enum(['ACTIVE', 'SUSPENDED'])

/** A calendar day that the database knows too. */
const BirthDate = z.iso.date().check(z.regex(/^(19|20)/))
/** Letters of one script, digits and `. _ @ + -`, no blanks. */
export const Username = usernameBut(() => false)

/** A union would hide the problem of a name behind "none of these". */
function usernameBut(isTaken: (name: string) => boolean) {
  return z.string().check(
    z.check<string>(({ value, issues }) => {
      const code = isTaken(value) ? undefined : usernameFault(value)
      if (code) issues.push({ code: 'custom', input: value, params: { code } })
    }),
  )
}

export const Person = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** E.164; masked unless the asker holds `payments.viewPhone` or `responses.personal`. */
  phone: z.nullable(z.string()),
  /** Of a participant who is paid at another number than `phone`; masked alike. */
  paymentPhone: z.nullable(z.string()),
  /** Of a participant who is paid through a provider of their own, whatever their phone. */
  paymentProvider: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  /** Where they live or work. */
  administrativeUnitId: z.nullable(Id),
  adminType: AdminType,
  avatar: z.nullable(z.string()),
  /** Null while the first role of a person waits for its confirmation. */
  roleId: z.nullable(Id),
  /** Code of the role. */
  role: z.nullable(z.string()),
  /** The role that they get when a second administrator confirms it. */
  pendingRole: z.nullable(z.object({ grantId: Id, roleId: Id, role: z.string() })),
  locale: z.string(),
  status: PersonStatus,
  mustChangePassword: z.boolean(),
  lastLoginAt: z.nullable(Timestamp),
  /** When everything that tells who they are was erased. */
  anonymisedAt: z.nullable(Timestamp),
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Person = z.output<typeof Person>

/** As lists show it: without the picture, with which a page of a hundred would weigh megabytes. */
export const PersonRow = z.omit(Person, { avatar: true })
export type PersonRow = z.output<typeof PersonRow>

/** One person with what their role lets them do. */
export const PersonDetail = z.extend(Person, { permissions: z.array(z.string()) })
export type PersonDetail = z.output<typeof PersonDetail>

/** A role by its code, instead of its id. */
const RoleCode = z.string().check(z.regex(roleCode))

const personFields = {
  name: text(200),
  email: z.optional(z.nullable(z.email().check(z.maxLength(200)))),
  /** As people write it; kept as E.164. */
  phone: optionalText(40),
  /** Of participants alone. */
  paymentPhone: optionalText(40),
  paymentProvider: optionalText(40),
  gender: optionalText(40),
  birthDate: z.optional(z.nullable(BirthDate)),
  administrativeUnitId: optionalId(),
  locale: z.optional(z.enum(locales)),
  avatar: z.optional(z.nullable(Picture)),
}

/** Staff need `username` and `roleId` or `role`, participants a `phone`, which is also what they are called by. */
export const NewPerson = z.strictObject({
  ...personFields,
  adminType: AdminType,
  username: z.optional(Username),
  roleId: z.optional(Id),
  role: z.optional(RoleCode),
  /** To be changed at the first sign-in; made up when absent. */
  password: z.optional(z.string().check(z.maxLength(1000))),
  /** Of staff: they choose their first password themselves, by a link. */
  invite: z.optional(z.boolean()),
})
export type NewPerson = z.output<typeof NewPerson>

export const PersonChanges = z.strictObject({
  ...personFields,
  name: z.optional(personFields.name),
  /** Fixed: a person of one kind does not become one of the other. */
  adminType: z.optional(AdminType),
  /** Of a participant also the masked phone or the name of an erased one, as it was read: it changes nothing. */
  username: z.optional(usernameBut((name) => maskedPhone.test(name) || erasedName.test(name))),
  /** Null, as a record that waits for its role has it, changes nothing. */
  roleId: optionalId(),
  role: z.optional(z.nullable(RoleCode)),
  /** As it was read: the grant goes on waiting, which the present role alone would withdraw. */
  pendingRole: z.optional(z.nullable(z.object({ grantId: Id }))),
  status: z.optional(PersonStatus),
  version: z.optional(Version),
})
export type PersonChanges = z.output<typeof PersonChanges>

/** The columns of a file of participants, by the names in its first row. */
export const participantColumns = [
  'name',
  'phone',
  'email',
  'gender',
  'birthDate',
  'administrativeUnitCode',
  'locale',
] as const

/** The result of an uploaded file of participants. */
export const ParticipantImport = z.object({
  rows: z.int(),
  created: z.int(),
  /** Rows whose phone belongs to a participant that was there before; they are left as they were. The first 1,000. */
  duplicates: z.array(z.object({ row: z.int(), personId: Id, name: z.string() })),
  duplicateCount: z.int(),
})
export type ParticipantImport = z.output<typeof ParticipantImport>

/** Shown once: the password of a new account, which cannot be looked up again. */
const CreatedPerson = z.extend(Person, {
  newPassword: z.nullable(z.string()),
  /** Until when it is good. */
  expiresAt: z.nullable(Timestamp),
  /** Of an account with `invite`. */
  invitation: z.optional(Invitation),
})

/** What participants and staff have in common. */
const sharedFilters = {
  name: { kind: 'text' },
  /** A caller who sees phones masked must know the whole number. */
  phone: { kind: 'text' },
  email: { kind: 'text' },
  administrativeUnitId: { kind: 'unit' },
  status: { kind: 'oneOf', values: PersonStatus.options },
  ...recordFilters,
} as const satisfies Filters

/** The code of the unit, by which a file names it. */
const inFiles = { administrativeUnitCode: z.nullable(z.string()) }

/** The query of the list of participants and of its file, which the import reads. */
export const participantList = listing({
  path: 'users/participants',
  row: z.extend(PersonRow, inFiles),
  access: 'users.export',
  sort: ['name', 'createdAt', 'updatedAt'],
  filters: { ...sharedFilters, gender: { kind: 'text' } },
  more: { q: Search },
  columns: ['id', ...participantColumns, 'status', 'createdAt', 'updatedAt'],
})

/** The query of the list of staff and of its file. */
export const staffList = listing({
  path: 'users/admins',
  row: z.extend(PersonRow, inFiles),
  access: 'admins.read',
  sort: ['name', 'username', 'lastLoginAt', 'createdAt', 'updatedAt'],
  filters: {
    ...sharedFilters,
    username: { kind: 'text' },
    /** Blank while the first role waits for its confirmation. */
    roleId: { kind: 'record', of: 'users/roles' },
    mustChangePassword: { kind: 'yesNo' },
    lastLoginAt: { kind: 'day' },
  },
  more: { q: Search },
  columns: [
    'id',
    'name',
    'username',
    'email',
    'phone',
    'role',
    'status',
    'administrativeUnitCode',
    'locale',
    'mustChangePassword',
    'lastLoginAt',
    'createdAt',
    'updatedAt',
  ],
})

/** The people to delete: these, or all that the list with this filter shows. */
const chosenParticipants = chosenRows(participantList.filter)
const chosenStaff = chosenRows(staffList.filter)
export type ChosenPeople = z.output<typeof chosenParticipants> | z.output<typeof chosenStaff>

const { q: _q, ...participantWords } = participantList.query.shape

export const people = {
  participants: endpoint({
    route: 'GET /users/participants',
    access: 'users.read',
    summary: 'List participants',
    query: participantList.query,
    reply: list(PersonRow),
  }),
  search: endpoint({
    route: 'GET /users/search',
    access: ['users.read', 'admins.read'],
    summary:
      'Search the people whom the caller may read, the staff before participants; a blank query finds all of them',
    query: z.strictObject({ ...participantWords, query: Search, adminType: z.optional(AdminType) }),
    reply: list(PersonRow),
  }),
  admins: endpoint({
    route: 'GET /users/admins',
    access: 'admins.read',
    summary: 'List the staff, or those of one role',
    query: staffList.query,
    reply: list(PersonRow),
  }),
  get: endpoint({
    route: 'GET /users/{id}',
    access: ['users.read', 'admins.read'],
    summary: 'One participant or one of the staff',
    reply: one(PersonDetail),
    setBy: { permissions: 'PUT /users/editRolePermission/{roleId}' },
  }),
  create: endpoint({
    route: 'POST /auth/create',
    access: ['users.write', 'admins.write'],
    transaction: 'none',
    changesRights: 'OF_STAFF',
    summary: 'Create a participant or somebody of the staff',
    body: NewPerson,
    reply: one(CreatedPerson),
    status: 201,
    secret: true,
  }),
  update: endpoint({
    route: 'PUT /users/update/{id}',
    access: ['users.write', 'admins.write'],
    transaction: 'none',
    changesRights: 'OF_STAFF',
    summary: 'Change a participant or somebody of the staff: who they are, their role, whether they may sign in',
    body: PersonChanges,
    sentBack: PersonDetail,
    readBy: '/users/{id}',
    reply: one(Person),
  }),
  importParticipants: endpoint({
    route: 'POST /users/participants/import',
    access: 'users.write',
    summary: 'Take participants from an Excel or CSV file: all rows or none',
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(ParticipantImport),
  }),
  exportParticipants: participantList.export,
  exportStaff: staffList.export,
  removeMany: endpoint({
    route: 'POST /users/delete',
    access: ['users.delete', 'admins.delete'],
    changesRights: 'OF_STAFF',
    summary: 'Delete several people, by id or, participants, by the filter of their list',
    body: chosenParticipants,
    reply: one(BulkResult),
  }),
  removeAdmin: endpoint({
    route: 'DELETE /delete/admins/{id}',
    access: 'admins.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete one of the staff',
    reply: one(Person),
  }),
  removeAdmins: endpoint({
    route: 'POST /admins/delete',
    access: 'admins.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete several of the staff, by id or by the filter of their list',
    body: chosenStaff,
    reply: one(BulkResult),
  }),
}
