/**
 * Every right (product.md §2), by area. A role holds a list of these names; an endpoint names the one it needs. Each
 * migration writes the list into the database, so a name exists in one place only.
 */
const verbs = {
  companies: ['read', 'write', 'delete'],
  categories: ['read', 'write', 'delete'],
  // Administrative units.
  units: ['read', 'write', 'delete'],
  subcategories: ['read', 'write', 'delete'],
  siteCategories: ['read', 'write', 'delete'],
  issueCategories: ['read', 'write', 'delete'],
  sites: ['read', 'write', 'delete'],
  // Consents, instructions and messages.
  texts: ['read', 'write', 'delete'],
  surveys: ['read', 'write', 'delete', 'publish', 'access', 'all'],
  responses: ['read', 'edit', 'review', 'export', 'enter', 'personal'],
  tasks: ['read', 'write'],
  payments: ['read', 'initiate', 'approve', 'authorize', 'reject', 'viewPhone', 'fund'],
  // Participants; the staff are `admins`.
  users: ['read', 'write', 'delete', 'export'],
  admins: ['read', 'write', 'delete'],
  roles: ['read', 'write', 'delete', 'grantPayments'],
  logs: ['read'],
  charts: ['read'],
  // The screen alone: each call that is sent there asks for its own right.
  console: ['use'],
  // What the organisation is called and looks like.
  settings: ['write'],
} as const

type Verbs = typeof verbs
export type PermissionName = { [Area in keyof Verbs]: `${Area}.${Verbs[Area][number]}` }[keyof Verbs]

/** A person who releases money never grants rights, nor the reverse: no role holds permissions of both duties. */
export type Duty = 'MONEY' | 'RIGHTS'

/** The steps that release money. */
export const paymentSteps: readonly PermissionName[] = ['payments.initiate', 'payments.approve', 'payments.authorize']

/** Those, and what moves money into the floats. Granting one of them waits for a second administrator. */
export const moneyRights: readonly PermissionName[] = [...paymentSteps, 'payments.fund']

export function isMoneyRight(name: string): boolean {
  return (moneyRights as readonly string[]).includes(name)
}

/** The duty that a permission belongs to; undefined for the many that go with either. */
export function dutyOf(name: string): Duty | undefined {
  if (isMoneyRight(name)) return 'MONEY'
  return /^(roles|admins)\./.test(name) ? 'RIGHTS' : undefined
}

/** Rights beside those of a duty by which people act on payments, on the rights of others or on how money is sent. */
const ofPeopleAlone: ReadonlySet<string> = new Set<PermissionName>([
  'payments.reject',
  'surveys.access',
  'settings.write',
  'console.use',
])

/** Whether no program may hold this permission (`token_opens_no_money` refuses it too). */
export function isForPeopleAlone(name: string): boolean {
  return dutyOf(name) !== undefined || ofPeopleAlone.has(name)
}

/** The permissions that users make beside the product's own: guards of menu entries, and rights for other programs. */
export type OwnArea = 'visit' | 'custom'

export function areaOfOwn(name: string): OwnArea {
  return name.startsWith('visit.') ? 'visit' : 'custom'
}

/**
 * Why users may not make a permission of this name. It begins like one over money or rights, apart from accents, case
 * and signs. Or it mixes Latin letters with others that look like them.
 */
export function ownNameProblem(name: string): 'PRODUCT_NAME' | 'FORMAT' | undefined {
  const letters = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  if (/^(payments|roles|admins)/.test(letters)) return 'PRODUCT_NAME'
  return /[a-z]/.test(letters) && /[^a-z\p{N}\p{Script=Han}]/u.test(letters) ? 'FORMAT' : undefined
}

/** Where a refused attempt stays on the trail: rights and money. */
const guardedAreas: ReadonlySet<string> = new Set(['payments', 'users', 'admins', 'roles'])

/** The area of a permission whose refused attempts stay on the trail; undefined for the others. */
export function guardedArea(name: PermissionName): string | undefined {
  const [area = ''] = name.split('.')
  return guardedAreas.has(area) || name === 'surveys.access' ? area : undefined
}

export interface PermissionEntry {
  name: PermissionName
  area: string
  duty: Duty | undefined
}

export const permissionEntries: PermissionEntry[] = Object.entries(verbs).flatMap(([area, names]) =>
  names.map((verb) => {
    const name = `${area}.${verb}` as PermissionName
    return { name, area, duty: dutyOf(name) }
  }),
)

const all = permissionEntries.map((entry) => entry.name)
const reading = all.filter((name) => name.endsWith('.read'))
/** The reading rights of all staff; people's rights and the trail are for administrators and auditors. */
const commonReading = reading.filter((name) => dutyOf(name) !== 'RIGHTS' && name !== 'logs.read')

export interface SeededRole {
  role: string
  name: string
  permissions: PermissionName[]
}

const payers: PermissionName[] = [...commonReading, 'surveys.all', 'payments.viewPhone', 'payments.reject']

const ofManagers = all.filter((name) => {
  const closed = name.startsWith('payments.') || dutyOf(name) === 'RIGHTS'
  return !closed && !['logs.read', 'surveys.all', 'console.use', 'settings.write'].includes(name)
})

export const administratorRole = 'ADMINISTRATOR'
export const participantRole = 'PARTICIPANT'
/** The description that the database writes for a role without one (seed §3). */
export const noDescription = 'No description'

/** Roles that exist from the first migration on (product.md §2). */
export const seededRoles: SeededRole[] = [
  { role: administratorRole, name: 'Administrator', permissions: all.filter((name) => !isMoneyRight(name)) },
  { role: 'SURVEY_MANAGER', name: 'Survey manager', permissions: ofManagers },
  {
    role: 'REVIEWER',
    name: 'Reviewer',
    permissions: [
      ...commonReading.filter((name) => name !== 'payments.read'),
      'responses.review',
      'responses.edit',
      'tasks.write',
    ],
  },
  { role: 'PAYMENT_INITIATOR', name: 'Payment initiator', permissions: [...payers, 'payments.initiate'] },
  { role: 'PAYMENT_APPROVER', name: 'Payment approver', permissions: [...payers, 'payments.approve', 'payments.fund'] },
  // Two different people book money in, so two roles may: three people are enough for a house that pays.
  {
    role: 'PAYMENT_AUTHORIZER',
    name: 'Payment authorizer',
    permissions: [...payers, 'payments.authorize', 'payments.fund'],
  },
  { role: 'AUDITOR', name: 'Auditor', permissions: [...reading, 'surveys.all', 'responses.export', 'users.export'] },
  { role: participantRole, name: 'Participant', permissions: ['surveys.read'] },
]
