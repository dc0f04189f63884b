/**
 * Every right there is (product.md §2), by area. A role holds a list of these names; an endpoint names exactly one.
 * The database is told the list at each migration, so a name exists in one place only.
 */
const verbs = {
  companies: ['read', 'write', 'delete'],
  categories: ['read', 'write', 'delete'],
  surveys: ['read', 'write', 'delete', 'publish', 'all'],
  responses: ['read', 'edit', 'review', 'export', 'enter', 'personal'],
  payments: ['read', 'initiate', 'approve', 'authorize', 'reject', 'viewPhone'],
} as const

type Verbs = typeof verbs
export type PermissionName = { [Area in keyof Verbs]: `${Area}.${Verbs[Area][number]}` }[keyof Verbs]

export interface PermissionEntry {
  name: PermissionName
  area: string
}

export const permissionEntries: PermissionEntry[] = Object.entries(verbs).flatMap(([area, names]) =>
  names.map((verb) => ({ name: `${area}.${verb}` as PermissionName, area })),
)

const all = permissionEntries.map((entry) => entry.name)
const reading = all.filter((name) => name.endsWith('.read'))

/** Who releases money never grants rights, and the other way round: the administrator holds no payment step. */
export const paymentSteps: PermissionName[] = ['payments.initiate', 'payments.approve', 'payments.authorize']

export interface SeededRole {
  role: string
  name: string
  permissions: PermissionName[]
}

const payers: PermissionName[] = [...reading, 'surveys.all', 'payments.viewPhone', 'payments.reject']

/** Roles that exist from the first migration on (product.md §2). */
export const seededRoles: SeededRole[] = [
  { role: 'ADMINISTRATOR', name: 'Administrator', permissions: all.filter((name) => !paymentSteps.includes(name)) },
  {
    role: 'SURVEY_MANAGER',
    name: 'Survey manager',
    permissions: all.filter((name) => !name.startsWith('payments.') && name !== 'surveys.all'),
  },
  {
    role: 'REVIEWER',
    name: 'Reviewer',
    permissions: [...reading.filter((name) => name !== 'payments.read'), 'responses.review', 'responses.edit'],
  },
  { role: 'PAYMENT_INITIATOR', name: 'Payment initiator', permissions: [...payers, 'payments.initiate'] },
  { role: 'PAYMENT_APPROVER', name: 'Payment approver', permissions: [...payers, 'payments.approve'] },
  { role: 'PAYMENT_AUTHORIZER', name: 'Payment authorizer', permissions: [...payers, 'payments.authorize'] },
  { role: 'AUDITOR', name: 'Auditor', permissions: [...reading, 'surveys.all', 'responses.export'] },
  { role: 'PARTICIPANT', name: 'Participant', permissions: ['surveys.read'] },
]
