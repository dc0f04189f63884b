import { expect, test } from 'vitest'
import { beyondLimit, formProblems, intakeRefusal, type IntakeRules, openIntake } from './intake.ts'
import { surveyStatuses } from './survey.ts'

const now = new Date('2026-03-10T06:00:00Z')
const march: IntakeRules = {
  ...openIntake,
  startsAt: '2026-03-01T00:00:00Z',
  endsAt: '2026-03-10T00:00:00Z',
  graceHours: 12,
}
const codes = (rules: Partial<IntakeRules>, phone: string | null, submittedAt: string | null = null) =>
  formProblems({ ...march, ...rules }, { phone, submittedAt }, now).map(({ key, code }) => `${key} ${code}`)

const at = (moment: string) => intakeRefusal(march, new Date(moment))

test('only a pilot and a published survey take responses', () => {
  const taking = surveyStatuses.filter((status) => !intakeRefusal({ ...openIntake, status }, now))
  expect(taking).toEqual(['PILOT', 'PUBLISHED'])
})

test('a survey takes responses from its start until the hours after its end are over', () => {
  expect(at('2026-02-28T23:59:59Z')).toBe('SURVEY_NOT_STARTED')
  expect(at('2026-03-01T00:00:00Z')).toBeUndefined()
  expect(at('2026-03-10T11:59:59Z')).toBeUndefined()
  expect(at('2026-03-10T12:00:00Z')).toBe('SURVEY_ENDED')
})

test('a response submitted in time is taken late, one from outside the period never', () => {
  const phone = '+258841234567'
  expect(codes({}, phone, '2026-03-10T00:00:00Z')).toEqual([])
  expect(codes({}, phone, '2026-03-10T00:00:01Z')).toEqual(['submittedAt AFTER_END'])
  expect(codes({}, phone)).toEqual(['submittedAt AFTER_END'])
  expect(codes({}, phone, '2026-02-28T23:59:59Z')).toEqual(['submittedAt BEFORE_START'])
})

test('a pilot comes before the period of its survey', () => {
  expect(intakeRefusal({ ...march, status: 'PILOT' }, new Date('2026-02-01T00:00:00Z'))).toBeUndefined()
  expect(codes({ status: 'PILOT' }, '+258841234567', '2026-02-01T00:00:00Z')).toEqual([])
})

test('a participant is named where required, and where only listed people may answer', () => {
  const inTime = '2026-03-05T00:00:00Z'
  expect(codes({}, null, inTime)).toEqual([])
  expect(codes({ participantRequired: true }, null, inTime)).toEqual(['participantPhone REQUIRED'])
  expect(codes({ isListed: true, status: 'PILOT' }, null, inTime)).toEqual(['participantPhone REQUIRED'])
})

test('of more newcomers than there is room for, those of the later rows are left out', () => {
  const rows = ['a', null, 'b', 'a', null, 'c', 'b'].map((phone, row) => ({ row, phone }))
  const out = (room: number) => beyondLimit(rows, room).map(({ row }) => row)
  expect(out(5)).toEqual([])
  expect(out(3)).toEqual([4, 5])
  expect(out(2)).toEqual([2, 4, 5, 6])
  expect(out(0)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
