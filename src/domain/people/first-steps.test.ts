import { expect, test } from 'vitest'
import { firstStepsFor } from './first-steps.ts'
import { seededRoles } from './permissions.ts'

test('each role is told the first steps that it may do, and no other', () => {
  const told = Object.fromEntries(
    seededRoles.map(({ role, permissions }) => [role, firstStepsFor(new Set(permissions))]),
  )
  const ofManager = ['units', 'survey', 'participants', 'publish', 'reviewers', 'collect', 'review']
  expect(told).toEqual({
    ADMINISTRATOR: ['secondAdministrator', 'units', 'provider', 'payers', 'confirm', ...ofManager.slice(1)],
    SURVEY_MANAGER: ofManager,
    REVIEWER: ['review'],
    PAYMENT_INITIATOR: ['pay'],
    PAYMENT_APPROVER: ['float', 'pay'],
    PAYMENT_AUTHORIZER: ['float', 'pay'],
    AUDITOR: [],
    PARTICIPANT: [],
  })
})
