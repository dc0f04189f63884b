/** Moves a survey through its life (`domain/surveys/survey-life.ts`), under its lock. */
import type { Survey } from '#contract/surveys.ts'
import { highestProblems, type HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { waitingStatuses } from '#domain/answers/response.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import { moveBetween, moveReasonRefusal, openingProblems } from '#domain/surveys/survey-life.ts'
import type { LeftoverChoice } from '#domain/surveys/payment-sets.ts'
import { settingsProblems } from '#domain/surveys/survey-settings.ts'
import type { AuditEntry, AuditSource } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { settleLeftovers } from '../payments/steps/leftovers.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'

export interface Moving {
  to: SurveyStatus
  /** PERIOD: its dates are over, and no person is there to give a reason. */
  by: 'PERSON' | 'PERIOD'
  reason?: string | undefined
  /** Of the caller who ends a survey. The end of its period decides nothing: leftovers wait for the archive. */
  ending?: { choice: LeftoverChoice | undefined; source: AuditSource } | undefined
  highest: HighestAmounts
  audit: (entry: AuditEntry) => void
}

/** Moves that make no version. `before` is locked. */
export async function moveSurvey(db: Db, before: Survey, moving: Moving): Promise<Survey> {
  const { to, by, reason, ending, highest, audit } = moving
  const move = moveBetween(before.status, to)
  if (move === undefined || move === 'PUBLISH' || move === 'PILOT') throw new AppError('SURVEY_TRANSITION')
  const waiting = move === 'CLOSE' && by === 'PERSON' ? await countWaiting(db, before.id) : 0
  if (moveReasonRefusal(move, { reason, waiting })) throw new AppError('REASON_REQUIRED', { data: { waiting } })
  if (to === 'PUBLISHED') refuseProblems(problemsOfOpening(before, highest))
  const leftovers = ending && (await settleLeftovers(db, { surveyId: before.id, to, ...ending, highest }))
  const after = await surveyStore.update(db, before.id, { status: to, statusReason: reason ?? null })
  const decided = leftovers && { leftovers: { ...leftovers, choice: ending.choice } }
  const action = move === 'END_PILOT' ? 'endPilot' : move.toLowerCase()
  audit({
    action: `surveys.${action}`,
    subjectType: 'survey',
    subjectId: before.id,
    before,
    after: { ...after, ...decided },
  })
  return after
}

/** Why the survey cannot take responses again, by its settings as they are now. */
function problemsOfOpening(survey: Survey, highest: HighestAmounts) {
  return [...settingsProblems(survey), ...highestProblems(survey, highest), ...openingProblems(survey, new Date())]
}

/** Responses whose review has not ended. */
async function countWaiting(db: Db, surveyId: number): Promise<number> {
  const rows = await rowsOf<{ n: number }>(db)`
    select coalesce(sum(n), 0)::bigint as n from survey_counter
    where survey_id = ${surveyId} and not is_pilot and status = any(${waitingStatuses})`
  return rows[0]?.n ?? 0
}
