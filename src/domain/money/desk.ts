/** What is wrong with money, in one list: for each kind the one next step, and how many people may close it with a reason. */
import type { ErrorCode } from '../errors.ts'
import type { PermissionName } from '../people/permissions.ts'

/** What solves it, as a link to the place where it is done. CLOSE: nothing but a look and a reason. */
export const deskSteps = [
  'RESOLVE',
  'BOOK',
  'ASK_PROVIDER',
  'READ_FILE',
  'RELEASE',
  'TAKE_BACK',
  'ANSWER',
  'GO_ON',
  'FUND',
  'READ_BOOKS',
  'LIFT',
  'CONFIRM',
  'CLOSE',
] as const
type DeskStep = (typeof deskSteps)[number]

interface DeskRule {
  next: DeskStep
  /** How many different people close it with a reason, two where money may have moved; 0: only its cause does. */
  people: 0 | 1 | 2
}

/** In the order of their weight. */
export const deskRules = {
  BOOKS: { next: 'READ_BOOKS', people: 0 },
  STOPPED: { next: 'GO_ON', people: 0 },
  PAID_TWICE: { next: 'BOOK', people: 2 },
  MISMATCH: { next: 'RESOLVE', people: 0 },
  /** People may settle it. */
  UNCLEAR: { next: 'RESOLVE', people: 0 },
  /** Unknown for long, and the provider is still asked. */
  UNKNOWN: { next: 'ASK_PROVIDER', people: 0 },
  STATEMENT_MISSING_HERE: { next: 'BOOK', people: 2 },
  /** The provider gave back what it had paid: two people get it back in our books. */
  STATEMENT_GIVEN_BACK: { next: 'RESOLVE', people: 2 },
  STATEMENT_AMOUNT_DIFFERS: { next: 'BOOK', people: 2 },
  STATEMENT_DOUBLE: { next: 'BOOK', people: 2 },
  STATEMENT_MISSING_THERE: { next: 'ASK_PROVIDER', people: 2 },
  FILE_UNKNOWN: { next: 'READ_FILE', people: 2 },
  FILE_DOUBLE: { next: 'READ_FILE', people: 2 },
  FILE_CONTRADICTS: { next: 'READ_FILE', people: 2 },
  FILE_UNREADABLE: { next: 'READ_FILE', people: 2 },
  /** A list says that the phone was paid before: closing it lets the payment go on. */
  ALREADY_PAID: { next: 'LIFT', people: 1 },
  /** Another payee shows the same sign: closing it lets both payees be paid from then on. */
  SAME_PAYEE: { next: 'LIFT', people: 1 },
  /** The provider has another name for the phone: closing it lets the payee be paid there from then on. */
  NAME_DIFFERS: { next: 'LIFT', people: 1 },
  /** People who were paid say otherwise (`sampleFindings`). */
  SAMPLE_NOT_RECEIVED: { next: 'CLOSE', people: 2 },
  SAMPLE_AMOUNT_DIFFERS: { next: 'CLOSE', people: 2 },
  SAMPLE_SHARE_ASKED: { next: 'CLOSE', people: 2 },
  LIST_TO_CONFIRM: { next: 'CONFIRM', people: 0 },
  FILE_TO_RELEASE: { next: 'RELEASE', people: 0 },
  FILE_TO_TAKE_BACK: { next: 'TAKE_BACK', people: 0 },
  FILE_TO_ANSWER: { next: 'ANSWER', people: 0 },
  FLOAT_LOW: { next: 'FUND', people: 0 },
  /** It is booked; people only have to know. */
  PAID_LATE: { next: 'CLOSE', people: 1 },
} as const satisfies Record<string, DeskRule>
export type DeskKind = keyof typeof deskRules
export const deskKinds = Object.keys(deskRules) as [DeskKind, ...DeskKind[]]

/** An outcome that is unknown for longer is no delay any more. */
export const unknownMinutes = 15

/** Any of them: who owns what is wrong, gives it to another person and closes it. The database asks the same. */
export const deskRights = [
  'payments.approve',
  'payments.authorize',
  'payments.fund',
] as const satisfies PermissionName[]

interface DeskActor {
  id: number
  permissions: ReadonlySet<string>
}

export function mayKeepDesk({ permissions }: Pick<DeskActor, 'permissions'>): boolean {
  return deskRights.some((right) => permissions.has(right))
}

/** Why this person may not close it; undefined when they may. `closedBy`: those who gave a reason so far. */
export function closeRefusal(kind: DeskKind, closedBy: readonly number[], actor: DeskActor): ErrorCode | undefined {
  if (!mayKeepDesk(actor)) return 'FORBIDDEN'
  const { people }: DeskRule = deskRules[kind]
  if (people <= closedBy.length) return people === 0 ? 'ILLEGAL_TRANSITION' : 'ALREADY_DONE'
  return closedBy.includes(actor.id) ? 'OWN_FINDING' : undefined
}
