import { expect, test } from 'vitest'
import { surveyStatuses } from './survey.ts'
import {
  isOver,
  lastIntakeAt,
  moveBetween,
  movedTo,
  moveReasonRefusal,
  openingProblems,
  phaseOf,
  surveyMoveRefusal,
  surveyMoves,
} from './survey-life.ts'

const between = (startsAt: string | null, endsAt: string | null, graceHours = 0) => ({ startsAt, endsAt, graceHours })
const at = (moment: string) => new Date(`2026-03-${moment}:00Z`)
const day = (text: string) => `2026-03-${text}T00:00:00Z`

test('a survey goes from draft by way of its pilot to the archive, and no other way', () => {
  const ways = surveyStatuses.flatMap((from) =>
    surveyStatuses.flatMap((to) => {
      const move = moveBetween(from, to)
      return move ? [`${from} ${move} ${to}`] : []
    }),
  )
  expect(ways).toEqual([
    'DRAFT PILOT PILOT',
    'DRAFT PUBLISH PUBLISHED',
    'PILOT END_PILOT DRAFT',
    'PILOT PUBLISH PUBLISHED',
    'PUBLISHED PAUSE PAUSED',
    'PUBLISHED CLOSE CLOSED',
    'PAUSED RESUME PUBLISHED',
    'PAUSED CLOSE CLOSED',
    'CLOSED REOPEN PUBLISHED',
    'CLOSED ARCHIVE ARCHIVED',
  ])
})

test('a move is refused from every status that it does not begin at', () => {
  for (const move of surveyMoves)
    for (const from of surveyStatuses)
      expect(surveyMoveRefusal(from, move), `${from} ${move}`).toBe(
        moveBetween(from, movedTo(move)) === move ? undefined : 'SURVEY_TRANSITION',
      )
})

const needing = (waiting: number) =>
  surveyMoves.filter((move) => moveReasonRefusal(move, { reason: undefined, waiting }) === 'REASON_REQUIRED')

test('opening again, archiving, and closing with reviews waiting need a reason', () => {
  expect(needing(0)).toEqual(['REOPEN', 'ARCHIVE'])
  expect(needing(3)).toEqual(['CLOSE', 'REOPEN', 'ARCHIVE'])
  for (const move of surveyMoves) expect(moveReasonRefusal(move, { reason: 'So', waiting: 3 })).toBeUndefined()
})

test('a survey is over when its end and the hours after it have passed', () => {
  const period = between(day('01'), day('10'), 12)
  expect(lastIntakeAt(period)).toBe(Date.parse('2026-03-10T12:00:00Z'))
  expect(isOver(period, at('10T11:59'))).toBe(false)
  expect(isOver(period, at('10T12:00'))).toBe(true)
  expect(isOver(between(null, null, 12), at('10T12:00'))).toBe(false)
  expect(openingProblems(period, at('10T12:00'))).toEqual([{ path: 'endsAt', code: 'PERIOD_OVER' }])
  expect(openingProblems(period, at('10T11:59'))).toEqual([])
})

test.each([
  [between(day('02'), null), '01T00:00', 'BEFORE'],
  [between(day('02'), null), '02T00:00', 'OPEN_END'],
  [between(null, day('10')), '09T23:59', 'WITHIN'],
  [between(null, day('10'), 2), '10T00:01', 'GRACE'],
  [between(null, day('10'), 2), '10T02:00', 'OVER'],
  [between(null, day('10')), '10T00:00', 'OVER'],
] as const)('the dates %j are, on %s, %s', (period, moment, phase) => {
  expect(phaseOf(period, at(moment))).toBe(phase)
})
