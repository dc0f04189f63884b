/**
 * What somebody may do with a survey (product.md §2, §4), beside the permission that the call itself needs: decided by
 * what ties them to it. The server asks these to refuse, the page to explain.
 */
import type { ErrorCode } from './errors.ts'

export const accessRights = ['COLLECT', 'VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE'] as const
export type AccessRight = (typeof accessRights)[number]

/** Those that staff can be given. Collecting is done in the field: it opens nothing here. */
export const staffRights = ['VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE'] as const satisfies readonly AccessRight[]
export type StaffRight = (typeof staffRights)[number]

export const subjectTypes = ['USER', 'ROLE', 'COMPANY', 'ADMIN_UNIT', 'SITE'] as const

/** Those that decide who of the staff sees a survey. */
export const staffSubjects = ['USER', 'ROLE'] as const satisfies readonly (typeof subjectTypes)[number][]
export type StaffSubject = (typeof staffSubjects)[number]

/**
 * `see`: the survey, its content, its responses and payments; who sees a payment and may take its steps, takes them.
 * `review`: judge responses. `enter`: bring responses in. `export`: take them out. `edit`: content and settings.
 * `manage`: publish, delete, open it to everybody, say who has access.
 */
export const surveyActs = ['see', 'review', 'enter', 'export', 'edit', 'manage'] as const
export type SurveyAct = (typeof surveyActs)[number]

/** What ties somebody to a survey: `surveys.all`, having made it, that it is open to everybody, or a right given to them. */
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

/** The ties that each let somebody do this. */
export function tiesCovering(act: SurveyAct): SurveyTie[] {
  return surveyTies.filter((tie) => covered[tie].includes(act))
}

/**
 * Why somebody with these ties may not do this with the survey; undefined when they may. A survey that they do not see
 * is none to them.
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

/** Nobody gives away more of a survey than they have, nor for longer. */
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

/** What a change of the settings is: who opens a survey to everybody, or closes it, decides who has access. */
export function changeAct<Accessibility>(
  before: { accessibility: Accessibility },
  changes: { accessibility?: Accessibility | undefined },
): SurveyAct {
  const { accessibility = before.accessibility } = changes
  return accessibility === before.accessibility ? 'edit' : 'manage'
}
