import { expect, test } from 'vitest'
import { seededRoles } from './permissions.ts'
import { tourFor } from './tour.ts'

test('the tour of each role stops where it may look, and nowhere else', () => {
  const stops = seededRoles.map(({ role, permissions }) => [
    role,
    tourFor(new Set(permissions)).map(({ stop }) => stop),
  ])
  const whole = ['dashboard', 'questionnaire', 'review', 'report', 'payments']
  expect(Object.fromEntries(stops)).toEqual({
    ADMINISTRATOR: whole,
    SURVEY_MANAGER: whole.slice(0, 4),
    REVIEWER: whole.slice(0, 4),
    PAYMENT_INITIATOR: whole,
    PAYMENT_APPROVER: whole,
    PAYMENT_AUTHORIZER: whole,
    AUDITOR: whole,
    PARTICIPANT: ['dashboard', 'questionnaire'],
  })
  expect(tourFor(new Set())).toEqual([{ stop: 'dashboard', path: '/dashboard' }])
})
