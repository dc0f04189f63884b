/**
 * The life of a survey (product.md §4): DRAFT → PILOT → PUBLISHED ⇄ PAUSED → CLOSED → ARCHIVED. The server refuses by these
 * rules, the page explains by them.
 */
import type { ErrorCode } from '../errors.ts'
import type { FieldProblem } from '../problems.ts'
import { type SurveyStatus, surveyStatuses } from './survey.ts'

/** The actions of the screen, each a move to another status. PUBLISH also makes the next version, as does PILOT. */
export const surveyMoves = ['PILOT', 'END_PILOT', 'PUBLISH', 'PAUSE', 'RESUME', 'CLOSE', 'REOPEN', 'ARCHIVE'] as const
export type SurveyMove = (typeof surveyMoves)[number]

interface Move {
  from: readonly SurveyStatus[]
  to: SurveyStatus
}

const moves: Record<SurveyMove, Move> = {
  PILOT: { from: ['DRAFT'], to: 'PILOT' },
  END_PILOT: { from: ['PILOT'], to: 'DRAFT' },
  PUBLISH: { from: ['DRAFT', 'PILOT'], to: 'PUBLISHED' },
  PAUSE: { from: ['PUBLISHED'], to: 'PAUSED' },
  RESUME: { from: ['PAUSED'], to: 'PUBLISHED' },
  CLOSE: { from: ['PUBLISHED', 'PAUSED'], to: 'CLOSED' },
  REOPEN: { from: ['CLOSED'], to: 'PUBLISHED' },
  ARCHIVE: { from: ['CLOSED'], to: 'ARCHIVED' },
}

/** A pilot and a publication make a version; the end of a pilot takes back what the pilot began. */
const plainMoves = surveyMoves.filter((move) => !['PILOT', 'END_PILOT', 'PUBLISH'].includes(move))

/** Where a survey is taken by naming its next status. */
export const settableStatuses = surveyStatuses.filter((status) => plainMoves.some((move) => moves[move].to === status))

/** The status that a move leads to. */
export function movedTo(move: SurveyMove): SurveyStatus {
  return moves[move].to
}

/** The move between two statuses; undefined when there is none. */
export function moveBetween(from: SurveyStatus, to: SurveyStatus): SurveyMove | undefined {
  return surveyMoves.find((move) => moves[move].to === to && moves[move].from.includes(from))
}

/** Every change of status that there is. */
export function lawfulSurveyMoves(): { from: SurveyStatus; to: SurveyStatus }[] {
  return Object.values(moves).flatMap(({ from, to }) => from.map((status) => ({ from: status, to })))
}

/** Why a survey of this status does not take this move; undefined when it does. */
export function surveyMoveRefusal(from: SurveyStatus, move: SurveyMove): ErrorCode | undefined {
  return moves[move].from.includes(from) ? undefined : 'SURVEY_TRANSITION'
}

/** Whether a move must say why: it gives up an end that was announced, or leaves reviews behind. */
export function needsReason(move: SurveyMove, waiting: number): boolean {
  return move === 'REOPEN' || move === 'ARCHIVE' || (move === 'CLOSE' && waiting > 0)
}

export function moveReasonRefusal(
  move: SurveyMove,
  { reason, waiting }: { reason: string | undefined; waiting: number },
): ErrorCode | undefined {
  return needsReason(move, waiting) && !reason ? 'REASON_REQUIRED' : undefined
}

/** Settings and content of an archived survey stay as they are. */
export function changeRefusal(status: SurveyStatus): ErrorCode | undefined {
  return status === 'ARCHIVED' ? 'SURVEY_ARCHIVED' : undefined
}

/** Responses of a pilot are marked, and kept out of totals, exports and payments. */
export function isPilot(status: SurveyStatus): boolean {
  return status === 'PILOT'
}

export interface Period {
  startsAt: string | null
  endsAt: string | null
  /** How long after its end a survey takes responses that were submitted in time. */
  graceHours: number
}

export const mostGraceHours = 8760
export const mostParticipants = 10_000_000
const hourMs = 3_600_000

function msOf(moment: string): number {
  return new Date(moment).getTime()
}

/** When the last response may come in, in ms; undefined for an open end. */
export function lastIntakeAt({ endsAt, graceHours }: Pick<Period, 'endsAt' | 'graceHours'>): number | undefined {
  return endsAt === null ? undefined : msOf(endsAt) + graceHours * hourMs
}

export function isOver(period: Pick<Period, 'endsAt' | 'graceHours'>, now: Date): boolean {
  const last = lastIntakeAt(period)
  return last !== undefined && now.getTime() >= last
}

/** What else must hold of a survey that opens: a period that is over would close it again at once. */
export function openingProblems(period: Period, now: Date): FieldProblem[] {
  return isOver(period, now) ? [{ path: 'endsAt', code: 'PERIOD_OVER' }] : []
}

/** What the dates of a survey mean at a moment. */
export type PeriodPhase = 'OPEN_END' | 'BEFORE' | 'WITHIN' | 'GRACE' | 'OVER'

export function phaseOf(period: Period, now: Date): PeriodPhase {
  const at = now.getTime()
  if (period.startsAt !== null && at < msOf(period.startsAt)) return 'BEFORE'
  if (period.endsAt === null) return 'OPEN_END'
  if (isOver(period, now)) return 'OVER'
  return at > msOf(period.endsAt) ? 'GRACE' : 'WITHIN'
}
