/** Which moves a screen offers of a survey: of each pair the one that is possible now. Pure. */
import type { ErrorCode } from '#domain/errors.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import { surveyMoveRefusal, type SurveyMove } from '#domain/surveys/survey-life.ts'
import { publishRefusal } from '#domain/publishing/survey-rules.ts'

const places: readonly (readonly [SurveyMove, ...SurveyMove[]])[] = [
  ['PILOT', 'END_PILOT'],
  ['PUBLISH'],
  ['PAUSE', 'RESUME'],
  ['CLOSE', 'REOPEN'],
  ['ARCHIVE'],
]

export interface OfferedMove {
  move: SurveyMove
  /** Undefined: the status allows it. */
  refusal: ErrorCode | undefined
}

export function offeredMoves(status: SurveyStatus): OfferedMove[] {
  return places.map((pair) => {
    const move = pair.find((each) => refusalOf(status, each) === undefined) ?? pair[0]
    return { move, refusal: refusalOf(status, move) }
  })
}

/** Those that the status allows; publishing is apart, as the content counts too. */
export function movesNow(status: SurveyStatus): Exclude<SurveyMove, 'PUBLISH'>[] {
  return offeredMoves(status).flatMap(({ move, refusal }) => (refusal || move === 'PUBLISH' ? [] : [move]))
}

/** The one thing that a survey of this status waits for; undefined of one that is over. */
export function nextAct(status: SurveyStatus, contentUnchanged: boolean): 'PUBLISH' | 'ENTER' | 'RESUME' | undefined {
  if (status === 'PAUSED') return 'RESUME'
  if (status === 'PUBLISHED' && contentUnchanged) return 'ENTER'
  return publishRefusal(status, { contentUnchanged }) ? undefined : 'PUBLISH'
}

/** A published survey is published again, with its next version; the server knows whether its content changed. */
function refusalOf(status: SurveyStatus, move: SurveyMove): ErrorCode | undefined {
  return move === 'PUBLISH' ? publishRefusal(status, { contentUnchanged: false }) : surveyMoveRefusal(status, move)
}
