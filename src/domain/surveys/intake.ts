/** What a survey takes: the one rule of every intake, be it a workbook, the API or a form. */
import type { ErrorCode } from '../errors.ts'
import type { Problem } from '../problems.ts'
import type { SurveyStatus } from './survey.ts'
import { isOver, isPilot, type Period } from './survey-life.ts'

export interface IntakeRules extends Period {
  status: SurveyStatus
  /** Whether each response names its participant. */
  participantRequired: boolean
  /** Whether only listed participants may answer. */
  isListed: boolean
}

/** A survey that takes all there is. */
export const openIntake: IntakeRules = {
  status: 'PUBLISHED',
  startsAt: null,
  endsAt: null,
  graceHours: 0,
  participantRequired: false,
  isListed: false,
}

/** Why a survey takes no responses now; undefined when it does. A pilot comes before the period of the survey. */
export function intakeRefusal(survey: Period & { status: SurveyStatus }, now: Date): ErrorCode | undefined {
  const { status, startsAt } = survey
  if (isPilot(status)) return undefined
  if (status !== 'PUBLISHED') return 'SURVEY_NOT_OPEN'
  if (startsAt !== null && now.getTime() < msOf(startsAt)) return 'SURVEY_NOT_STARTED'
  return isOver(survey, now) ? 'SURVEY_ENDED' : undefined
}

function msOf(moment: string): number {
  return new Date(moment).getTime()
}

interface ArrivingForm {
  phone: string | null
  /** ISO; null: submitted as it arrives. */
  submittedAt: string | null
}

export interface FormProblem extends Problem {
  key: 'participantPhone' | 'submittedAt'
}

/** The problems of one form in an open survey, apart from those that other forms and the list decide. */
export function formProblems(rules: IntakeRules, { phone, submittedAt }: ArrivingForm, now: Date): FormProblem[] {
  const problems: FormProblem[] = []
  if (phone === null && (rules.participantRequired || rules.isListed))
    problems.push({ key: 'participantPhone', code: 'REQUIRED' })
  if (isPilot(rules.status)) return problems
  const at = submittedAt === null ? now.getTime() : msOf(submittedAt)
  const { startsAt, endsAt } = rules
  if (startsAt !== null && at < msOf(startsAt)) problems.push({ key: 'submittedAt', code: 'BEFORE_START' })
  if (endsAt !== null && at > msOf(endsAt)) problems.push({ key: 'submittedAt', code: 'AFTER_END' })
  return problems
}

/** Of a phone in a survey with a limit: the row where it comes first in the file. */
export interface Newcomer {
  row: number
  /** The phone; each form without one is of a participant of its own. */
  phone: string | null
}

/** Those of the newcomers, in the order of their rows, for whom the survey has no room. */
export function beyondLimit(newcomers: readonly Newcomer[], room: number): Newcomer[] {
  const admitted = new Set<string>()
  let free = room
  return newcomers.filter(({ phone }) => {
    if (phone !== null && admitted.has(phone)) return false
    if (free <= 0) return true
    free -= 1
    if (phone !== null) admitted.add(phone)
    return false
  })
}
