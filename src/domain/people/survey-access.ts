/**
 * What a person may do with a survey (product.md §2, §4), beside the permission that the call needs. The ties between the
 * person and the survey decide. The server asks these functions to refuse, the page to explain.
 */
import type { ErrorCode } from '../errors.ts'
import type { PermissionName } from './permissions.ts'

export const accessRights = ['COLLECT', 'VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE'] as const
export type AccessRight = (typeof accessRights)[number]

/** Those that staff can be given. Collecting is done in the field: it opens nothing here. */
export const staffRights = ['VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE'] as const satisfies readonly AccessRight[]
export type StaffRight = (typeof staffRights)[number]

export const subjectTypes = ['USER', 'ROLE', 'COMPANY', 'ADMIN_UNIT', 'SITE'] as const

/** Those that decide who of the staff sees a survey. */
export const staffSubjects = ['USER', 'ROLE'] as const satisfies readonly (typeof subjectTypes)[number][]

/** Whether a person with these permissions sees every survey, and not only those of their ties. */
export function seesEverySurvey(permissions: readonly string[]): boolean {
  return permissions.includes('surveys.all')
}

/**
 * `see`: the survey, its content, its responses and payments; who sees a payment and may take its steps, takes them.
 * `review`: judge responses. `enter`: bring responses in. `export`: take them out. `edit`: content and settings.
 * `manage`: publish, delete, open it to everybody, say who has access.
 */
export const surveyActs = ['see', 'review', 'enter', 'export', 'edit', 'manage'] as const
export type SurveyAct = (typeof surveyActs)[number]

/** The ties of a person to a survey: `surveys.all`, being its maker, that it is public, or a right that was granted. */
export const surveyTies = ['ALL', 'OWNER', 'PUBLIC', ...accessRights] as const
export type SurveyTie = (typeof surveyTies)[number]

/** In a public survey the work on responses is everybody's whose role has the permission; what it asks is its makers'. */
const covered: Record<SurveyTie, readonly SurveyAct[]> = {
  ALL: surveyActs,
  OWNER: surveyActs,
  MANAGE: surveyActs,
  PUBLIC: ['see', 'review', 'enter', 'export'],
  REVIEW: ['see', 'review'],
  EXPORT: ['see', 'export'],
  EDIT: ['see', 'enter', 'edit'],
  VIEW: ['see'],
  COLLECT: [],
}

/** The work on a survey that needs people who see it, by the right that it asks for. */
export const surveyWork = {
  review: 'responses.review',
  initiate: 'payments.initiate',
  approve: 'payments.approve',
  authorize: 'payments.authorize',
} as const satisfies Record<string, PermissionName>
export type SurveyWork = keyof typeof surveyWork
export const surveyWorks = Object.keys(surveyWork) as [SurveyWork, ...SurveyWork[]]

/** The ties that each let a person do this. */
export function tiesCovering(act: SurveyAct): SurveyTie[] {
  return surveyTies.filter((tie) => covered[tie].includes(act))
}

/**
 * Why a person with these ties may not do this with the survey; undefined when they may. A survey that they do not see
 * is missing to them.
 */
export function actRefusal(ties: readonly SurveyTie[], act: SurveyAct): ErrorCode | undefined {
  const may = (wanted: SurveyAct) => ties.some((tie) => covered[tie].includes(wanted))
  if (!may('see')) return 'NOT_FOUND'
  return may(act) ? undefined : 'GRANT_TOO_NARROW'
}

/** A tie, and until when it holds; undefined: for good. */
export interface HeldTie {
  tie: SurveyTie
  until: Date | undefined
}

/** A person grants no more of a survey than they have, and for no longer. */
export function giveRefusal(
  held: readonly HeldTie[],
  right: AccessRight,
  until: Date | undefined,
): ErrorCode | undefined {
  const lasting = held.filter((own) => own.until === undefined || (until !== undefined && until <= own.until))
  const may = (ties: readonly HeldTie[], act: SurveyAct) =>
    actRefusal(
      ties.map(({ tie }) => tie),
      act,
    )
  for (const act of ['manage', ...covered[right]] as const) {
    const refusal = may(held, act) ?? (may(lasting, act) && 'GRANT_OUTLIVES_OWN')
    if (refusal) return refusal
  }
  return undefined
}

/** The act behind a change of settings: opening a survey to everybody, or closing it, decides who has access. */
export function changeAct<Accessibility>(
  before: { accessibility: Accessibility },
  changes: { accessibility?: Accessibility | undefined },
): SurveyAct {
  const { accessibility = before.accessibility } = changes
  return accessibility === before.accessibility ? 'edit' : 'manage'
}
