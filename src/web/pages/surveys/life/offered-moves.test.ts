import { expect, test } from 'vitest'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import { nextAct, offeredMoves } from './offered-moves.ts'

test('of each pair of moves the possible one is offered, and the others are refused', () => {
  const offered = surveyStatuses.map((status) => {
    const moves = offeredMoves(status).map(({ move, refusal }) => (refusal ? move.toLowerCase() : move))
    return `${status}: ${moves.join(' ')}`
  })
  expect(offered).toEqual([
    'DRAFT: PILOT PUBLISH pause close archive',
    'PILOT: END_PILOT PUBLISH pause close archive',
    'PUBLISHED: pilot PUBLISH PAUSE CLOSE archive',
    'PAUSED: pilot publish RESUME CLOSE archive',
    'CLOSED: pilot publish pause REOPEN ARCHIVE',
    'ARCHIVED: pilot publish pause close archive',
  ])
})

test('each status has one next act, and what is over has none', () => {
  const next = surveyStatuses.map((status) => [status, nextAct(status, true), nextAct(status, false)].join(' '))
  expect(next).toEqual([
    'DRAFT PUBLISH PUBLISH',
    'PILOT PUBLISH PUBLISH',
    'PUBLISHED ENTER PUBLISH',
    'PAUSED RESUME RESUME',
    'CLOSED  ',
    'ARCHIVED  ',
  ])
})
